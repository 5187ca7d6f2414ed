package coex.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.TestPrograms.Outcome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What programs ask of folders that they may not have.
@DisabledOnOs(OS.WINDOWS)
class RefusedFolderChangesTest {

    @TempDir private Path folder;
    private Path allowed;
    private Path outside;

    @BeforeEach
    void prepareFolders() throws IOException {
        allowed = Files.createDirectory(folder.resolve("allowed"));
        Files.createDirectory(allowed.resolve("deeper"));
        Files.writeString(allowed.resolve("deeper/inside.txt"), "inside");
        outside = Files.createDirectory(folder.resolve("outside"));
        Files.createDirectory(outside.resolve("empty"));
        Files.writeString(outside.resolve("secret.txt"), "secret");
        Files.createSymbolicLink(allowed.resolve("link"), outside);
    }

    private static Permissions permissions(List<Path> readable, List<Path> writable)
            throws IOException {
        return new Permissions(
                new FileAccess(folders(readable), folders(writable)), Optional.of(Set.of()), false);
    }

    /// Everywhere, if there is no list.
    private static Optional<List<Folder>> folders(List<Path> paths) throws IOException {
        if (paths == null) {
            return Optional.empty();
        }
        var folders = new ArrayList<Folder>();
        for (Path path : paths) {
            folders.add(Folder.of(path));
        }
        return Optional.of(folders);
    }

    /// Prints what a function of `files` gives.
    private static Outcome run(Permissions permissions, String call, String... arguments)
            throws Exception {
        String program =
                """
                import files
                func main(args: [string]) -> int
                    print(files.%s)
                    return 0
                ~
                """
                        .formatted(call);
        return new SandboxedProgram(program).with(permissions).run(arguments);
    }

    private Outcome within(String call, String... paths) throws Exception {
        var arguments = new ArrayList<String>();
        for (String path : paths) {
            arguments.add(folder + "/" + path);
        }
        return run(
                permissions(List.of(allowed), List.of(allowed)),
                call,
                arguments.toArray(String[]::new));
    }

    private static void assertRefused(Outcome outcome, String what) {
        assertThat(outcome.err()).startsWith("Runtime error: " + what + " is not allowed: path=");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outside",
                "outside/none",
                "allowed/link",
                "allowed/link/empty",
                "allowed/../outside",
                "allowed/nowhere/../../outside",
                "allowed/..",
                "."
            })
    void foldersElsewhereAreNotLookedInto(String path) throws Exception {
        for (String call : List.of("list(args[0])", "is_folder(args[0])")) {
            assertRefused(within(call, path), "reading a file");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outside/secret.txt",
                "outside/empty",
                "allowed/link/secret.txt",
                "allowed/link/empty",
                "allowed/link/none",
                "allowed/../outside/empty",
                "allowed",
                "allowed/.",
                "allowed/deeper/..",
                "."
            })
    void namesElsewhereAreNotChanged(String path) throws Exception {
        assertRefused(within("remove(args[0])", path), "writing a file");
        assertRefused(within("rename(args[0], args[1])", path, "allowed/got"), "writing a file");
        assertRefused(within("rename(args[0], args[1])", "allowed/deeper", path), "writing a file");
        assertThat(outside.resolve("secret.txt")).hasContent("secret");
        assertThat(outside.resolve("empty")).isEmptyDirectory();
        assertThat(allowed.resolve("deeper/inside.txt")).hasContent("inside");
    }

    @ParameterizedTest
    @ValueSource(strings = {"outside/made", "allowed/link/made", "allowed/deeper/../../made"})
    void noFolderIsMadeElsewhere(String path) throws Exception {
        assertRefused(within("make_folder(args[0])", path), "writing a file");
        assertThat(outside.resolve("made")).doesNotExist();
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list(args[0])|allowed|Ok([\"deeper\", \"link\"])",
                "list(args[0])|allowed/deeper/../deeper|Ok([\"inside.txt\"])",
                "is_folder(args[0])|allowed|true",
                "is_folder(args[0])|allowed/none|false",
                "make_folder(args[0])|allowed|Ok(0)",
                "make_folder(args[0])|allowed/a/b|Ok(0)",
                "remove(args[0])|allowed/deeper/inside.txt|Ok(0)",
                "rename(args[0], args[0] + \"x\")|allowed/deeper/inside.txt|Ok(0)",
                "rename(args[0], args[0] + \"x\")|allowed/deeper|Ok(0)",
            })
    void whatIsAllowedIsDone(String call, String path, String answer) throws Exception {
        Outcome outcome = within(call, path);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(answer + "\n");
    }

    @Test
    void problemsNameThePathAsTheProgramHasIt() throws Exception {
        String none = folder + "/allowed/none";
        assertThat(within("remove(args[0])", "allowed/none").out())
                .isEqualTo("Err(\"NoSuchFile: %s\")\n".formatted(none));
        assertThat(within("list(args[0])", "allowed/none").out())
                .isEqualTo("Err(\"NoSuchFile: %s\")\n".formatted(none));
        assertThat(within("remove(args[0])", "allowed/deeper").out())
                .isEqualTo("Err(\"DirectoryNotEmpty: %s/allowed/deeper\")\n".formatted(folder));
        assertThat(within("list(args[0])", "allowed/deeper/inside.txt").out())
                .startsWith("Err(\"")
                .contains(": " + folder + "/allowed/deeper/inside.txt");
        assertThat(within("make_folder(args[0])", "allowed/deeper/inside.txt").out())
                .startsWith("Err(\"FileAlreadyExists: " + folder);
    }

    /// A link is removed and renamed itself, wherever it leads.
    @Test
    void aLinkIsNotWhatItLeadsTo() throws Exception {
        assertThat(within("rename(args[0], args[1])", "allowed/link", "allowed/other").out())
                .isEqualTo("Ok(0)\n");
        assertThat(allowed.resolve("other")).isSymbolicLink();
        assertThat(within("remove(args[0])", "allowed/other").out()).isEqualTo("Ok(0)\n");
        assertThat(allowed.resolve("other")).doesNotExist();
        assertThat(outside.resolve("secret.txt")).hasContent("secret");
    }

    /// Else renaming would be reading.
    @Test
    void whatMayNotBeReadIsNotMovedToWhereItMay() throws Exception {
        String secret = outside.resolve("secret.txt").toString();
        String got = allowed.resolve("got").toString();
        String rename = "rename(args[0], args[1])";
        Outcome both =
                run(permissions(List.of(allowed), List.of(outside, allowed)), rename, secret, got);
        assertRefused(both, "reading a file");
        Outcome everywhere = run(permissions(List.of(allowed), null), rename, secret, got);
        assertRefused(everywhere, "reading a file");
        Outcome writing = run(permissions(List.of(), List.of(outside)), rename, secret, secret + 2);
        assertThat(writing.out()).isEqualTo("Ok(0)\n");
    }

    /// What is allowed is said by names, so another folder must not get such a name.
    @Test
    void anAllowedFolderKeepsItsName() throws Exception {
        Path inner = Files.createDirectory(allowed.resolve("inner"));
        String secret = Files.createDirectory(allowed.resolve("secret")).toString();
        var given = permissions(List.of(inner), List.of(allowed));
        String name = inner.toString();
        assertRefused(run(given, "remove(args[0])", name), "writing a file");
        assertRefused(run(given, "rename(args[0], args[1])", name, name + 2), "writing a file");
        assertRefused(run(given, "rename(args[0], args[1])", secret, name), "writing a file");
        var everywhere = permissions(List.of(inner), null);
        assertRefused(
                run(everywhere, "rename(args[0], args[1])", allowed.toString(), folder + "/x"),
                "writing a file");
    }

    @Test
    void whoMayReadMayNotWriteAndTheOtherWayRound() throws Exception {
        String deeper = allowed.resolve("deeper").toString();
        var reading = permissions(List.of(allowed), List.of());
        var writing = permissions(List.of(), List.of(allowed));
        assertRefused(run(writing, "list(args[0])", deeper), "reading a file");
        assertRefused(run(reading, "remove(args[0])", deeper + "/inside.txt"), "writing a file");
        assertRefused(run(reading, "make_folder(args[0])", deeper + "/made"), "writing a file");
        assertRefused(
                run(reading, "rename(args[0], args[1])", deeper, deeper + 2), "writing a file");
        assertThat(run(writing, "remove(args[0])", deeper + "/inside.txt").out())
                .isEqualTo("Ok(0)\n");
    }

    /// A copy looks whether both are one file, and a program finds out nothing by that.
    @Test
    void aCopyFindsOutNothing() throws Exception {
        String inside = allowed.resolve("deeper/inside.txt").toString();
        String secret = outside.resolve("secret.txt").toString();
        var reading = permissions(List.of(allowed), List.of(allowed));
        assertRefused(run(reading, "copy(args[0], args[1])", inside, secret), "writing a file");
        assertRefused(
                run(reading, "copy(args[0], args[1])", inside, outside + "/none"),
                "writing a file");
        assertRefused(run(reading, "copy(args[0], args[1])", secret, inside), "reading a file");
    }

    /// By symbolic links, hard links and other ways to say it.
    @Test
    void aFileIsNotCopiedToItself() throws Exception {
        Path file = allowed.resolve("deeper/inside.txt");
        Files.createLink(allowed.resolve("hard"), file);
        Files.createSymbolicLink(allowed.resolve("soft"), Path.of("deeper/inside.txt"));
        Files.createSymbolicLink(allowed.resolve("up"), Path.of("deeper"));
        for (String name :
                List.of("deeper/inside.txt", "hard", "soft", "up/inside.txt", "up/../hard")) {
            String other = allowed + "/" + name;
            for (Permissions each :
                    List.of(Permissions.ALL, permissions(List.of(allowed), List.of(allowed)))) {
                assertThat(run(each, "copy(args[0], args[1])", file.toString(), other).out())
                        .as(name)
                        .startsWith("Err(\"SameFile: ");
                assertThat(run(each, "copy(args[0], args[1])", other, file.toString()).out())
                        .as(name)
                        .startsWith("Err(\"SameFile: ");
            }
            assertThat(file).hasContent("inside");
        }
    }
}
