package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// That checked code behaves like other code is in [ProgramsTest].
class CheckedFramesTest {

    private static final String PROGRAM =
            """
            func twice(n: int) -> string
                if n == 0 return "a" ~
                s = twice(n - 1)
                t = twice(n - 1)
                return s + t
            ~
            func main() -> int
                print(twice(3))
                return 0
            ~
            """;

    /// The names and texts in the class files.
    private static Stream<String> words(Program program) {
        return program.classes().values().stream()
                .map(file -> ClassFile.of().parse(file))
                .map(ClassModel::constantPool)
                .flatMap(pool -> StreamSupport.stream(pool.spliterator(), false))
                .filter(Utf8Entry.class::isInstance)
                .map(entry -> ((Utf8Entry) entry).stringValue());
    }

    @Test
    void codePopsItsFramesWithACheckOnlyIfItIsAskedFor() {
        assertThat(words(TestPrograms.compile("checked.coex", PROGRAM, true)))
                .contains("enter", "leaveChecked")
                .doesNotContain("leave");
        assertThat(words(TestPrograms.compile("plain.coex", PROGRAM, false)))
                .contains("enter", "leave")
                .doesNotContain("leaveChecked");
    }
}
