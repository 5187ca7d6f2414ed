package coex.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

@DisabledOnOs(OS.WINDOWS)
class WholeFileTest {

    @TempDir private Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFailureLeavesTheOldContentAndNoOtherFile() throws Exception {
        Path file = Files.writeString(folder.resolve("source"), "old");
        WholeFile.Content failing =
                out -> {
                    out.write('n');
                    throw new IOException("No space left on device");
                };
        assertThatThrownBy(() -> WholeFile.write(file, failing))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("source");
    }

    @Test
    void theOldContentIsThereUntilAllOfTheNewIs() throws Exception {
        Path file = Files.writeString(folder.resolve("source"), "old");
        WholeFile.write(
                file,
                out -> {
                    out.write("half, ".getBytes());
                    assertThat(file).hasContent("old");
                    out.write("whole".getBytes());
                });
        assertThat(file).hasContent("half, whole");
        assertThat(names()).containsExactly("source");
    }

    @Test
    void permissionsStay() throws Exception {
        Path file = Files.writeString(folder.resolve("source"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrw---x"));
        WholeFile.write(file, "new");
        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxrw---x");
    }

    @Test
    void aNewFileHasThePermissionsOfNewFilesUnlessOthersAreAskedFor() throws Exception {
        Path usual = Files.writeString(folder.resolve("usual"), "");
        WholeFile.write(folder.resolve("new"), "new");
        assertThat(Files.getPosixFilePermissions(folder.resolve("new")))
                .isEqualTo(Files.getPosixFilePermissions(usual));
        var all = PosixFilePermissions.fromString("rwxr-xr-x");
        WholeFile.write(folder.resolve("run"), out -> out.write('#'), all);
        assertThat(Files.getPosixFilePermissions(folder.resolve("run"))).isEqualTo(all);
    }

    @Test
    void aLinkStaysALinkAndItsFileIsWritten() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path file = Files.writeString(elsewhere.resolve("source"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("elsewhere/source"));
        WholeFile.write(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void aFileThatIsNotToBeWrittenIsNotReplaced() throws Exception {
        Path file = Files.writeString(folder.resolve("source"), "old");
        assumeTrue(file.toFile().setWritable(false) && !Files.isWritable(file), "a superuser");
        assertThatThrownBy(() -> WholeFile.write(file, "new"));
        assertThat(file).hasContent("old");
    }

    @Test
    void aFileWhereNoOtherCanBeMadeIsNotWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("source"), "old");
        assumeTrue(folder.toFile().setWritable(false) && !Files.isWritable(folder), "a superuser");
        try {
            assertThatThrownBy(() -> WholeFile.write(file, "new"))
                    .hasMessageContaining("permission denied to make files in " + folder);
            assertThat(file).hasContent("old");
        } finally {
            folder.toFile().setWritable(true);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theReasonIsTrueOfTheFolder() {
        assertThat(reason(Path.of("/proc/x"))).isEqualTo("no file can be made in /proc");
        assertThat(reason(folder.resolve("a/b"))).isEqualTo("there is no such directory");
        assertThat(reason(Path.of("/dev/null"))).isEqualTo("it is no ordinary file");
        assertThat(reason(folder)).isEqualTo("it is no ordinary file");
    }

    private static String reason(Path file) {
        return WholeFile.reason(
                catchThrowableOfType(IOException.class, () -> WholeFile.write(file, "text")));
    }
}
