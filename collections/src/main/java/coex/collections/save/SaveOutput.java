// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/// Writes one segment of a save: objects of the heap, each followed by what it refers to.
///
///     reference  | 0: none | 1: the base | 2: an object, which follows | 3: the same, numbered |
///                | 4 and more: the numbered object of that number less 4                       |
///
/// References and other numbers have seven bits in a byte, the lowest first; the highest bit says
/// that more follow. Words have eight bytes. What follows an object is up to its [SavedForm].
///
/// **Two passes.** Only an object that is referred to more than once needs a number. The first pass
/// goes through everything without writing and finds out which those are, with two bits for each
/// handle; the second writes. Both see the same, since the versions that are saved do not change
/// and stay open. So what saving takes in the JVM is two bits for each object that is written, and
/// a table of those that are shared.
///
/// **Safepoints.** Each reference is one. When a block is full it is written in a safe region, in
/// which the collector need not wait for this thread, whatever the channel does.
///
/// For one thread, with a borrowed mutator for as long as it takes; what is nested deeply is
/// written by others, which it waits for ([FreshStacks]).
public final class SaveOutput {

    static final int NOTHING = 0;
    static final int BASE = 1;
    static final int OBJECT = 2;
    static final int NUMBERED = 3;
    static final int FIRST_NUMBER = 4;

    /// The most bytes of a number.
    private static final int MOST_NUMBER = 10;

    /// What is going to be written, and the roots of it.
    public interface Content {
        void write(SaveOutput out) throws IOException;
    }

    private final MutatorContext mutator;
    private final BlockWriter blocks;
    private final HandleSet seen = new HandleSet();
    private final HandleSet shared = new HandleSet();
    private final SharedObjects numbered = new SharedObjects();

    /// Whether this is the first pass.
    private boolean surveying;

    /// How many objects the next one lies in. The same limit holds for reading, so that what was
    /// saved can be restored.
    private int depth;

    private final FreshStacks stacks = new FreshStacks();

    private SaveOutput(MutatorContext mutator, WritableByteChannel channel, SaveEnd before) {
        this.mutator = mutator;
        this.blocks = new BlockWriter(channel, before);
    }

    /// Writes a segment behind what there is of a save. Where it ends then.
    public static SaveEnd write(
            MutatorContext mutator, WritableByteChannel channel, SaveEnd before, Content content)
            throws IOException {
        SaveOutput out = new SaveOutput(mutator, channel, before);
        try (var _ = out.stacks) {
            out.surveying = true;
            content.write(out);
            out.surveying = false;
            out.outside(out.blocks::begin);
            content.write(out);
            SaveEnd[] end = new SaveEnd[1];
            out.outside(() -> end[0] = out.blocks.end());
            return end[0];
        }
    }

    public MutatorContext mutator() {
        return mutator;
    }

    // Values

    /// Writes a reference and, if it is new, the object.
    ///
    /// @throws IllegalArgumentException if they are nested too deeply
    public void reference(SavedForm form, long object, long base) throws IOException {
        mutator.poll();
        if (++depth > FreshStacks.MOST_DEPTH) {
            throw new IllegalArgumentException(
                    ("value nested too deeply to be saved: most=%d objects one in another, nodes of"
                                    + " collections too; keep its parts as entries of a collection"
                                    + " that name each other by their keys")
                            .formatted(FreshStacks.MOST_DEPTH));
        }
        if (FreshStacks.isFull(depth)) {
            stacks.run(
                    () -> {
                        write(form, object, base);
                        return null;
                    });
        } else {
            write(form, object, base);
        }
        depth--;
    }

    private void write(SavedForm form, long object, long base) throws IOException {
        if (object == 0) {
            number(NOTHING);
        } else if (object == base) {
            number(BASE);
        } else if (surveying) {
            survey(form, object, base);
        } else if (shared.contains(object)) {
            sharedReference(form, object, base);
        } else {
            number(OBJECT);
            form.write(this, object, base);
        }
    }

    private void survey(SavedForm form, long object, long base) throws IOException {
        if (seen.add(object)) {
            form.write(this, object, base);
        } else {
            shared.add(object);
        }
    }

    private void sharedReference(SavedForm form, long object, long base) throws IOException {
        Object kind = form.kind();
        int number = numbered.find(object, kind);
        if (number >= 0) {
            number(FIRST_NUMBER + (long) number);
        } else if (number == SharedObjects.OTHER) {
            number(OBJECT);
            form.write(this, object, base);
        } else {
            number(NUMBERED);
            form.write(this, object, base);
            numbered.add(object, kind);
        }
    }

    /// Writes a value of a type.
    ///
    /// @param base of a value that is an object
    public void value(ValueType type, long bits, long base) throws IOException {
        if (type.storage() == Storage.REFERENCE) {
            reference(SavedForm.of(type), bits, base);
        } else {
            word(bits);
        }
    }

    // What objects are made of. Each may write a full block, and is a safepoint.

    /// A number that is not negative.
    public void number(long value) throws IOException {
        if (surveying) {
            return;
        }
        require(MOST_NUMBER);
        byte[] buffer = blocks.buffer();
        int at = blocks.at();
        long rest = value;
        while (rest > 0x7F) {
            buffer[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[at++] = (byte) rest;
        blocks.moveTo(at);
    }

    public void word(long value) throws IOException {
        if (!surveying) {
            require(8);
            SaveFormat.putLong(blocks.buffer(), blocks.at(), value);
            blocks.moveTo(blocks.at() + 8);
        }
    }

    public void half(int value) throws IOException {
        if (!surveying) {
            require(4);
            SaveFormat.putInt(blocks.buffer(), blocks.at(), value);
            blocks.moveTo(blocks.at() + 4);
        }
    }

    /// Where bytes of an object lie; asked again after each safepoint.
    public interface Place {
        long address(MutatorContext mutator);
    }

    /// Bytes of an object.
    public void memory(Place place, int count) throws IOException {
        if (surveying) {
            return;
        }
        for (int done = 0; done < count; ) {
            require(1);
            int step = Math.min(blocks.room(), count - done);
            Memory.copyOut(place.address(mutator) + done, blocks.buffer(), blocks.at(), step);
            blocks.moveTo(blocks.at() + step);
            done += step;
        }
    }

    public void bytes(byte[] bytes) throws IOException {
        if (surveying) {
            return;
        }
        for (int done = 0; done < bytes.length; ) {
            require(1);
            int step = Math.min(blocks.room(), bytes.length - done);
            System.arraycopy(bytes, done, blocks.buffer(), blocks.at(), step);
            blocks.moveTo(blocks.at() + step);
            done += step;
        }
    }

    private void require(int bytes) throws IOException {
        if (blocks.room() < bytes) {
            outside(blocks::endData);
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    /// Writes to the channel while the collector need not wait for this thread.
    private void outside(Writing writing) throws IOException {
        mutator.enterSafeRegion();
        try {
            writing.run();
        } finally {
            mutator.returnFromSafeRegion();
        }
    }
}
