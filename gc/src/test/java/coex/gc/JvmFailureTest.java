package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;

/// The JVM's bad hour costs no data: its stack ends inside calls of the heap, or its own memory is
/// gone for a moment.
@Tag("slow")
class JvmFailureTest {

    private static void assertAllIsWell(String mode, String program, String... options)
            throws IOException, InterruptedException {
        List<String> all = ChildProgram.onModulePath(options);
        all.addFirst("--enable-native-access=coex.gc");
        all.addFirst(mode);
        ChildProgram.Result result = ChildProgram.run(all, program);
        assertThat(result.out().lines()).as(result.err()).containsExactly("all is well");
        assertThat(result.exitValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-Xmixed"})
    void aStackThatEndsInTheHeapCostsNothing(String mode) throws Exception {
        assertAllIsWell(mode, "coex.embedder.StackEndsProgram", "-Xmx64m");
    }

    /// It was so for one call between taking a span of handles and noting that. What is compiled
    /// decides which call needs most of the stack: the second way it is the same each time, and
    /// methods of `java.lang` that are called before need less than any of the heap.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmixed",
                "-Xcomp -XX:CompileCommand=quiet"
                        + " -XX:CompileCommand=compileonly,java.lang.Long::numberOf*"
                        + " -XX:CompileCommand=compileonly,java.lang.Integer::numberOf*"
            })
    void aStackThatEndsWhileHandlesAreTakenGivesNoneOutTwice(String modes) throws Exception {
        ChildProgram.Result result =
                ChildProgram.run(
                        ChildProgram.onClassPath(modes.split(" ")),
                        "coex.gc.handle.RunAtStackEndProgram");
        assertThat(result.out().lines()).as(result.err()).containsExactly("all is well");
    }

    /// Where another call came after an entry was done, that could be lost, and was counted
    /// wrongly; one that was not registered was announced.
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-Xmixed"})
    void aStackThatEndsWhileDeathsAreAnnouncedLosesNone(String modes) throws Exception {
        ChildProgram.Result result =
                ChildProgram.run(
                        ChildProgram.onClassPath(modes.split(" ")),
                        "coex.gc.mark.CleanersAtStackEndProgram");
        assertThat(result.out().lines()).as(result.err()).containsExactly("all is well");
    }

    /// The serial collector soon says that there is nothing left to find.
    @Test
    void theJvmOutOfMemoryForAMomentStopsNoHeap() throws Exception {
        assertAllIsWell("-XX:+UseSerialGC", "coex.embedder.MemoryEndsProgram", "-Xmx32m");
    }

    /// The same while heaps, threads and observers come and go. Only when asked for: a class of the
    /// JVM that it first needs in a shortage it never has again, and then what needs the class
    /// fails for good, whatever the heap does.
    @Test
    @EnabledIfSystemProperty(named = "coex.turmoil", matches = "true")
    void noHeapThatComesOrGoesMeanwhileIsLeftBehind() throws Exception {
        assertAllIsWell(
                "-XX:+UseSerialGC",
                "coex.embedder.MemoryEndsProgram",
                "-Xmx32m",
                "-Dcoex.turmoil=true",
                "--add-exports=coex.gc/coex.gc.collect=ALL-UNNAMED",
                "--add-exports=coex.gc/coex.gc.diagnose=ALL-UNNAMED",
                "--add-exports=coex.gc/coex.gc.mutator=ALL-UNNAMED");
    }
}
