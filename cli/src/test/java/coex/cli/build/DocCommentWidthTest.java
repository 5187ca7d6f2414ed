package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// `build/DocCommentWidth.java` finds doc comments that are too wide, and wraps what can be
/// wrapped.
class DocCommentWidthTest {

    private static final Path PROGRAM = Path.of("../build/DocCommentWidth.java").toAbsolutePath();

    /// 90 columns.
    private static final String LONG = "word ".repeat(17) + "words";

    @TempDir private Path folder;

    private String run(String task) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process program =
                new ProcessBuilder(java, PROGRAM.toString(), task, folder.toString())
                        .redirectErrorStream(true)
                        .start();
        program.getOutputStream().close();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(said).isEqualTo(said.isEmpty() ? 0 : 1);
        return said;
    }

    /// What the program makes of a file; it then has nothing to complain about.
    private String fixed(String source) throws Exception {
        Path file = Files.writeString(folder.resolve("A.java"), source);
        assertThat(run("check")).contains("A.java:");
        assertThat(run("fix")).isEmpty();
        assertThat(run("check")).isEmpty();
        return Files.readString(file);
    }

    @Test
    void aParagraphThatIsTooWideIsWrappedAndOthersStay() throws Exception {
        assertThat(
                        fixed(
                                """
                                /// Short
                                /// lines stay.
                                ///
                                /// %1$s and `a code span` follows.
                                /// More.
                                class A {}
                                """
                                        .formatted(LONG)))
                .isEqualTo(
                        """
                        /// Short
                        /// lines stay.
                        ///
                        /// %1$s and
                        /// `a code span` follows. More.
                        class A {}
                        """
                                .formatted(LONG));
    }

    @Test
    void itemsAndTagsKeepTheirIndentation() throws Exception {
        assertThat(
                        fixed(
                                """
                                /// - %1$s more words
                                ///   and more
                                /// - short
                                ///
                                /// @param a %1$s more
                                class A {}
                                """
                                        .formatted(LONG)))
                .isEqualTo(
                        """
                        /// - %1$s
                        ///   more words and more
                        /// - short
                        ///
                        /// @param a %2$s
                        ///     words more
                        class A {}
                        """
                                .formatted(LONG, LONG.substring(0, LONG.lastIndexOf(' '))));
    }

    /// At the start of a line a dash would begin a list.
    @Test
    void aLineDoesNotBeginWithWhatMeansSomethingElseThere() throws Exception {
        assertThat(fixed("/// %s x - y\nclass A {}\n".formatted(LONG + "word")))
                .isEqualTo("/// %s\n/// x - y\nclass A {}\n".formatted(LONG + "word"));
    }

    @Test
    void codeIsNamedAndLeftToItsAuthor() throws Exception {
        String source = "/// Text:\n///\n///     %s more code\nclass A {}\n".formatted(LONG);
        Path file = Files.writeString(folder.resolve("A.java"), source);
        run("fix");
        assertThat(file).hasContent(source);
        assertThat(run("check")).contains("wider than 100 columns: A.java:3");
    }

    @Test
    void tablesAndTextBlocksAndOtherCodeMayBeWider() throws Exception {
        Files.writeString(
                folder.resolve("A.java"),
                """
                /// | %1$s | more cells |
                class A {
                    String a = "%1$s and a string that is long";
                    String b =
                            \"""
                            /// %1$s and more in a text
                            \""";
                }
                """
                        .formatted(LONG));
        assertThat(run("check")).isEmpty();
    }
}
