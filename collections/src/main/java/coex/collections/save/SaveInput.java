// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads the segments of a save, and makes its objects in the heap: what [SaveOutput] has written.
///
/// Nothing is believed: blocks are checked by [BlockReader], and what is in them by the forms. Room
/// is taken for what was read, never for what a number says will come; so a save that was made up
/// can fill the heap with no more than its own length warrants.
///
/// Objects that are being restored are in frames of the mutator's, and in [RestoredObjects]. When
/// it ends early they are all garbage.
///
/// For one thread, with a borrowed mutator for as long as it takes; what is nested deeply is read
/// by others, which it waits for ([FreshStacks]).
public final class SaveInput implements AutoCloseable {

    /// Bytes of an array in the JVM that are taken before the first of them has been read.
    private static final int FIRST_BYTES = 1 << 16;

    private final Heap heap;
    private final MutatorContext mutator;
    private final BlockReader blocks;
    private final RootFrame frame;

    /// The numbered objects of this segment.
    private RestoredObjects numbered;

    private final List<Object> kinds = new ArrayList<>();

    /// As in [SaveOutput].
    private int depth;

    private final FreshStacks stacks = new FreshStacks();

    public SaveInput(Heap heap, MutatorContext mutator, ReadableByteChannel channel) {
        this.heap = heap;
        this.mutator = mutator;
        this.blocks = new BlockReader(channel);
        this.frame = RootFrame.slots(mutator, 1);
    }

    @Override
    public void close() {
        stacks.close();
        frame.close();
    }

    public Heap heap() {
        return heap;
    }

    public MutatorContext mutator() {
        return mutator;
    }

    // Segments

    /// Reads the head of the save.
    public void readHead() throws IOException {
        outside(blocks::readHead);
    }

    /// Begins the next segment. False if the save has no more.
    public boolean beginSegment() throws IOException {
        frame.set(0, 0);
        depth = 0;
        numbered = new RestoredObjects(heap, mutator, frame, 0);
        kinds.clear();
        boolean[] more = new boolean[1];
        outside(() -> more[0] = blocks.begin());
        return more[0];
    }

    public void endSegment() throws IOException {
        outside(blocks::end);
    }

    /// Where the save ends so far.
    public SaveEnd soFar() {
        return blocks.soFar();
    }

    // Values

    /// Reads a reference and, if it is new, makes the object. A safepoint; the caller roots the
    /// result.
    public long reference(SavedForm form, long base) throws IOException {
        mutator.poll();
        long tag = number();
        if (tag == SaveOutput.NOTHING) {
            if (!form.hasNothing()) {
                throw refuse("nothing where an object is expected: expected=" + form.kind());
            }
            return 0;
        }
        if (tag == SaveOutput.BASE) {
            if (base == 0) {
                throw refuse("refers to something saved before that is not there");
            }
            return base;
        }
        if (tag >= SaveOutput.FIRST_NUMBER) {
            return numbered(form, tag - SaveOutput.FIRST_NUMBER);
        }
        if (++depth > FreshStacks.MOST_DEPTH) {
            throw refuse(
                    "nested too deeply: most=%d objects one in another"
                            .formatted(FreshStacks.MOST_DEPTH));
        }
        boolean isFull = FreshStacks.isFull(depth);
        long object = isFull ? stacks.run(() -> form.read(this, base)) : form.read(this, base);
        depth--;
        if (tag == SaveOutput.NUMBERED) {
            kinds.add(form.kind());
            numbered.add(object);
        }
        return object;
    }

    private long numbered(SavedForm form, long number) throws BadSaveException {
        if (number >= kinds.size()) {
            throw refuse(
                    "refers to an object that was not read: expected=below %d found=%d"
                            .formatted(kinds.size(), number));
        }
        Object kind = kinds.get((int) number);
        if (!kind.equals(form.kind())) {
            throw refuse(
                    "refers to an object of another kind: expected=%s found=%s"
                            .formatted(form.kind(), kind));
        }
        return numbered.get((int) number);
    }

    /// Reads a value of a type. As [#reference] if it is an object.
    public long value(ValueType type, long base) throws IOException {
        if (type.storage() == Storage.REFERENCE) {
            return reference(SavedForm.of(type), base);
        }
        long bits = word();
        int most = type == Primitive.BOOLEAN ? 1 : 255;
        if (type.storage() == Storage.BYTE && (bits < 0 || bits > most)) {
            throw refuse("not a %s: expected=0 to %d found=%d".formatted(type, most, bits));
        }
        return bits;
    }

    // What objects are made of. Each may read a block, and is a safepoint.

    /// A number that is not negative.
    public long number() throws IOException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = next();
            if (shift == 56 && (next & 0x80) != 0) {
                throw refuse("number too long: expected=at most 63 bits");
            }
            value |= (next & 0x7FL) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
    }

    /// A number in a range.
    public int number(String what, int least, int most) throws IOException {
        long value = number();
        if (value < least || value > most) {
            throw refuse(
                    "%s out of range: expected=%d to %d found=%d"
                            .formatted(what, least, most, value));
        }
        return (int) value;
    }

    private int next() throws IOException {
        require();
        int at = blocks.at();
        blocks.moveTo(at + 1);
        return blocks.buffer()[at] & 0xFF;
    }

    public long word() throws IOException {
        if (blocks.available() >= 8) {
            int at = blocks.at();
            blocks.moveTo(at + 8);
            return SaveFormat.getLong(blocks.buffer(), at);
        }
        return SaveFormat.getLong(bytes(8), 0);
    }

    public int half() throws IOException {
        if (blocks.available() >= 4) {
            int at = blocks.at();
            blocks.moveTo(at + 4);
            return SaveFormat.getInt(blocks.buffer(), at);
        }
        return SaveFormat.getInt(bytes(4), 0);
    }

    /// So many bytes.
    public byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[Math.min(count, FIRST_BYTES)];
        for (int done = 0; done < count; ) {
            require();
            if (done == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(count, 2L * done));
            }
            int step = Math.min(blocks.available(), bytes.length - done);
            System.arraycopy(blocks.buffer(), blocks.at(), bytes, done, step);
            blocks.moveTo(blocks.at() + step);
            done += step;
        }
        return bytes;
    }

    /// Objects to keep in a slot of the caller's frame.
    public RestoredObjects kept(RootFrame roots, int slot) {
        return new RestoredObjects(heap, mutator, roots, slot);
    }

    /// What is wrong with the save at this place.
    public BadSaveException refuse(String what) {
        return new BadSaveException(what, blocks.offset(), false);
    }

    private void require() throws IOException {
        if (blocks.available() == 0) {
            outside(blocks::readData);
        }
    }

    private interface Reading {
        void run() throws IOException;
    }

    /// Reads from the channel while the collector need not wait for this thread.
    private void outside(Reading reading) throws IOException {
        mutator.enterSafeRegion();
        try {
            reading.run();
        } finally {
            mutator.returnFromSafeRegion();
        }
    }
}
