package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

@DisabledOnOs(OS.WINDOWS)
class OwnerOnlyFileTest {

    @TempDir private Path folder;

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aNewFileIsItsOwnersAlone() throws Exception {
        Path file = folder.resolve("created");
        OwnerOnlyFile.create(file).close();
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThatThrownBy(() -> OwnerOnlyFile.create(file))
                .isInstanceOf(FileAlreadyExistsException.class);
        Path prepared = folder.resolve("prepared");
        OwnerOnlyFile.prepare(prepared);
        assertThat(permissions(prepared)).isEqualTo("rw-------");
    }

    @Test
    void aFileThatIsThereIsClosedToOthersAndKeepsItsContent() throws Exception {
        Path file = Files.writeString(folder.resolve("old"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        OwnerOnlyFile.prepare(file);
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(file).hasContent("old");
    }

    @Test
    void aDeviceStaysAsItIs() throws Exception {
        Path device = Path.of("/dev/null");
        String before = permissions(device);
        OwnerOnlyFile.prepare(device);
        assertThat(permissions(device)).isEqualTo(before);
    }
}
