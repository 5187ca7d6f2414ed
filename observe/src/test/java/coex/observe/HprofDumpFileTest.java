package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.hprof.DumpFile;
import coex.observe.hprof.NetBeansDump;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What becomes of the file when things go wrong, and when they do not.
class HprofDumpFileTest {

    @TempDir Path folder;

    private Path file;
    private Heap heap;

    @BeforeEach
    void openAHeapOfSomeMegabytes() {
        file = folder.resolve("heap.hprof");
        heap = Heap.open(SmallHeaps.calm().build());
        Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
        Mutator mutator = heap.attach();
        Frame frame = mutator.frame(1);
        frame.set(0, mutator.allocateArray(longs, 1 << 20));
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private void assertThatTheHeapGoesOn() throws IOException {
        heap.collect();
        assertThat(heap.validate().isValid()).isTrue();
        Path another = folder.resolve("another.hprof");
        assertThat(HprofDump.write(heap, another, null).objects()).isEqualTo(1);
    }

    @Test
    void theFileHasItsNameOnlyOnceItIsComplete() throws IOException {
        List<List<String>> seen = new ArrayList<>();
        HprofDump.write(
                heap,
                file,
                _ -> {
                    try {
                        seen.add(files());
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });

        assertThat(seen).hasSizeGreaterThan(5).containsOnly(List.of("heap.hprof.partial"));
        assertThat(files()).containsExactly("heap.hprof");
    }

    @Test
    void onlyTheOwnerMayReadIt() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        HprofDump.write(heap, file, null);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileThatExistsIsLeftAlone() throws IOException {
        Files.writeString(file, "mine");

        assertThatThrownBy(() -> HprofDump.write(heap, file, null))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage("heap dump file exists already: file=" + file);
        assertThat(file).hasContent("mine");
        assertThat(files()).containsExactly("heap.hprof");
    }

    @Test
    void aFileThatAppearsMeanwhileIsLeftAlone() throws IOException {
        assertThatThrownBy(
                        () ->
                                HprofDump.write(
                                        heap,
                                        file,
                                        _ -> {
                                            try {
                                                Files.writeString(file, "mine");
                                            } catch (IOException e) {
                                                throw new AssertionError(e);
                                            }
                                        }))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("mine");
        assertThat(files()).containsExactly("heap.hprof");
    }

    @Test
    void overwritingReplacesTheFileWhenTheNewOneIsComplete() throws IOException {
        Files.writeString(file, "old");
        HprofDump.overwrite(heap, file, _ -> assertThat(file).hasContent("old"));

        assertThat(new NetBeansDump(file).count("long[]")).isEqualTo(1);
    }

    @Test
    void whatAKilledDumpLeftIsWrittenOver() throws IOException {
        Files.write(folder.resolve("heap.hprof.partial"), new byte[20 << 20]);
        long bytes = HprofDump.write(heap, file, null).fileBytes();

        assertThat(file).hasSize(bytes);
        assertThat(files()).containsExactly("heap.hprof");
    }

    /// Who has opened it before, or may read it, would see the dump else.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatWasLeftIsNotUsedAgain() throws IOException {
        Path partial = Files.writeString(folder.resolve("heap.hprof.partial"), "left");
        Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rw-rw-rw-"));
        try (FileChannel eavesdropper = FileChannel.open(partial, StandardOpenOption.READ)) {
            HprofDump.write(heap, file, null);

            assertThat(eavesdropper.size()).isEqualTo(4);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatOthersHavePutThereEndsTheDump() throws IOException {
        Path partial = folder.resolve("heap.hprof.partial");
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "theirs");
        Files.createSymbolicLink(partial, elsewhere);
        assertThatThrownBy(() -> HprofDump.write(heap, file, null))
                .isInstanceOf(IOException.class)
                .hasMessage("heap dump has a file of others in its way: file=" + partial);
        assertThat(elsewhere).hasContent("theirs");

        Files.move(elsewhere, partial, StandardCopyOption.REPLACE_EXISTING);
        try {
            Files.setAttribute(partial, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give it away: " + e);
        }
        assertThatThrownBy(() -> HprofDump.overwrite(heap, file, null))
                .isInstanceOf(IOException.class)
                .hasMessage("heap dump has a file of others in its way: file=" + partial);
        assertThat(partial).hasContent("theirs");
        assertThatTheHeapGoesOn();
    }

    @Test
    void twoDumpsDoNotWriteTheSameFile() throws IOException {
        try (DumpFile first = DumpFile.create(file, true)) {
            assertThatThrownBy(() -> HprofDump.overwrite(heap, file, null))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another heap dump is being written: file=");
            assertThat(files()).containsExactly("heap.hprof.partial");
            first.complete();
        }
        assertThat(files()).containsExactly("heap.hprof");
    }

    @Test
    void aFolderThatIsMissingIsNamed() throws IOException {
        Path nowhere = folder.resolve("missing").resolve("heap.hprof");

        assertThatThrownBy(() -> HprofDump.write(heap, nowhere, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("heap dump failed: file=" + nowhere + " written=0 reason=");
        assertThatTheHeapGoesOn();
    }

    @Test
    void aFolderIsNotReplaced() throws IOException {
        Files.createDirectory(file);

        assertThatThrownBy(() -> HprofDump.overwrite(heap, file, null))
                .isInstanceOf(IOException.class)
                .hasMessage("heap dump cannot replace a folder: file=" + file);
        assertThatTheHeapGoesOn();
    }

    @Test
    void anInterruptEndsTheDumpAndNothingIsLeftOfIt() throws IOException {
        assertThatThrownBy(
                        () -> HprofDump.write(heap, file, _ -> Thread.currentThread().interrupt()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("heap dump failed: file=" + file)
                .hasCauseInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(files()).isEmpty();
        assertThatTheHeapGoesOn();
    }

    @Test
    void anErrorInTheCallbackEndsTheDumpAndNothingIsLeftOfIt() throws IOException {
        assertThatThrownBy(
                        () ->
                                HprofDump.write(
                                        heap,
                                        file,
                                        _ -> {
                                            throw new IllegalStateException("enough");
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(files()).isEmpty();
        assertThatTheHeapGoesOn();
    }

    @Test
    void aClosedHeapIsNotDumped() throws IOException {
        heap.close();

        assertThatThrownBy(() -> HprofDump.write(heap, file, null))
                .isInstanceOf(HeapClosedException.class);
        assertThat(files()).isEmpty();
    }
}
