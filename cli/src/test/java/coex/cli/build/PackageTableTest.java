package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// `build/PackageTable.java` sees each class that a source names, and nothing else.
class PackageTableTest {

    private static final Path PROGRAM = Path.of("../build/PackageTable.java").toAbsolutePath();

    @TempDir private Path folder;

    /// The row of `coex.a`, whose source has this in it; there are `coex.b` and `coex.c.d` too.
    private String row(String imports, String code) throws Exception {
        write("coex/a/A.java", "package coex.a;\n%s\nclass A {\n%s\n}\n".formatted(imports, code));
        write("coex/b/B.java", "package coex.b;\npublic class B {}\n");
        write("coex/c/d/D.java", "package coex.c.d;\npublic class D {}\n");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process program =
                new ProcessBuilder(java, PROGRAM.toString(), "fix", folder.toString())
                        .redirectErrorStream(true)
                        .start();
        program.getOutputStream().close();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(said).isZero();
        return Files.readAllLines(folder.resolve("docs/packages.md")).stream()
                .filter(line -> line.startsWith("| `coex.a` "))
                .findFirst()
                .orElseThrow();
    }

    private void write(String path, String text) throws Exception {
        Path file = folder.resolve("m/src/main/java").resolve(path);
        Files.createDirectories(file.getParent());
        Files.createDirectories(folder.resolve("docs"));
        Files.writeString(file, text);
    }

    @Test
    void importsCount() throws Exception {
        assertThat(row("import coex.b.B;\nimport static coex.c.d.D.*;", "B b;"))
                .isEqualTo("| `coex.a` | 1 | 1 | `coex.b`, `coex.c.d` |");
    }

    @Test
    void namesInFullCount() throws Exception {
        assertThat(row("", "coex.b.B b = (coex.b.B) new coex.c.d.D();"))
                .isEqualTo("| `coex.a` | 1 | 1 | `coex.b`, `coex.c.d` |");
    }

    @Test
    void namesInCommentsAndTextsDoNotCount() throws Exception {
        assertThat(
                        row(
                                "/* coex.b.B,\n * coex.c.d.D */",
                                """
                                // coex.b.B
                                /// As [coex.c.d.D].
                                String quote = "\\" // coex.b.B";
                                char other = '"';
                                String text = \"""
                                    coex.c.d.D
                                    \""";
                                """))
                .isEqualTo("| `coex.a` | 0 | 1 |  |");
    }

    @Test
    void whatFollowsATextCounts() throws Exception {
        assertThat(row("", "String text = \"//\"; coex.b.B b; // \"\ncoex.c.d.D d;"))
                .isEqualTo("| `coex.a` | 1 | 1 | `coex.b`, `coex.c.d` |");
    }
}
