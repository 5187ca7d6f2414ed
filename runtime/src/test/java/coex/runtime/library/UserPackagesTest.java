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

    @Test
    void aPackageThatIsThereAlreadyStays() throws Exception {
        Path file = PackageFile.net().write(folder.resolve("lib/net.cxz"));
        byte[] before = Files.readAllBytes(file);
        assertThat(packages().install(file.toString()).file()).isEqualTo(file);
        assertThat(file).hasBinaryContent(before);
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
        Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> packages().install(file))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("can be changed by others");
        assertThat(filesOfLibrary()).isEmpty();
    }

    private Stream<String> filesOfLibrary() throws IOException {
        return Files.list(folder.resolve("lib")).map(file -> file.getFileName().toString());
    }
}
