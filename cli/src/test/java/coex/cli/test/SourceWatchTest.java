package coex.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class SourceWatchTest {

    @TempDir private Path folder;

    @Test
    void whatChangesComesOrGoesIsSeen() throws Exception {
        Path a = Files.writeString(folder.resolve("a"), "1");
        Path b = folder.resolve("b");
        SourceWatch watch = SourceWatch.of(Set.of(a)).with(Set.of(a, b));
        assertThat(watch.changed(Set.of(a, b))).isEmpty();
        assertThat(watch.changed(Set.of(a))).contains(b);
        Files.writeString(b, "");
        assertThat(watch.changed(Set.of(a, b))).contains(b);
        Files.delete(b);
        Files.writeString(a, "12");
        assertThat(watch.changed(Set.of(a, b))).contains(a);
        assertThat(watch.awaitChange(() -> Set.of(a, b))).isEqualTo(a);
    }

    @Test
    void aChangeBeforeMoreFilesWereAddedIsNotLost() throws Exception {
        Path a = Files.writeString(folder.resolve("a"), "1");
        SourceWatch before = SourceWatch.of(Set.of(a));
        Files.writeString(a, "12");
        assertThat(before.with(Set.of(a)).changed(Set.of(a))).contains(a);
    }
}
