package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.runtime.PrivateFolder.NotPrivateException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

@DisabledOnOs(OS.WINDOWS)
class PrivateFolderTest {
    private static final String FILE = "library";

    @TempDir private Path home;
    private Path directory;
    private PrivateFolder folder;

    @BeforeEach
    void nameTheFolder() {
        directory = home.resolve("own");
        folder = PrivateFolder.in(directory, "cache", "ffi");
    }

    private Path fileInIt() throws Exception {
        folder.create();
        return Files.move(folder.newFile("new-", ".tmp"), folder.path().resolve(FILE));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void allow(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void whatIsMadeIsForTheUserAlone() throws Exception {
        Path file = fileInIt();
        assertThat(permissions(file)).isEqualTo("rw-------");
        for (Path level = folder.path(); !level.equals(home); level = level.getParent()) {
            assertThat(permissions(level)).as("%s", level).isEqualTo("rwx------");
        }
        assertThat(folder.find(FILE)).contains(file);
    }

    @Test
    void whereNothingIsNothingIsFoundAndNothingMade() throws Exception {
        assertThat(folder.find(FILE)).isEmpty();
        assertThat(directory).doesNotExist();
    }

    @Test
    void whatOthersMayReadIsUsed() throws Exception {
        Path file = fileInIt();
        allow(file, "rw-r--r--");
        allow(directory, "rwxr-xr-x");
        folder.create();
        assertThat(folder.find(FILE)).contains(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "own/cache", "own/cache/ffi", "own/cache/ffi/library"})
    void whatTheGroupOrOthersMayWriteIsNotUsed(String name) throws Exception {
        fileInIt();
        Path open = home.resolve(name);
        for (String permissions : new String[] {"rwxrwx---", "rwx----w-"}) {
            allow(open, permissions);
            assertThatThrownBy(() -> folder.find(FILE))
                    .isInstanceOf(NotPrivateException.class)
                    .hasMessageStartingWith(open + " can be changed by others");
        }
    }

    @Test
    void aFolderThatOthersMayWriteGetsNoFiles() throws Exception {
        folder.create();
        allow(directory.resolve("cache"), "rwxrwxrwx");
        assertThatThrownBy(folder::create).isInstanceOf(NotPrivateException.class);
    }

    @Test
    void aLinkIntoAFolderOfTheUserIsFollowed() throws Exception {
        Path file = fileInIt();
        PrivateFolder linked =
                PrivateFolder.in(
                        Files.createSymbolicLink(home.resolve("link"), directory), "cache", "ffi");
        linked.create();
        assertThat(linked.find(FILE).orElseThrow().toRealPath()).isEqualTo(file.toRealPath());
    }

    /// The system's own folders belong to somebody else, unless the tests run as that user: then a
    /// folder that was given away does.
    private Path folderOfSomebodyElse() throws Exception {
        Path theirs = Path.of("/usr");
        if (!CurrentUser.owns(theirs)) {
            return theirs;
        }
        Path given = Files.createDirectory(home.resolve("given away"));
        giveAway(given);
        return given;
    }

    private static void giveAway(Path path) {
        try {
            Files.setAttribute(path, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give it away: " + e);
        }
    }

    @Test
    void aFolderOfSomebodyElseIsNotUsedThroughALinkEither() throws Exception {
        Path theirs = folderOfSomebodyElse();
        Path link = Files.createSymbolicLink(home.resolve("link"), theirs);
        for (Path path : new Path[] {theirs, link}) {
            PrivateFolder notOurs = PrivateFolder.in(path, "cache", "ffi");
            assertThatThrownBy(() -> notOurs.find(FILE))
                    .isInstanceOf(NotPrivateException.class)
                    .hasMessageStartingWith(path + " belongs to another user");
            assertThatThrownBy(notOurs::create).isInstanceOf(NotPrivateException.class);
            assertThat(path.resolve("cache")).doesNotExist();
        }
    }

    @Test
    void aFileOfSomebodyElseIsRefusedWithAWayOut() throws Exception {
        Path file = fileInIt();
        folder.requirePrivate(file);
        giveAway(file);
        assertThatThrownBy(() -> folder.requirePrivate(file))
                .isInstanceOf(NotPrivateException.class)
                .hasMessageStartingWith(file + " belongs to another user, ")
                .hasMessageEndingWith("; COEX_HOME can name a directory of your own");
    }

    /// Looks at a file in a folder.
    public static final class Looking {
        public static void main(String[] arguments) throws Exception {
            PrivateFolder looked = PrivateFolder.in(Path.of(arguments[0]));
            try {
                looked.requirePrivate(looked.path().resolve(arguments[1]));
                System.out.print("used");
            } catch (NotPrivateException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    /// An administrator may install for all. Files of a third user stay refused.
    @Test
    void whatBelongsToRootIsUsedByOthersToo() throws Exception {
        if (!CurrentUser.isRootOwnerOf(Path.of("/proc/self"))) {
            PrivateFolder.in(Path.of("/usr")).requirePrivate(Path.of("/usr/bin/env"));
            return;
        }
        Path shared = Files.createTempDirectory("coex-private-");
        try {
            Path classes = copyClasses(shared.resolve("classes"));
            Files.createFile(shared.resolve("ours"));
            giveAway(Files.createFile(shared.resolve("theirs")));
            for (Path each : below(shared)) {
                allow(each, "rwxr-xr-x");
            }
            List<String> looking =
                    List.of("-cp", classes.toString(), Looking.class.getName(), shared.toString());
            assertThat(toldToNobody(looking, "ours")).isEqualTo("used");
            assertThat(toldToNobody(looking, "theirs"))
                    .startsWith(shared.resolve("theirs") + " belongs to another user, 12345");
        } finally {
            for (Path each : below(shared).reversed()) {
                Files.delete(each);
            }
        }
    }

    private static List<Path> below(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            return all.toList();
        }
    }

    /// Where the build has put them nobody may be allowed to read them.
    private static Path copyClasses(Path to) throws IOException {
        for (Class<?> used :
                List.of(
                        PrivateFolder.class,
                        NotPrivateException.class,
                        CurrentUser.class,
                        Looking.class)) {
            String name = used.getName().replace('.', '/') + ".class";
            Files.createDirectories(to.resolve(name).getParent());
            try (InputStream code = used.getResourceAsStream("/" + name)) {
                Files.copy(code, to.resolve(name));
            }
        }
        return to;
    }

    /// What Java prints for the user who is called nobody.
    private static String toldToNobody(List<String> looking, String file) throws Exception {
        Path setpriv = Path.of("/usr/bin/setpriv");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> asNobody =
                List.of(
                        setpriv.toString(),
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        java.toString());
        assumeTrue(Files.isExecutable(setpriv), "root becomes another user with setpriv");
        assumeTrue(run(asNobody, List.of("--version")).contains("build"), "the JDK is root's own");
        return run(asNobody, Stream.concat(looking.stream(), Stream.of(file)).toList());
    }

    private static String run(List<String> command, List<String> arguments) throws Exception {
        var all = Stream.concat(command.stream(), arguments.stream()).toList();
        var builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        byte[] told = builder.start().getInputStream().readAllBytes();
        return new String(told, StandardCharsets.UTF_8);
    }

    @Test
    void aFileWhereTheFolderShouldBeIsNamed() throws Exception {
        Files.createFile(directory);
        assertThatThrownBy(folder::create)
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(directory.toString());
    }

    @Test
    void nothingIsMadeInTheHomeOfAnotherUser() throws Exception {
        PrivateFolder inHome =
                PrivateFolder.in(Optional.of(home), home.resolve(".coex"), "cache", "ffi");
        giveAway(home);
        assertThatThrownBy(inHome::create)
                .isInstanceOf(NotPrivateException.class)
                .hasMessageStartingWith(home + " belongs to another user, ");
        assertThat(home).isEmptyDirectory();
        folder.create(); // this place was chosen
        assertThat(folder.path()).isDirectory();
    }
}
