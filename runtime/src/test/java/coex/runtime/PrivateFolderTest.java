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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

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
        try {
            Files.setAttribute(given, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give a folder away: " + e);
        }
        return given;
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
        try {
            Files.setAttribute(home, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give a folder away: " + e);
        }
        assertThatThrownBy(inHome::create)
                .isInstanceOf(NotPrivateException.class)
                .hasMessageStartingWith(home + " belongs to another user, ");
        assertThat(home).isEmptyDirectory();
        folder.create(); // this place was chosen
        assertThat(folder.path()).isDirectory();
    }
}
