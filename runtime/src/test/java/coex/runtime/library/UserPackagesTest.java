package coex.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.runtime.PrivateFolder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;

class UserPackagesTest {

    @TempDir private Path folder;

    private UserPackages packages() {
        return new UserPackages(
                PackageLoader.ofHost(), Optional.of(PrivateFolder.in(folder, "lib")));
    }

    @Test
    void aPackageIsCopiedAndReplacesAnOlderOne() throws Exception {
        Path file = PackageFile.net().write(folder.resolve("net.cxz"));
        var installed = packages().install(file.toString());
        assertThat(installed.file()).isEqualTo(folder.resolve("lib/net.cxz"));
        assertThat(installed.loaded().version()).isEqualTo("1.2.0");
        PackageFile.net().with("src/added.coex", "# new\n").write(file);
        packages().install(file.toString());
        assertThat(installed.file()).hasSameBinaryContentAs(file);
        assertThat(filesOfLibrary()).containsExactly("net.cxz");
    }

    /// However the user's other files are made, and whatever was there.
    @Test
    void whatIsInstalledCanBeChangedByTheUserAlone() throws Exception {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
        Path file = PackageFile.net().write(folder.resolve("net.cxz"));
        for (int i = 0; i < 2; i++) {
            Path installed = packages().install(file.toString()).file();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(installed)))
                    .isEqualTo("rw-------");
            allow(installed, "rw-rw-rw-");
        }
    }

    @Test
    void aPackageThatIsThereAlreadyStays() throws Exception {
        Path file = PackageFile.net().write(folder.resolve("lib/net.cxz"));
        allow(file.getParent(), "rwx------");
        allow(file, "rw-r--r--");
        byte[] before = Files.readAllBytes(file);
        assertThat(packages().install(file.toString()).file()).isEqualTo(file);
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void whatIsThereAndOthersMayHaveChangedIsNotInstalledAgain() throws Exception {
        Path file = PackageFile.net().write(folder.resolve("lib/net.cxz"));
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
        allow(file.getParent(), "rwxrwxr-x");
        assertThatThrownBy(() -> packages().install(file.toString()))
                .isInstanceOf(PackageException.class)
                .hasMessageStartingWith(
                        "%s is not used: %s can be changed by others"
                                .formatted(file, file.getParent()));
        assertThat(filesOfLibrary()).containsExactly("net.cxz");
    }

    @Test
    void whatIsNoPackageIsRefusedAndNothingIsLeftBehind() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.cxz"), "no archive");
        assertThatThrownBy(() -> packages().install(bad.toString()))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("not a ZIP");
        assertThatThrownBy(() -> packages().install(folder.resolve("gone.cxz").toString()))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> packages().install("no-such-package-anywhere"))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("not found")
                .hasMessageContaining("name its file");
        assertThatThrownBy(() -> packages().install("pom.xml"))
                .isInstanceOf(PackageException.class)
                .hasMessage("pom.xml is no package: the names of those end in .cxz");
        assertThatThrownBy(() -> packages().install("./pom.xml"))
                .hasMessageStartingWith("pom.xml is not a ZIP");
        assertThat(folder.resolve("lib")).doesNotExist();
    }

    @Test
    void nothingIsInstalledWhereOthersMayWriteOrWithoutAHome() throws Exception {
        String file = PackageFile.net().write(folder.resolve("net.cxz")).toString();
        assertThatThrownBy(
                        () ->
                                new UserPackages(PackageLoader.ofHost(), Optional.empty())
                                        .install(file))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("no home directory");
        Path lib = Files.createDirectory(folder.resolve("lib"));
        assumeTrue(Files.getFileStore(lib).supportsFileAttributeView("posix"));
        allow(lib, "rwxrwxrwx");
        assertThatThrownBy(() -> packages().install(file))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("can be changed by others");
        assertThat(filesOfLibrary()).isEmpty();
    }

    private static void allow(Path path, String permissions) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        }
    }

    private Stream<String> filesOfLibrary() throws IOException {
        return Files.list(folder.resolve("lib")).map(file -> file.getFileName().toString());
    }
}
