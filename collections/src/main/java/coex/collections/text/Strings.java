// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import static coex.collections.text.TextShapes.BUFFER_CAPACITY;
import static coex.collections.text.TextShapes.BUFFER_TEXT;
import static coex.collections.text.TextShapes.BUFFER_USED;
import static coex.collections.text.TextShapes.FLAT_BYTES;
import static coex.collections.text.TextShapes.FLAT_TEXT;
import static coex.collections.text.TextShapes.HASH;
import static coex.collections.text.TextShapes.POINTS;
import static coex.collections.text.TextShapes.VIEW_BYTES;
import static coex.collections.text.TextShapes.VIEW_PAYLOAD;
import static coex.collections.text.TextShapes.VIEW_SIZE;
import static coex.collections.text.TextShapes.VIEW_START;
import static coex.collections.value.Pause.STEP_BYTES;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.Pause;
import coex.collections.value.Room;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.HeapUsageException;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.IntPair;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Immutable text in UTF-8. Positions are byte offsets; handle 0 is the empty string.
///
/// A string is an object with its bytes inside, or a view of a stretch of another's: slices and the
/// pieces of a split are views, made in constant time and space, except where a copy would be no
/// larger. Appending to a string again and again does not copy it again and again: the text of a
/// string that has grown lies in a buffer with spare room, and the string is a view of what is
/// used. Whoever appends to a string that ends where its buffer's use ends claims room behind it by
/// a compare-and-set of `used` and writes there. All earlier strings see the same bytes as before;
/// a second append to the same string finds the room taken and copies.
///
/// **Ordering.** The claim gives one thread alone the bytes it claimed. It writes them plainly
/// before it publishes the new view, with a release; who has the view sees them.
///
/// **Remembered figures.** Hash and number of code points are worked out when first asked for and
/// written into the object, plainly and by whoever asks: every thread writes the same value.
///
/// The class is whole because every operation works with the same two forms of a string; going
/// through long texts, pieces, bytes and numbers are apart.
public final class Strings implements ValueType, SavedForm {

    /// A longer piece is a view; up to here a copy takes no more than the view would.
    private static final int LONGEST_COPIED_SLICE = VIEW_SIZE - FLAT_TEXT;

    /// Up to here a concatenation is one object with its bytes inside.
    private static final int LONGEST_COPIED_CONCATENATION = 44;

    /// A string is taken to be growing when it is this many times longer than what is appended.
    private static final int GROWING = 4;

    /// The longest string, in bytes.
    public static final int MOST_BYTES = Integer.MAX_VALUE - 64;

    /// So many parts are more than count of any text.
    private static final int WHOLE_PARTS = TextHash.LONGEST_WHOLE / TextHash.BYTES_OF_PART;

    private static final int UNKNOWN = -1;
    private static final long SEALED = ObjectHeader.SEALED;

    /// Objects up to this size are made from room made ahead.
    private static final int SMALL_SIZE = 4096;

    private final int flatShape;
    private final int viewShape;
    private final int bufferShape;

    private Strings(TextShapes shapes) {
        flatShape = shapes.flat().id();
        viewShape = shapes.view().id();
        bufferShape = shapes.buffer().id();
    }

    /// The strings of a heap.
    public static Strings of(Heap heap) {
        return new Strings(TextShapes.of(heap));
    }

    /// Whether objects of a shape are strings.
    public boolean areOf(int shape) {
        return shape == flatShape || shape == viewShape;
    }

    // Looking: no safepoints

    public int byteLength(MutatorContext mutator, long string) {
        return string == 0 ? 0 : byteLengthAt(mutator.address(string));
    }

    /// The length of the string whose object lies at an address, for our own modules.
    public int byteLengthAt(long address) {
        return Memory.getInt(address + (isView(address) ? VIEW_BYTES : FLAT_BYTES));
    }

    /// The address of the first byte, for our own modules. Good until the next safepoint.
    public long text(MutatorContext mutator, long string) {
        return string == 0 ? 0 : textAt(mutator, mutator.address(string));
    }

    /// Like [#text], of the string whose object lies at an address.
    public long textAt(MutatorContext mutator, long address) {
        if (!isView(address)) {
            return address + FLAT_TEXT;
        }
        long payload = Integer.toUnsignedLong(Memory.getInt(address + VIEW_PAYLOAD));
        return mutator.address(payload) + Memory.getInt(address + VIEW_START);
    }

    private boolean isView(long address) {
        return ObjectHeader.shape(Memory.getLong(address)) == viewShape;
    }

    /// The object that holds the bytes: the string itself, or what it is a view of. Not of the
    /// empty string.
    long payload(MutatorContext mutator, long string) {
        long address = mutator.address(string);
        return isView(address)
                ? Integer.toUnsignedLong(Memory.getInt(address + VIEW_PAYLOAD))
                : string;
    }

    /// The byte at a position, 0 to 255; 0 if there is none.
    public int byteAt(MutatorContext mutator, long string, long position) {
        if (position < 0 || position >= byteLength(mutator, string)) {
            return 0;
        }
        return Memory.getByte(text(mutator, string) + position) & 0xFF;
    }

    /// The number of code points.
    public int length(MutatorContext mutator, long string) {
        return length(mutator, string, Pause.NONE);
    }

    /// The same, with pauses if the text is long.
    public int length(MutatorContext mutator, long string, Pause pause) {
        if (string == 0) {
            return 0;
        }
        long address = mutator.address(string);
        int points = Memory.getInt(address + POINTS);
        return points != UNKNOWN ? points : newLength(mutator, string, address, pause);
    }

    private int newLength(MutatorContext mutator, long string, long address, Pause pause) {
        int bytes = byteLengthAt(address);
        int points =
                bytes <= STEP_BYTES
                        ? Utf8.codePoints(textAt(mutator, address), bytes)
                        : LongTexts.codePoints(mutator, this, string, bytes, pause);
        Memory.putInt(mutator.address(string) + POINTS, points);
        return points;
    }

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long string) {
        if (string == 0) {
            return 0;
        }
        long address = mutator.address(string);
        int hash = Memory.getInt(address + HASH);
        return hash != 0 ? hash : newHash(mutator, address);
    }

    @Override
    public int hash(MutatorContext mutator, long string, int parts) {
        if (parts >= WHOLE_PARTS || string == 0) {
            return hash(mutator, string);
        }
        long address = mutator.address(string);
        int bytes = byteLengthAt(address);
        int counted = parts * TextHash.BYTES_OF_PART;
        return bytes <= counted
                ? hash(mutator, string)
                : Utf8.hashOfEnds(textAt(mutator, address), bytes, counted / 2);
    }

    private int newHash(MutatorContext mutator, long address) {
        int hash = Utf8.hash(textAt(mutator, address), byteLengthAt(address));
        Memory.putInt(address + HASH, hash);
        return hash;
    }

    /// Whether the texts are the same. Maps ask this for each key they find, so pauses are left to
    /// the other method, and what both ask first is written in both: this one is small enough to
    /// become part of its callers.
    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        if (first == second) {
            return true;
        }
        if (first == 0 || second == 0) {
            return false;
        }
        long one = mutator.address(first);
        long other = mutator.address(second);
        long lengthAndHash = Memory.getLong(one + FLAT_BYTES);
        int bytes = IntPair.first(lengthAndHash);
        return lengthAndHash == Memory.getLong(other + FLAT_BYTES)
                        && !isView(one)
                        && !isView(other)
                        && Utf8.sameWords(
                                one + POINTS, other + POINTS, TextShapes.flatSize(bytes) - POINTS)
                || equalTexts(mutator, one, other);
    }

    /// The same of strings one of which is a view, has a hash or a number of code points that is
    /// not known yet or, most often, is different.
    private boolean equalTexts(MutatorContext mutator, long one, long other) {
        return mayBeEqual(one, other)
                && Utf8.equal(textAt(mutator, one), textAt(mutator, other), byteLengthAt(one));
    }

    private boolean mayBeEqual(long one, long other) {
        int hash = Memory.getInt(one + HASH);
        int otherHash = Memory.getInt(other + HASH);
        return byteLengthAt(one) == byteLengthAt(other)
                && (hash == otherHash || hash == 0 || otherHash == 0);
    }

    /// The same, with pauses if the texts are long.
    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return true;
        }
        if (first == 0 || second == 0) {
            return false;
        }
        long one = mutator.address(first);
        long other = mutator.address(second);
        long lengthAndHash = Memory.getLong(one + FLAT_BYTES);
        int bytes = IntPair.first(lengthAndHash);
        return lengthAndHash == Memory.getLong(other + FLAT_BYTES)
                        && bytes <= STEP_BYTES
                        && !isView(one)
                        && !isView(other)
                        && Utf8.sameWords(
                                one + POINTS, other + POINTS, TextShapes.flatSize(bytes) - POINTS)
                || equalTexts(mutator, first, second, pause);
    }

    private boolean equalTexts(MutatorContext mutator, long first, long second, Pause pause) {
        long one = mutator.address(first);
        long other = mutator.address(second);
        int bytes = byteLengthAt(one);
        if (bytes <= STEP_BYTES) {
            return equalTexts(mutator, one, other);
        }
        return mayBeEqual(one, other)
                && LongTexts.mismatch(mutator, this, first, 0, second, 0, bytes, pause) < 0;
    }

    /// Less than, equal to or greater than 0, by the order of code points.
    public int compare(MutatorContext mutator, long first, long second) {
        return compare(mutator, first, second, Pause.NONE);
    }

    /// The same, with pauses if the texts are long.
    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        int bytes = byteLength(mutator, first);
        int others = byteLength(mutator, second);
        int both = Math.min(bytes, others);
        long at =
                both <= STEP_BYTES
                        ? Memory.mismatch(text(mutator, first), text(mutator, second), both)
                        : LongTexts.mismatch(mutator, this, first, 0, second, 0, both, pause);
        return at < 0
                ? Integer.compare(bytes, others)
                : Integer.compare(byteAt(mutator, first, at), byteAt(mutator, second, at));
    }

    /// Where `sought` begins first, at or after byte `from`; -1 if nowhere.
    public int indexOf(MutatorContext mutator, long string, long sought, int from) {
        return indexOf(mutator, string, sought, from, Pause.NONE);
    }

    /// The same, with pauses if it takes long.
    public int indexOf(MutatorContext mutator, long string, long sought, int from, Pause pause) {
        return LongTexts.indexOf(mutator, this, string, sought, from, pause);
    }

    public boolean contains(MutatorContext mutator, long string, long sought, Pause pause) {
        return indexOf(mutator, string, sought, 0, pause) >= 0;
    }

    // Making: each is a safepoint

    /// A string of these bytes, which should be UTF-8.
    public long of(MutatorContext mutator, byte[] utf8, int from, int count) {
        if (count == 0) {
            return 0;
        }
        long string = newFlat(mutator, count, 0, 0);
        if (count > STEP_BYTES) {
            copyInLong(mutator, utf8, from, string, count);
        } else {
            Memory.copyIn(utf8, from, mutator.address(string) + FLAT_TEXT, count);
        }
        return string;
    }

    /// A string of these bytes, which the caller has read and knows to be so many code points.
    public long of(MutatorContext mutator, byte[] utf8, int from, int count, int codePoints) {
        if (count == 0) {
            return 0;
        }
        long string = newFlat(mutator, count, 0, 0);
        long address = mutator.address(string);
        Memory.putInt(address + POINTS, codePoints);
        if (count > STEP_BYTES) {
            copyInLong(mutator, utf8, from, string, count);
        } else {
            Utf8.copyIn(utf8, from, address + FLAT_TEXT, count);
        }
        return string;
    }

    private static void copyInLong(
            MutatorContext mutator, byte[] utf8, int from, long string, int count) {
        int frame = mutator.root(string);
        try {
            LongTexts.copyIn(mutator, utf8, from, string, FLAT_TEXT, count);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// A string of the characters of `text`; lone surrogates become `?`.
    public long of(MutatorContext mutator, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return of(mutator, utf8, 0, utf8.length);
    }

    /// The characters as a Java string; what is not UTF-8 becomes U+FFFD.
    public String toJava(MutatorContext mutator, long string) {
        return new String(bytes(mutator, string), StandardCharsets.UTF_8);
    }

    public byte[] bytes(MutatorContext mutator, long string) {
        int bytes = byteLength(mutator, string);
        byte[] utf8 = bytes > STEP_BYTES ? newArray(mutator, string, bytes) : new byte[bytes];
        copyOut(mutator, string, 0, utf8, 0, utf8.length);
        return utf8;
    }

    /// The JVM fills a new array with zeros, which takes long if that is long.
    private static byte[] newArray(MutatorContext mutator, long string, int bytes) {
        int frame = mutator.root(string);
        try {
            mutator.enterSafeRegion();
            try {
                return new byte[bytes];
            } finally {
                mutator.returnFromSafeRegion();
            }
        } finally {
            mutator.popTo(frame);
        }
    }

    /// The bytes, without a safepoint, however many they are.
    public byte[] bytesAtOnce(MutatorContext mutator, long string) {
        byte[] utf8 = new byte[byteLength(mutator, string)];
        if (string != 0) {
            Memory.copyOut(text(mutator, string), utf8, 0, utf8.length);
        }
        return utf8;
    }

    /// Copies `count` bytes, from a position on, into `target`.
    public void copyOut(
            MutatorContext mutator, long string, int position, byte[] target, int at, int count) {
        if (count > STEP_BYTES) {
            int frame = mutator.root(string);
            try {
                LongTexts.copyOut(mutator, this, string, position, target, at, count);
            } finally {
                mutator.popTo(frame);
            }
        } else if (count > 0) {
            Memory.copyOut(text(mutator, string) + position, target, at, count);
        }
    }

    /// The bytes from `from` to `to`, exclusive; both within the string, in this order.
    public long slice(MutatorContext mutator, long string, int from, int to) {
        int whole = byteLength(mutator, string);
        if (from < 0 || from > to || to > whole) {
            throw new IndexOutOfBoundsException(
                    "slice out of range: from=%d to=%d bytes=%d".formatted(from, to, whole));
        }
        int bytes = to - from;
        if (bytes == whole) {
            return string;
        }
        if (bytes == 0) {
            return 0;
        }
        if (bytes <= LONGEST_COPIED_SLICE) {
            long copy = newFlat(mutator, bytes, string, 0);
            Memory.copy(text(mutator, string) + from, mutator.address(copy) + FLAT_TEXT, bytes);
            return copy;
        }
        return newView(mutator, string, from, bytes);
    }

    private long newView(MutatorContext mutator, long string, int from, int bytes) {
        Room.make(mutator, VIEW_SIZE, 1, string, 0, 0);
        long address = mutator.address(string);
        long payload = string;
        int start = FLAT_TEXT + from;
        boolean ascii = Memory.getInt(address + POINTS) == byteLengthAt(address);
        if (isView(address)) {
            payload = Integer.toUnsignedLong(Memory.getInt(address + VIEW_PAYLOAD));
            start = Memory.getInt(address + VIEW_START) + from;
        }
        return publishView(mutator, payload, start, bytes, ascii ? bytes : UNKNOWN);
    }

    /// Makes a view from room made ahead.
    private long publishView(
            MutatorContext mutator, long payload, int start, int bytes, int codePoints) {
        long view = mutator.allocator().takeReserved(VIEW_SIZE);
        Memory.putLong(view + VIEW_PAYLOAD, IntPair.of(payload, 0)); // no hash yet
        Memory.putLong(view + POINTS, IntPair.of(codePoints, start));
        Memory.putLong(view + VIEW_BYTES, IntPair.of(bytes, 0));
        return mutator.allocator().publish(view, viewShape, SEALED);
    }

    /// The two strings one after the other.
    public long concat(MutatorContext mutator, long first, long second) {
        int head = byteLength(mutator, first);
        int tail = byteLength(mutator, second);
        if (tail == 0) {
            return first;
        }
        if (head == 0) {
            return second;
        }
        int whole = checkLength((long) head + tail);
        if (whole <= LONGEST_COPIED_CONCATENATION || head / GROWING < tail) {
            return copyOfBoth(mutator, first, second, head, tail);
        }
        Room.make(mutator, VIEW_SIZE, 1, first, second, 0);
        long appended = appendInPlace(mutator, first, second, head, tail);
        return appended != 0 ? appended : copyIntoBuffer(mutator, first, second, head, tail);
    }

    static int checkLength(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new HeapUsageException(
                    "string too long: bytes=%d maximum=%d".formatted(bytes, MOST_BYTES));
        }
        return (int) bytes;
    }

    private long copyOfBoth(MutatorContext mutator, long first, long second, int head, int tail) {
        long copy = newFlat(mutator, head + tail, first, second);
        if (head + tail > STEP_BYTES) {
            int frame = mutator.root(first, second, copy);
            try {
                LongTexts.copy(mutator, this, first, copy, FLAT_TEXT);
                LongTexts.copy(mutator, this, second, copy, (long) FLAT_TEXT + head);
            } finally {
                mutator.popTo(frame);
            }
            return copy;
        }
        long to = mutator.address(copy) + FLAT_TEXT;
        Memory.copy(text(mutator, first), to, head);
        Memory.copy(text(mutator, second), to + head, tail);
        return copy;
    }

    /// Appends behind `first` in its buffer, if it has one, ends where the buffer's use ends, and
    /// there is room; else returns 0. Room for a view has been made.
    private long appendInPlace(
            MutatorContext mutator, long first, long second, int head, int tail) {
        long address = mutator.address(first);
        if (!isView(address)) {
            return 0;
        }
        long buffer = Integer.toUnsignedLong(Memory.getInt(address + VIEW_PAYLOAD));
        long payload = mutator.address(buffer);
        if (ObjectHeader.shape(Memory.getLong(payload)) != bufferShape) {
            return 0;
        }
        int start = Memory.getInt(address + VIEW_START);
        int end = start - BUFFER_TEXT + head;
        if (Memory.getInt(payload + BUFFER_CAPACITY) - end < tail
                || !Memory.compareAndSetInt(payload + BUFFER_USED, end, end + tail)) {
            return 0;
        }
        if (tail > STEP_BYTES) {
            return appendLong(mutator, first, second, buffer, start, head, tail);
        }
        Memory.copy(text(mutator, second), payload + BUFFER_TEXT + end, tail);
        return publishView(
                mutator, buffer, start, head + tail, pointsOfBoth(mutator, first, second));
    }

    /// Appends in room that has been claimed. Should the heap be exhausted meanwhile, the room
    /// stays unused: who appends then copies.
    private long appendLong(
            MutatorContext mutator,
            long first,
            long second,
            long buffer,
            int start,
            int head,
            int tail) {
        int frame = mutator.root(first, second, buffer);
        try {
            LongTexts.copy(mutator, this, second, buffer, (long) start + head);
            int points = Memory.getInt(mutator.address(first) + POINTS);
            if (points != UNKNOWN) {
                points += length(mutator, second, Pause.POLL);
            }
            Room.make(mutator, VIEW_SIZE, 1, buffer, 0, 0);
            return publishView(mutator, buffer, start, head + tail, points);
        } finally {
            mutator.popTo(frame);
        }
    }

    private long copyIntoBuffer(
            MutatorContext mutator, long first, long second, int head, int tail) {
        int capacity = (int) Math.min(MOST_BYTES, 2L * (head + tail));
        long size = TextShapes.bufferSize(capacity);
        int frame = mutator.root(first, second, 0);
        try {
            long buffer =
                    mutator.allocator()
                            .allocateArray(bufferShape, size, ObjectHeader.MUTABLE, capacity);
            if (head + tail > STEP_BYTES) {
                mutator.reroot(frame, 2, buffer);
                LongTexts.copy(mutator, this, first, buffer, BUFFER_TEXT);
                LongTexts.copy(mutator, this, second, buffer, (long) BUFFER_TEXT + head);
                length(mutator, first, Pause.POLL); // so that it is known below
                length(mutator, second, Pause.POLL);
            }
            Room.make(mutator, VIEW_SIZE, 1, buffer, 0, 0);
            long payload = mutator.address(buffer);
            if (head + tail <= STEP_BYTES) {
                Memory.copy(text(mutator, first), payload + BUFFER_TEXT, head);
                Memory.copy(text(mutator, second), payload + BUFFER_TEXT + head, tail);
            }
            Memory.putInt(payload + BUFFER_USED, head + tail);
            int points = length(mutator, first) + length(mutator, second); // as costly as the copy
            return publishView(mutator, buffer, BUFFER_TEXT, head + tail, points);
        } finally {
            mutator.popTo(frame);
        }
    }

    private int pointsOfBoth(MutatorContext mutator, long first, long second) {
        long address = mutator.address(first);
        int points = Memory.getInt(address + POINTS);
        return points == UNKNOWN ? UNKNOWN : points + length(mutator, second);
    }

    /// A string of `bytes` bytes that the caller writes before anyone else gets the handle.
    long newFlat(MutatorContext mutator, int bytes, long keep, long keepToo) {
        int size = TextShapes.flatSize(bytes);
        if (size <= SMALL_SIZE && size <= mutator.allocator().largestShared()) {
            Room.make(mutator, size, 1, keep, keepToo, 0);
            long address = mutator.allocator().takeReserved(size);
            Memory.putLong(address + size - 8, 0); // padding
            Memory.putLong(address + FLAT_BYTES, IntPair.of(bytes, 0)); // no hash yet
            Memory.putInt(address + POINTS, UNKNOWN);
            return mutator.allocator().publish(address, flatShape, SEALED);
        }
        int frame = mutator.root(keep, keepToo);
        try {
            long string = mutator.allocator().allocateArray(flatShape, size, SEALED, bytes);
            Memory.putInt(mutator.address(string) + POINTS, UNKNOWN);
            return string;
        } finally {
            mutator.popTo(frame);
        }
    }

    // In saves

    @Override
    public void write(SaveOutput out, long string, long base) throws IOException {
        SavedTexts.write(this, out, string);
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        return SavedTexts.read(this, in);
    }
}
