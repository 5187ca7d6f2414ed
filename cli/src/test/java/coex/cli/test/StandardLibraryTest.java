package coex.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.CommandRun;
import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The standard library, which has its tests in the language: `coex test cli/src/test/coex/std`.
class StandardLibraryTest {

    private static final Path TESTS = Path.of("src/test/coex/std");
    private static final Path MODULES = Path.of("../runtime/src/main/resources/coex/std");
    private static final Path DOCUMENT = Path.of("../docs/language/library.md");

    private static final Pattern FUNCTION = Pattern.compile("(?:formula|func) (\\w+).*");

    @TempDir private Path folder;

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    @Test
    void theLibraryPassesItsTests() {
        CommandRun run = CommandRun.of("test", TESTS.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).doesNotContain("FAIL").containsPattern("\n[1-9]\\d+ tests, 0 failed");
        assertThat(run.status()).isZero();
    }

    @Test
    void itsFilesHaveTheirOneLayout() throws IOException {
        var all = new ArrayList<String>();
        all.add("--check");
        all.addAll(files(MODULES));
        all.addAll(files(TESTS));
        CommandRun run = CommandRun.of("fmt", all.toArray(String[]::new));
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isZero();
    }

    /// What has a comment before it is for users, and the rest is not.
    @Test
    void everyFunctionIsInTheDocument() throws IOException {
        String document = Files.readString(DOCUMENT);
        int count = 0;
        for (String file : files(MODULES)) {
            String name = Path.of(file).getFileName().toString().replace(".coex", "");
            int start = document.indexOf("\n## " + name + "\n");
            assertThat(start).as(name).isPositive();
            int end = document.indexOf("\n## ", start + 1);
            String section = document.substring(start, end < 0 ? document.length() : end);
            String before = "";
            for (String line : Files.readAllLines(Path.of(file))) {
                Matcher function = FUNCTION.matcher(line);
                if (function.matches() && before.startsWith("#")) {
                    assertThat(section).containsPattern("`(func )?" + function.group(1) + "\\(");
                    count++;
                }
                before = line;
            }
        }
        assertThat(count).isGreaterThan(100);
    }

    @Test
    void aModuleOfOnesOwnIsFoundFirst() throws IOException {
        Files.writeString(
                folder.resolve("strings.coex"), "formula upper(s: string) -> string return s ~\n");
        assertThat(upperOfA()).contains("actual:   \"a\"");
    }

    @Test
    void aPackageOfOnesOwnIsFoundFirst() throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("strings.cxz")))) {
            zip.putNextEntry(new ZipEntry("manifest.toml"));
            zip.write(
                    """
                    [library]
                    name = "strings"
                    version = "1.0"
                    source = ["strings.coex"]
                    """
                            .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("src/strings.coex"));
            zip.write(
                    "formula upper(s: string) -> string return s + s ~\n"
                            .getBytes(StandardCharsets.UTF_8));
        }
        assertThat(upperOfA()).contains("actual:   \"aa\"");
    }

    private String upperOfA() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("a.coex"),
                        """
                        import strings
                        import testing
                        func test_upper()
                            testing.equal(strings.upper("a"), "A")
                        ~
                        """);
        CommandRun run = CommandRun.of("test", file.toString());
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    /// Variables in formulas and functions of the runtime are a right of the library alone.
    @Test
    void whatTheLibraryMayDoProgramsMayNot() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("a.coex"),
                        """
                        extern coex_std_sin(x: float) -> float
                        ~
                        formula twice(x: int) -> int
                            y = x + x
                            return y
                        ~
                        formula sine() -> float
                            return coex_std_sin(1.0)
                        ~
                        func test_it() ~
                        """);
        CommandRun run = CommandRun.of("test", file.toString());
        assertThat(run.err())
                .contains(
                        "'coex_std_sin' cannot be declared",
                        "requires const",
                        "Cannot call extern");
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
    }
}
