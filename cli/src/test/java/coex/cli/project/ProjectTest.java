package coex.cli.project;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.CommandRun;
import coex.cli.ExitCode;
import coex.language.syntax.TokenKind;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class ProjectTest {

    @TempDir private Path folder;

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void archive(String name, String source) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("manifest.toml"));
            String manifest =
                    "[library]\nname = \"net\"\nversion = \"1\"\nsource = [\"net.coex\"]\n";
            zip.write(manifest.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("src/net.coex"));
            zip.write(source.getBytes(StandardCharsets.UTF_8));
        }
    }

    private CommandRun test() {
        return CommandRun.of("test", folder.resolve("app").toString());
    }

    /// A project `app` that needs the project `shapes`, which needs the package `net`.
    private void projects() throws IOException {
        file(
                "app/coex.toml",
                """
                # what it is
                name = "app"
                entry = 'src/main.coex'

                [dependencies]
                shapes = "../shapes"   # beside it
                """);
        file("app/src/main.coex", "func main() -> int return 0 ~\n");
        file(
                "app/src/main_test.coex",
                """
                import shapes
                import testing
                func test_area()
                    testing.equal(shapes.area(2), 4)
                ~
                """);
        file(
                "shapes/coex.toml",
                """
                name = "shapes"
                version = "1.0"
                entry = "shapes.coex"
                [dependencies]
                net = "lib/net.cxz"
                """);
        file(
                "shapes/shapes.coex",
                """
                import net
                formula area(n: int) -> int
                    return net.twice(n)
                ~
                """);
        archive("shapes/lib/net.cxz", "formula twice(n: int) -> int return n * 2 ~\n");
    }

    @Test
    void aProjectImportsWhatItAndItsDependenciesName() throws IOException {
        projects();
        CommandRun run = test();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("1 test, 0 failed");
        assertThat(Files.readString(folder.resolve("app/coex.lock")))
                .containsPattern("\"\\.\\./shapes/lib/net\\.cxz\" = \"sha256:[0-9a-f]{64}\"\n");
        // but not what only its dependencies name
        file("app/src/main_test.coex", "import net\nfunc test_it()\n    print(net.twice(1))\n~\n");
        assertThat(test().err()).contains("Module not found: net");
    }

    @Test
    void aPackageThatHasChangedIsNotUsedBeforeSomebodySaysSo() throws IOException {
        projects();
        assertThat(test().status()).isZero();
        archive("shapes/lib/net.cxz", "formula twice(n: int) -> int return n + n ~\n");
        CommandRun run = test();
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .endsWith(
                        "coex.lock:4:1: ../shapes/lib/net.cxz is not the package it was; if that is"
                                + " right, `coex lock` says so\n");
        String app = folder.resolve("app").toString();
        assertThat(CommandRun.of("lock", app).status()).isZero();
        assertThat(test().status()).isZero();
    }

    @Test
    void projectsMayNeedEachOther() throws IOException {
        projects();
        file(
                "shapes/coex.toml",
                """
                name = "shapes"
                entry = "shapes.coex"
                [dependencies]
                app = "../app"
                net = "lib/net.cxz"
                """);
        assertThat(test().out()).contains("1 test, 0 failed");
    }

    @Test
    void aProjectIsCheckedWithItsDependencies() throws IOException {
        projects();
        String app = folder.resolve("app").toString();
        CommandRun right = CommandRun.of("check", app);
        assertThat(right.err()).isEmpty();
        assertThat(right.status()).isZero();
        assertThat(folder.resolve("app/coex.lock")).doesNotExist();
        // a file that is named belongs to no project
        assertThat(CommandRun.of("check", app + "/src/main_test.coex").err())
                .contains("Module not found: shapes");
        assertThat(test().status()).isZero();
        archive("shapes/lib/net.cxz", "formula twice(n: int) -> int return n + n ~\n");
        CommandRun changed = CommandRun.of("check", app);
        assertThat(changed.err()).contains("net.cxz is not the package it was");
        assertThat(changed.status()).isEqualTo(ExitCode.FAILED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name = 1|1:8: a text in quotes is expected here",
                "name|1:5: `=` after the key is expected here",
                "name = \"a|1:10: the closing quote is missing",
                "name = \"a\" b|1:12: the end of the line is expected here",
                "name = \"\\q\"|1:10: there is no such escape",
                "[dependencies|1:14: `]` after the name of the table is expected here",
                "nme = \"a\"|1:1: there is no key `nme`; there are `name`,",
                "[deps]%nx = \"a\"|2:1: there is no table `deps`",
                "name = \"a\"%nname = \"b\"|2:1: `name` is there twice",
                "name = \"a-b\"|1:1: 'a-b' is no name",
                "name = \"match\"|1:1: 'match' is no name: it is a reserved word",
                "name = \"_\"|1:1: '_' is no name",
                "name = \"a\"|1:1: the key `entry` is missing",
                "entry = \"a.coex\"|1:1: the key `name` is missing",
                "entry = \"../a.coex\"|1:1: '../a.coex' is no `.coex` file below the folder",
                "entry = \"/a.coex\"|1:1: '/a.coex' is no `.coex` file below the folder",
                "entry = \"a.txt\"|1:1: 'a.txt' is no `.coex` file below the folder",
                "entry = \"\"|1:1: '' is no path",
                "entry = \"a\\n.coex\"|1:1: 'a\\u000A.coex' has a control character",
                "[dependencies]%nx = \"a\\n[b]\"|2:1: 'a\\u000A[b]' has a control character",
                "[dependencies]%nx = '\u001b.cxz'|2:1: '\\u001B.cxz' has a control character",
                "[dependencies]%nx = \"gone\"|2:1: there is no folder ",
                "[dependencies]%n x = \"gone.cxz\"|2:2: there is no package ",
                "[dependencies]%n\"x y\" = \".\"|2:1: 'x y' cannot be imported",
                "[dependencies]%nend = \".\"|2:1: 'end' cannot be imported, it is no name: it is a"
                        + " reserved word",
                "= \"a\"|1:1: a key or `[table]` is expected here"
            })
    void whatIsWrongHasALineAndAColumn(String text, String message) throws IOException {
        file("app/coex.toml", text.replace("%n", "\n"));
        CommandRun run = test();
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .startsWith("coex: " + folder.resolve("app/coex.toml") + ":")
                .contains("coex.toml:" + message)
                .hasLineCount(1);
    }

    @Test
    void aFolderThatIsNoProjectIsNamed() throws IOException {
        projects();
        Files.delete(folder.resolve("shapes/coex.toml"));
        assertThat(test().err()).contains("coex.toml:6:1: there is no coex.toml in ");
    }

    @Test
    void aLockThatIsNoneIsNamed() throws IOException {
        projects();
        file("app/coex.lock", "[packages]\n\"x\" = \"md5:1\"\n");
        assertThat(test().err()).contains("coex.lock:2:1: this is no package with its hash");
    }

    /// Else whoever sends a project says which file is written.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLockIsNotWrittenWhereALinkLeads() throws IOException {
        projects();
        file("other.txt", "# mine\n");
        Path lock = folder.resolve("app/coex.lock");
        String app = folder.resolve("app").toString();
        for (String target : new String[] {"../other.txt", "../made.txt", ".."}) {
            Files.createSymbolicLink(lock, Path.of(target));
            for (String command : new String[] {"test", "run", "build", "lock"}) {
                CommandRun run = CommandRun.of(command, app);
                assertThat(run.status()).isEqualTo(ExitCode.FAILED);
                assertThat(run.err())
                        .isEqualTo(
                                "coex: %s is a link or no ordinary file; remove it, and `coex lock` makes one\n"
                                        .formatted(lock));
            }
            Files.delete(lock);
        }
        assertThat(folder.resolve("other.txt")).hasContent("# mine");
        assertThat(folder.resolve("made.txt")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aProgramIsNotBuiltWhereALinkLeadsThatNobodyNamed() throws IOException {
        projects();
        Path other = folder.resolve("other.txt");
        Files.writeString(other, "mine");
        Files.createSymbolicLink(folder.resolve("app/app"), other);
        CommandRun run = CommandRun.of("build", folder.resolve("app").toString());
        assertThat(run.err())
                .endsWith("it is a link to another file; `-o` says which file is meant\n");
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
        assertThat(other).hasContent("mine");
    }

    /// A run whose program may not write leaves nothing behind either, but packages are compared.
    @Test
    void withoutTheRightToWriteThereIsNoLock() throws IOException {
        projects();
        String app = folder.resolve("app").toString();
        Path lock = folder.resolve("app/coex.lock");
        assertThat(CommandRun.of("test", "--deny-write", app).status()).isZero();
        assertThat(lock).doesNotExist();
        assertThat(CommandRun.of("test", "--allow-write", app, app).status()).isZero();
        assertThat(lock).doesNotExist();
        assertThat(test().status()).isZero();
        assertThat(lock).exists();
        archive("shapes/lib/net.cxz", "formula twice(n: int) -> int return n + n ~\n");
        assertThat(CommandRun.of("test", "--deny-write", app).err())
                .contains("is not the package it was");
    }

    @Test
    void aNewProjectPassesItsTest() {
        for (String option : new String[] {"", "--lib"}) {
            String path = folder.resolve("made" + option.length()).toString();
            CommandRun made =
                    option.isEmpty()
                            ? CommandRun.of("new", path)
                            : CommandRun.of("new", option, path);
            assertThat(made.err()).isEmpty();
            CommandRun run = CommandRun.of("test", path);
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).contains("test_greet", "1 test, 0 failed");
            assertThat(CommandRun.of("new", path).err()).endsWith(" already\n");
        }
        assertThat(CommandRun.of("new", "a-b").status()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void noLibraryIsMadeThatCannotBeImported() {
        var names = new ArrayList<>(TokenKind.reservedWords());
        names.addAll(FileModules.ofTheRuntime());
        names.addAll(List.of("_", "", "1a", "a-b", "é"));
        for (String name : names) {
            Path made = folder.resolve("libraries").resolve(name);
            CommandRun run = CommandRun.of("new", "--lib", folder + "/libraries/" + name);
            assertThat(run.status()).as(name).isEqualTo(ExitCode.USAGE);
            assertThat(run.err())
                    .as(name)
                    .startsWith("coex: '%s' is no name for a library: ".formatted(name))
                    .hasLineCount(1);
            assertThat(made).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main", "loop", "print", "list", "String", "Result", "time", "posix", "greet"
            })
    void aLibraryWithANameThatIsNotReservedPassesItsTest(String name) {
        String path = folder.resolve(name).toString();
        assertThat(CommandRun.of("new", "--lib", path).err()).isEmpty();
        CommandRun run = CommandRun.of("test", path);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("1 test, 0 failed");
    }

    @Test
    void aProgramMayHaveTheNameOfAModule() {
        String path = folder.resolve("testing").toString();
        assertThat(CommandRun.of("new", path).err()).isEmpty();
        assertThat(CommandRun.of("test", path).out()).contains("1 test, 0 failed");
    }

    @Test
    void filesOfNewProjectsHaveTheirOneLayout() throws IOException {
        String path = folder.resolve("made").toString();
        CommandRun.of("new", path);
        for (String name : new String[] {"main", "greeting", "greeting_test"}) {
            String file = path + "/src/" + name + ".coex";
            assertThat(CommandRun.of("fmt", "--check", file).status()).as(name).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"coex.toml, 1", "coex.lock, 1", "src/main.coex, 16"})
    void aFileBeyondItsLimitIsNotRead(String name, int mebibytes) throws IOException {
        projects();
        Path file = folder.resolve("app").resolve(name);
        Files.writeString(file, "#".repeat((mebibytes << 20) + 1));
        CommandRun run = CommandRun.of("check", folder.resolve("app").toString());
        assertThat(run.err())
                .contains(
                        file.getFileName().toString(),
                        "it is larger than %d MiB".formatted(mebibytes))
                .containsOnlyOnce("\n");
        assertThat(run.status()).isNotZero();
    }
}
