package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/// A save holds what is in a program's memory: nobody but its owner may read it.
@DisabledOnOs(OS.WINDOWS)
class SavedFilePermissionsTest {

    private static final byte[] NOTHING = {};

    @TempDir Path folder;

    private void assertThatNobodyElseMayRead() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).isNotEmpty();
            for (Path file : all) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as("%s", file)
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void savedVersionsAreTheOwnersAlone() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var map = PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG);
            SavedVersions.save(folder.resolve("versions.save"), NOTHING, map.with("tea", 250L));
            assertThatNobodyElseMayRead();
        }
    }

    @Test
    void aFileThatFollowsACollectionIsTheOwnersAlone() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var map = PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG);
            try (var file = SaveFile.open(folder.resolve("file.save"), map)) {
                file.save(map.with("tea", 250L), NOTHING);
                assertThatNobodyElseMayRead();
                file.save(map.with("tea", 270L), NOTHING);
                file.compact();
                assertThatNobodyElseMayRead();
            }
        }
    }

    /// Who has put it there, or has it open, would see the save else.
    @Test
    void whatIsLeftBesideAFileIsNotUsedAgain() throws IOException {
        Path left = Files.writeString(folder.resolve("versions.save.0123456789abcdef.new"), "left");
        Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rw-rw-rw-"));
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options());
                FileChannel eavesdropper = FileChannel.open(left, StandardOpenOption.READ)) {
            var map = PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG);
            SavedVersions.save(folder.resolve("versions.save"), NOTHING, map.with("tea", 250L));
            assertThat(eavesdropper.size()).isEqualTo(4);
            assertThatNobodyElseMayRead();
        }
    }
}
