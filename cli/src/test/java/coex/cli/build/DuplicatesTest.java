package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// `build/Duplicates.java` finds what is written twice, and compares it with a list.
class DuplicatesTest {

    private static final Path PROGRAM = Path.of("../build/Duplicates.java").toAbsolutePath();

    private static final String FIRST = "a/src/main/java/A.java";
    private static final String SECOND = "b/src/main/java/B.java";

    @TempDir private Path folder;

    /// What the program says of the folder.
    private String run() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process program =
                new ProcessBuilder(java, PROGRAM.toString(), folder.toString())
                        .redirectErrorStream(true)
                        .start();
        program.getOutputStream().close();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(said).isEqualTo(said.isEmpty() ? 0 : 1);
        return said;
    }

    private void write(String path, String text) throws Exception {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String lines(int count, String between) {
        return IntStream.range(0, count)
                .mapToObj(i -> "int field" + i + ";\n")
                .collect(Collectors.joining(between));
    }

    @Test
    void tenLinesInTwoSourcesAreNamedWithTheirPlaces() throws Exception {
        write(FIRST, "class A {\n" + lines(10, "") + "}\n");
        write(SECOND, "class B {\n\n" + lines(10, "") + "int more;\n}\n");
        assertThat(run())
                .contains(FIRST + " and " + SECOND + ": written twice (10 lines, at 2 and 3)");
    }

    @Test
    void commentsEmptyLinesIndentationAndImportsDoNotCount() throws Exception {
        write(FIRST, lines(10, "\n    /// More.\n    @Override\n    import a.B;\n    "));
        write(SECOND, lines(10, ""));
        assertThat(run()).contains("written twice (10 lines, at 1 and 1)");
    }

    @Test
    void nineLinesMayBeEqual() throws Exception {
        write(FIRST, "class A {\n" + lines(9, "") + "}\n");
        write(SECOND, "class B {\n" + lines(9, "") + "int more;\n}\n");
        assertThat(run()).isEmpty();
    }

    @Test
    void aSourceIsComparedWithItselfAndTestsWithNothing() throws Exception {
        String twice = lines(10, "") + "int more;\n" + lines(10, "");
        write("a/src/test/java/ATest.java", twice);
        assertThat(run()).isEmpty();
        write(FIRST, twice);
        assertThat(run())
                .contains(FIRST + " and " + FIRST + ": written twice (10 lines, at 1 and 12)");
    }

    @Test
    void aListedPairIsAcceptedIfItHasAReason() throws Exception {
        write(FIRST, lines(12, ""));
        write(SECOND, lines(12, ""));
        String pair = "# Why.\n\n" + FIRST + "\n" + SECOND + "\n";
        write("build/duplicates.txt", pair + "    12 lines: For speed.\n");
        assertThat(run()).isEmpty();
        for (String rest : new String[] {"", "    For speed.\n", "    12 lines:\n"}) {
            write("build/duplicates.txt", pair + rest);
            assertThat(run()).contains("a reason for " + FIRST + " and " + SECOND);
        }
    }

    @Test
    void aListedPairWithMoreLinesThanItSaysIsRefused() throws Exception {
        write(FIRST, lines(12, ""));
        write(SECOND, lines(12, ""));
        write("build/duplicates.txt", FIRST + "\n" + SECOND + "\n    11 lines: For speed.\n");
        assertThat(run()).contains("12 lines");
    }

    @Test
    void aListedPairThatHasNothingInCommonIsToBeRemoved() throws Exception {
        write(FIRST, lines(3, ""));
        write("build/duplicates.txt", FIRST + "\n" + SECOND + "\n    12 lines: For speed.\n");
        assertThat(run()).contains(FIRST + " and " + SECOND + " have nothing in common; remove");
    }
}
