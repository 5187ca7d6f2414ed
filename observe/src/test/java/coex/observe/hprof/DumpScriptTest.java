package coex.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HprofDump.Summary;
import coex.observe.hprof.DumpScript.Limits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netbeans.lib.profiler.heap.ObjectArrayInstance;
import org.netbeans.lib.profiler.heap.PrimitiveArrayInstance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/// What takes a very large heap, or a disk that is full, by pretending.
class DumpScriptTest {

    @TempDir Path folder;

    private NetBeansDump dump(Heap heap, Limits limits) throws IOException {
        Path file = folder.resolve("heap.hprof");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            DumpScript script = new DumpScript(heap, channel, false, null, limits);
            ConcurrentHeap.of(heap).withLiveObjects(script::write);
            summary = script.summary(Duration.ZERO);
        }
        return new NetBeansDump(file);
    }

    private Summary summary;

    @Test
    void identifiersOfEightBytesAreReadTheSame() throws IOException {
        try (Heap heap = Heap.open()) {
            Shape node =
                    heap.shape("Node").reference("next").longField("value").weak("weak").build();
            Shape text = heap.shape("Text").text().build();
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(2);
            frame.set(0, mutator.allocate(node));
            frame.set(1, mutator.allocateArray(text, 1));
            mutator.setBytes(frame.get(1), 0, new byte[] {'x'}, 0, 1);
            mutator.setReference(frame.get(0), node.field("next"), frame.get(0));
            mutator.setWeak(frame.get(0), node.field("weak"), frame.get(0));
            mutator.setLong(frame.get(0), node.field("value"), 42);

            NetBeansDump dump = dump(heap, new Limits(8, RecordStream.MOST_ITEM_BYTES, 0));

            var object = dump.object(frame.get(0));
            assertThat(object.getValueOfField("value")).isEqualTo(42L);
            assertThat(NetBeansDump.handle(object.getValueOfField("next"))).isEqualTo(frame.get(0));
            assertThat(object.getSize()).isEqualTo(node.fixedBytes());
            assertThat(dump.count("java.lang.ref.WeakReference")).isEqualTo(1);
            assertThat(NetBeansDump.text(dump.object(frame.get(1)))).isEqualTo("x");
        }
    }

    @Test
    void anArrayTooLongForARecordIsCutAndCounted() throws IOException {
        try (Heap heap = Heap.open()) {
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(4);
            Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
            Shape holders = heap.shape("Holders").arrayOf(Kind.REFERENCE).build();
            Shape text = heap.shape("Text").text().build();
            frame.set(0, mutator.allocateArray(longs, 200));
            frame.set(1, mutator.allocateArray(holders, 400));
            byte[] wide = "字".repeat(600).getBytes(StandardCharsets.UTF_8);
            frame.set(2, mutator.allocateArray(text, wide.length));
            mutator.setBytes(frame.get(2), 0, wide, 0, wide.length);
            frame.set(3, mutator.allocateArray(longs, 100));

            NetBeansDump dump = dump(heap, new Limits(4, 1014, 0));

            assertThat(((PrimitiveArrayInstance) dump.object(frame.get(0))).getLength())
                    .isEqualTo(125);
            assertThat(((ObjectArrayInstance) dump.object(frame.get(1))).getLength())
                    .isEqualTo(249);
            assertThat(NetBeansDump.text(dump.object(frame.get(2)))).isEqualTo("字".repeat(500));
            assertThat(((PrimitiveArrayInstance) dump.object(frame.get(3))).getLength())
                    .isEqualTo(100);
            assertThat(summary.cutArrays()).isEqualTo(3);
        }
    }

    @Test
    void fourBytesAreUsedOnlyWhileEveryIdentifierFits() {
        long limit = 1L << 29;
        assertThat(new Identifiers(limit, limit, 4).bytes()).isEqualTo(4);
        assertThat(new Identifiers(limit + 1, 1, 4).bytes()).isEqualTo(8);
        assertThat(new Identifiers(1, limit + 1, 4).bytes()).isEqualTo(8);
        assertThat(new Identifiers(1, 1, 4).reaches(limit - 1)).isTrue();
        assertThat(new Identifiers(1, 1, 4).reaches(limit)).isFalse();
        assertThat(new Identifiers(1, limit + 1, 4).reaches(limit)).isTrue();
    }

    /// A disk with little room.
    private record SmallDisk(int[] left) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) throws IOException {
            if (left[0] == 0) {
                throw new IOException("No space left on device");
            }
            int count = Math.min(left[0], source.remaining());
            source.position(source.position() + count);
            left[0] -= count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void theHeapGoesOnAfterADiskWasFull() {
        try (Heap heap = Heap.open()) {
            Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(1);
            frame.set(0, mutator.allocateArray(longs, 1 << 20));
            DumpScript script =
                    new DumpScript(heap, new SmallDisk(new int[] {3_000_000}), false, null);

            assertThatThrownBy(() -> ConcurrentHeap.of(heap).withLiveObjects(script::write))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("No space left");

            heap.collect();
            assertThat(heap.validate().isValid()).isTrue();
            assertThat(mutator.length(frame.get(0))).isEqualTo(1 << 20);
        }
    }
}
