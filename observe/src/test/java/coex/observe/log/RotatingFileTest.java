package coex.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Files of limited size and number, as `-Xlog` keeps them.
class RotatingFileTest {

    @TempDir Path folder;

    private Path file() {
        return folder.resolve("gc.log");
    }

    private Path archive(int number) {
        return folder.resolve("gc.log." + number);
    }

    /// Lines of 100 bytes.
    private static String line(int number) {
        return "%099d\n".formatted(number);
    }

    private static void write(RotatingFile log, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            log.write(line(number));
        }
        log.flush();
    }

    private static String lines(int from, int to) {
        return String.join("", IntStream.range(from, to).mapToObj(i -> line(i)).toList());
    }

    @Test
    void fullFilesAreNumberedAndTheOldestIsReplaced() throws IOException {
        RotatingFile log = new RotatingFile(file(), 1050, 3);
        write(log, 0, 45);
        log.close();
        assertThat(file()).hasContent(lines(40, 45));
        assertThat(archive(0)).hasContent(lines(30, 40));
        assertThat(archive(1)).hasContent(lines(10, 20));
        assertThat(archive(2)).hasContent(lines(20, 30));
        assertThat(archive(3)).doesNotExist();
    }

    @Test
    void aFileThatIsThereIsKept() throws IOException {
        Files.writeString(file(), "from before\n");
        RotatingFile log = new RotatingFile(file(), 1050, 3);
        write(log, 0, 1);
        log.close();
        assertThat(archive(0)).hasContent("from before\n");
        assertThat(file()).hasContent(line(0));
    }

    @Test
    void theOldestOfAllIsReplacedFirst() throws IOException {
        for (int number = 0; number < 3; number++) {
            Files.writeString(archive(number), "archive " + number);
            Files.setLastModifiedTime(
                    archive(number), FileTime.fromMillis(number == 1 ? 1000 : 9000 + number));
        }
        Files.writeString(file(), "from before\n");
        new RotatingFile(file(), 1050, 3).close();
        assertThat(archive(0)).hasContent("archive 0");
        assertThat(archive(1)).hasContent("from before\n");
        assertThat(archive(2)).hasContent("archive 2");
    }

    @Test
    void aLineLongerThanAFileIsWrittenWhole() throws IOException {
        RotatingFile log = new RotatingFile(file(), 1050, 3);
        String longLine = "x".repeat(100_000) + "\n";
        log.write(line(1));
        log.write(longLine);
        log.write(line(2));
        log.flush();
        log.close();
        assertThat(archive(0)).hasContent(line(1));
        assertThat(archive(1)).hasContent(longLine);
        assertThat(file()).hasContent(line(2));
    }

    @Test
    void withNoFilesToKeepItIsOneFileWrittenAnew() throws IOException {
        Files.writeString(file(), "from before\n");
        RotatingFile log = new RotatingFile(file(), 1050, 0);
        write(log, 0, 1000);
        log.close();
        assertThat(file()).hasContent(lines(0, 1000));
        assertThat(Files.list(folder)).containsExactly(file());
    }

    @Test
    void ifRenamingFailsTheFullFileStaysAndLinesAreCountedUntilItWorks() throws IOException {
        RotatingFile log = new RotatingFile(file(), 1050, 1);
        write(log, 0, 10);
        Files.createDirectory(archive(0));
        Files.createFile(archive(0).resolve("in the way"));
        List<Integer> lost = new ArrayList<>();
        for (int number = 10; number < 13; number++) {
            try {
                log.write(line(number));
            } catch (IOException e) {
                lost.add(log.discardUnwritten());
            }
        }
        assertThat(lost).containsExactly(1, 1, 1);
        assertThat(file()).hasContent(lines(0, 10));
        Files.delete(archive(0).resolve("in the way"));
        write(log, 13, 15);
        log.close();
        assertThat(archive(0)).hasContent(lines(0, 10));
        assertThat(file()).hasContent(lines(13, 15));
    }
}
