package coex.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// What happens between the look at a path and its opening.
@EnabledOnOs({OS.LINUX, OS.MAC})
class FolderTest {

    @TempDir private Path temporary;

    /// A path that was real when somebody looked.
    private Path looked(Path path) throws IOException {
        return temporary.toRealPath().resolve(path);
    }

    @Test
    void aFileThatHasBecomeALinkIsNotOpened() throws Exception {
        Files.writeString(temporary.resolve("secret"), "secret");
        Path allowed = Files.createDirectory(temporary.resolve("allowed"));
        Folder folder = Folder.of(allowed);
        Path file = looked(Path.of("allowed/file"));
        assertThat(folder.holds(file)).isTrue();

        Files.createSymbolicLink(file, temporary.resolve("secret"));
        assertThatThrownBy(() -> folder.open(file, Set.of(StandardOpenOption.READ)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(
                        () ->
                                folder.open(
                                        file,
                                        Set.of(
                                                StandardOpenOption.WRITE,
                                                StandardOpenOption.CREATE,
                                                StandardOpenOption.TRUNCATE_EXISTING)))
                .isInstanceOf(IOException.class);
        assertThat(temporary.resolve("secret")).hasContent("secret");
    }

    @Test
    void aFolderOnTheWayThatHasBecomeALinkIsNotEntered() throws Exception {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Files.writeString(outside.resolve("file"), "secret");
        Path allowed = Files.createDirectory(temporary.resolve("allowed"));
        Path inner = Files.createDirectory(allowed.resolve("inner"));
        Files.writeString(inner.resolve("file"), "inside");
        Folder folder = Folder.of(allowed);
        Path file = looked(Path.of("allowed/inner/file"));
        assertThat(folder.holds(file)).isTrue();
        folder.open(file, Set.of(StandardOpenOption.READ)).close();

        Files.delete(inner.resolve("file"));
        Files.delete(inner);
        Files.createSymbolicLink(inner, outside);
        assertThatThrownBy(() -> folder.open(file, Set.of(StandardOpenOption.READ)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aFolderThatHasBecomeALinkIsNotEntered() throws Exception {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Path allowed = Files.createDirectory(temporary.resolve("allowed"));
        Path inner = Files.createDirectory(allowed.resolve("inner"));
        Folder folder = Folder.of(allowed);
        Path path = looked(Path.of("allowed/inner"));
        assertThat(folder.holdsFolder(path)).isTrue();
        folder.enter(path).close();

        Files.delete(inner);
        Files.createSymbolicLink(inner, outside);
        assertThatThrownBy(() -> folder.enter(path)).isInstanceOf(IOException.class);
    }

    @Test
    void namesThatBeginAlikeAreNotBelow() throws Exception {
        Folder folder = Folder.of(Files.createDirectory(temporary.resolve("a")));
        assertThat(folder.holds(looked(Path.of("ab/file")))).isFalse();
        assertThat(folder.holds(looked(Path.of("a")))).isFalse();
        assertThat(folder.holds(looked(Path.of("a/b/c/d")))).isTrue();
    }
}
