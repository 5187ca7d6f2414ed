package coex.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.test.SourceWatch.Change;
import coex.cli.test.SourceWatch.Change.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SourceWatchTest {

    @TempDir private Path folder;

    private final SourceWatch watch = new SourceWatch();

    @Test
    void whatChangesComesOrGoesIsSeen() throws Exception {
        Path a = Files.writeString(folder.resolve("a"), "1");
        Path b = folder.resolve("b");
        watch.beforeReading(a);
        watch.beforeReading(b);
        assertThat(watch.changed()).isEmpty();
        Files.writeString(b, "");
        assertThat(watch.changed()).contains(new Change(b, Kind.NEW));
        Files.delete(b);
        assertThat(watch.changed()).isEmpty();
        Files.writeString(a, "12");
        assertThat(watch.changed()).contains(new Change(a, Kind.CHANGED));
        Files.delete(a);
        assertThat(watch.changed()).contains(new Change(a, Kind.GONE));
        assertThat(watch.awaitChange()).isEqualTo(new Change(a, Kind.GONE));
    }

    @Test
    void aChangeAfterAFileWasReadIsNotLostWhenItIsReadAgain() throws Exception {
        Path a = Files.writeString(folder.resolve("a"), "1");
        watch.beforeReading(a);
        Files.writeString(a, "12");
        watch.beforeReading(a);
        assertThat(watch.changed()).contains(new Change(a, Kind.CHANGED));
    }

    @Test
    void aFileThatIsReplacedByOneThatLooksTheSameHasChanged() throws Exception {
        Path a = Files.writeString(folder.resolve("a"), "1");
        Path other = Files.writeString(folder.resolve("other"), "2");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(a));
        watch.beforeReading(a);
        Files.move(a, folder.resolve("a~"));
        Files.move(other, a);
        assertThat(watch.awaitChange()).isEqualTo(new Change(a, Kind.CHANGED));
    }

    @Test
    void aFileWithTestsThatComesIsSeenAndOtherFilesOfItsFolderAreNot() throws Exception {
        Path a = Files.writeString(folder.resolve("a.coex"), "1");
        watch.beforeReading(folder);
        assertThat(watch.filesOf(List.of(folder.toString()))).containsExactly(a.toString());
        Files.writeString(folder.resolve("notes.txt"), "");
        assertThat(watch.changed()).isEmpty();
        Path b = Files.writeString(folder.resolve("b.coex"), "");
        assertThat(watch.changed()).contains(new Change(b, Kind.NEW));
    }
}
