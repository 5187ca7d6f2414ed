// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.HeapExhaustedException;
import coex.gc.HeapExhaustedException.Resource;
import coex.gc.HeapUsageException;
import coex.gc.Invariant;
import coex.gc.InvariantViolation;
import coex.gc.memory.AddressTags;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/// The roots of one thread: frames of slots in one contiguous array.
///
///     slots   | frame 0      | frame 1 | frame 2           | frame 3 (top)  | unused
///                                      ^ watermark                          ^ top
///             |<---- frozen ---------->|
///
/// Slots below the watermark are frozen: the collector reads them, in any order and without a lock,
/// while the owner runs. The owner shades a frozen slot's value before it overwrites the slot or
/// takes the value out, and lowers the watermark below a frame before returning into it; a new
/// frame shades what it overwrites of popped ones (`Invariant.FROZEN_UNTIL_SHADED`). What the
/// collector then reads is either the frozen value, which was shaded, or a later one, which the
/// owner keeps alive itself. A handshake so costs the same at any depth.
///
/// **Between cycles** the watermark stays where the last cycle left it: what lies below has been
/// read by the collector, has not changed since, and so names only old objects. A young cycle reads
/// only what lies above ([#unread]). Nothing is shaded on return then, but the watermark is lowered
/// as before.
///
/// Growing copies to a longer array; the collector goes on reading the shorter one it was given,
/// whose frozen part nobody writes any more.
///
/// - slots: written plainly by the owner, read opaquely by the collector below the watermark it was
///   given at the snapshot
/// - `depth` and `deepest`: also read for statistics, see there
/// - everything else is the owner's alone, or the collector's on its behalf under a handshake
public final class ShadowStack {

    static final int MOST_SLOTS = 1 << 28;
    private static final int MOST_FRAMES = 1 << 28;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

    /// Shades a root on behalf of the owner.
    public interface Shader {
        void shade(long handle);
    }

    /// Shades for the owner.
    private final Shader shader;

    /// Shades frames returned to; the same, but for the test that leaves this out.
    private final Shader returnBarrier;

    private long[] slots;
    private int top;

    /// Frame words: serial number above, base slot below. The serial tells a frame from an earlier
    /// one at the same depth.
    private long[] frames = new long[16];

    /// Frames on the stack.
    ///
    /// - writers: the owner, plainly
    /// - readers: the owner; the collector under a handshake; and whoever asks for statistics,
    ///   plainly and at any time
    /// - why: statistics may be a moment old; nothing is decided by them
    private int depth;

    private int serial = 1;
    private int watermark;

    /// Where the watermark was at the snapshot: the collector may still be going to read slots
    /// below this, also those of frames that have been popped since. 0 between cycles.
    private int frozen;

    /// The slots below this were read by the collector in a cycle that has come to its end, and
    /// have not changed since; as of the last snapshot or H4. What has happened to them since is in
    /// `watermark` and `written`.
    private int read;

    /// The lowest slot below the watermark that was stored into since the last snapshot.
    private int written = Integer.MAX_VALUE;

    /// The most frames there ever were. Read for statistics as `depth` is, and not always of the
    /// same moment: a reader may see a `depth` greater than this.
    private int deepest;

    /// Only with checks: a frame was popped that was not the top one, where; null if none was. It
    /// is a mistake unless an exception is on its way to somebody who calls [#unwindTo]. Owner
    /// only.
    private InvariantViolation outOfOrder;

    ShadowStack(int capacity, Shader shader, Shader returnBarrier) {
        this.shader = shader;
        this.returnBarrier = returnBarrier;
        try {
            slots = new long[capacity];
        } catch (OutOfMemoryError e) {
            throw exhausted(capacity, 0, MOST_SLOTS);
        }
    }

    public int depth() {
        return depth;
    }

    public int deepest() {
        return deepest;
    }

    public int top() {
        return top;
    }

    public int watermark() {
        return watermark;
    }

    /// The first slot of the frame at a depth counted from 0 at the bottom.
    public int base(int frame) {
        return (int) frames[frame];
    }

    /// The word that identifies the frame at a depth for as long as it is on the stack.
    public long frameWord(int frame) {
        return frames[frame];
    }

    /// Whether the frame with this word is still at this depth.
    public boolean isOpen(int frame, long word) {
        return frame < depth && frames[frame] == word;
    }

    /// Pushes a frame of zeroed slots and returns its depth.
    public int push(int count) {
        if (AddressTags.ON) {
            requireOrder();
        }
        int base = top;
        if (base + count > slots.length || depth == frames.length) {
            grow(count);
        }
        if (base < frozen) {
            // Frames popped several at a time were not shaded on the way.
            shadeRange(base, Math.min(frozen, base + count), shader);
        }
        Arrays.fill(slots, base, base + count, 0);
        int frame = depth;
        frames[frame] = (long) serial++ << 32 | base;
        depth = frame + 1;
        top = base + count;
        if (depth > deepest) {
            deepest = depth;
        }
        return frame;
    }

    /// Pops the frame at depth `frame` and all above it. Nothing has changed if shading fails.
    public void popTo(int frame) {
        int newTop = base(frame);
        int below = frame == 0 ? 0 : base(frame - 1);
        if (below < watermark) {
            returnBelowWatermark(below, newTop);
        }
        top = newTop;
        depth = frame;
    }

    /// Pops the frame at depth `frame` and all above it, if it is there, whatever has left them.
    void unwindTo(int frame) {
        outOfOrder = null;
        if (frame < depth) {
            popTo(frame);
        }
    }

    /// Like [#push], for code that keeps the first slot itself, which is what it returns, and ends
    /// the frame with [#leave]. The frame's serial number is 0, which no frame has that can be
    /// asked for later.
    int enter(int count) {
        if (AddressTags.ON) {
            requireOrder();
        }
        int base = top;
        int frame = depth;
        if (base + count > slots.length || frame == frames.length) {
            grow(count);
        }
        if (base < frozen) {
            shadeRange(base, Math.min(frozen, base + count), shader);
        }
        for (int slot = base; slot < base + count; slot++) {
            slots[slot] = 0;
        }
        frames[frame] = base;
        depth = frame + 1;
        top = base + count;
        if (frame >= deepest) {
            deepest = frame + 1;
        }
        return base;
    }

    /// Pops the top frame, which [#enter] has made and whose first slot is `base`.
    void leave(int base) {
        int frame = depth - 1;
        if (base <= watermark) { // then the frame below may lie under the watermark
            popTo(frame);
            return;
        }
        top = base;
        depth = frame;
    }

    /// Fails if the top frame is not one that [#enter] has made and whose first slot is `base`.
    void requireTop(int base) {
        long word = depth == 0 ? -1 : frames[depth - 1];
        if (word != base) {
            String found = depth == 0 ? "none" : Integer.toString((int) word);
            throw new InvariantViolation(
                    Invariant.RESULT_OUTLIVES_FRAME,
                    "frame popped that is not on top: base=%d depth=%d top frame's base=%s"
                            .formatted(base, depth, found));
        }
    }

    // Checks of frames, for tests

    /// Before a frame is popped: fails if it is not there. If it is not the top one either
    /// something that was called has not popped its own, or an exception is on its way; the next
    /// use of the stack tells.
    void checkPop(int frame) {
        if (frame >= depth) {
            throw misuse("frame used that is popped", frame, 0);
        }
        if (frame + 1 != depth && outOfOrder == null) {
            outOfOrder = misuse("frame popped that is not on top", frame, 0);
        }
    }

    /// Fails if a frame was popped that was not on top, and no exception was the reason.
    private void requireOrder() {
        if (outOfOrder != null) {
            throw outOfOrder;
        }
    }

    /// Fails if the frame with this word is not on the stack any more.
    void requireOpen(int frame, long word) {
        if (!isOpen(frame, word)) {
            throw misuse("frame used that is popped", frame, 0);
        }
    }

    /// Fails if the frame has no such slot.
    void requireSlot(int frame, int slot) {
        requireOrder();
        int end = frame + 1 == depth ? top : base(frame + 1);
        if (slot < 0 || slot >= end - base(frame)) {
            throw misuse("slot used that a frame does not have", frame, slot);
        }
    }

    /// Fails if the frame at this depth is not the top one, or has no such slot.
    void requireTop(int frame, int slot) {
        if (frame + 1 != depth) {
            throw misuse("frame used that is not on top", frame, slot);
        }
        requireSlot(frame, slot);
    }

    private InvariantViolation misuse(String what, int frame, int slot) {
        return new InvariantViolation(
                Invariant.RESULT_OUTLIVES_FRAME,
                "%s: frame=%d slot=%d depth=%d".formatted(what, frame, slot, depth));
    }

    private void returnBelowWatermark(int base, int end) {
        if (frozen > 0) {
            shadeRange(base, end, returnBarrier);
        }
        watermark = base;
    }

    public long get(int slot) {
        long handle = slots[slot];
        if (isFrozen(slot)) {
            shader.shade(handle);
        }
        return handle;
    }

    /// Whether the collector may be going to read a slot that has not been shaded.
    private boolean isFrozen(int slot) {
        return slot < watermark && frozen > 0;
    }

    /// Reads a slot without taking the value out, for a look at the stack by its owner or under a
    /// handshake.
    public long peek(int slot) {
        return slots[slot];
    }

    /// A look at the stack from any thread, while the owner runs: frames from the top down, `most`
    /// of them. What is read may be of several moments, but is always some value a slot has had.
    public Glance glance(int most) {
        return glance(Integer.MAX_VALUE, most);
    }

    /// The same without the frames from `below` on, counted from 0 at the bottom: so a deep stack
    /// can be looked at piece by piece. The glance is then as deep as that.
    public Glance glance(int below, int most) {
        long[] words = frames;
        long[] values = slots;
        int all = Math.min(depth, words.length);
        int count = Math.min(all, below);
        int end = Math.clamp(count < all ? (int) words[count] : top, 0, values.length);
        List<long[]> seen = new ArrayList<>();
        for (int frame = count - 1; frame >= 0 && seen.size() < most; frame--) {
            int base = Math.clamp((int) words[frame], 0, end);
            seen.add(Arrays.copyOfRange(values, base, end));
            end = base;
        }
        int mark = frozen > 0 ? watermark : 0;
        int frozenFrames = 0;
        int notFrozen = count;
        while (frozenFrames < notFrozen) {
            int middle = (frozenFrames + notFrozen) >>> 1;
            if ((int) words[middle] < mark) {
                frozenFrames = middle + 1;
            } else {
                notFrozen = middle;
            }
        }
        return new Glance(count, frozenFrames, seen);
    }

    /// What [#glance] has seen.
    ///
    /// @param frozenFrames how many frames, counted from the bottom, lie below the watermark
    /// @param frames the slots of each frame, the top one first
    public record Glance(int depth, int frozenFrames, List<long[]> frames) {

        /// Calls `action` with what is in each slot, 0 included.
        public void forEachSlot(LongConsumer action) {
            for (long[] slots : frames) {
                for (long handle : slots) {
                    action.accept(handle);
                }
            }
        }
    }

    /// Stores into a slot of the top frame, which is never frozen while its thread runs.
    public void setTop(int slot, long handle) {
        slots[slot] = handle;
    }

    public void set(int slot, long handle) {
        if (slot < watermark) {
            if (frozen > 0) {
                shader.shade(slots[slot]);
            }
            written = Math.min(written, slot);
        }
        slots[slot] = handle;
    }

    /// At the snapshot: shades the top frame and whole frames below it with
    /// up to `most` slots, and freezes the rest.
    ///
    /// @param by shades the top frame: the collector if it acts for the owner
    public void freezeBelowTop(int most, Shader by) {
        int from = top - slotsFromTop(most);
        shadeRange(from, top, by);
        read = unchanged(read);
        written = Integer.MAX_VALUE;
        watermark = from;
        frozen = from;
    }

    /// At the snapshot: the first frozen slot that a young cycle has to read.
    int unread() {
        return Math.min(read, watermark);
    }

    /// Between two cycles: the slots below this have not changed since the collector has read them.
    int unchanged() {
        return unchanged(read);
    }

    private int unchanged(int limit) {
        return Math.min(limit, Math.min(watermark, written));
    }

    /// How many slots the top frame and whole frames below it have, these with up to `most` slots.
    private int slotsFromTop(int most) {
        int frame = depth;
        int from = top;
        if (frame > 0) {
            from = base(--frame);
            while (frame > 0 && base(depth - 1) - base(frame - 1) <= most) {
                from = base(--frame);
            }
        }
        return top - from;
    }

    /// The collector has read the frozen part; nothing needs to be shaded on return any more. Can
    /// be done again. The watermark stays where a frame begins: [#leave] relies on it.
    void endFreeze() {
        read = unchanged(watermark);
        frozen = 0;
    }

    /// The same if the collector has not read it, or will not come again.
    void thawAll() {
        read = 0;
        watermark = 0;
        frozen = 0;
    }

    /// Empties the stack, at the end of the thread.
    void clear() {
        outOfOrder = null;
        top = 0;
        depth = 0;
        thawAll();
    }

    long[] slots() {
        return slots;
    }

    /// Reads a slot of an array handed out by [#slots] from another thread.
    public static long slotOpaque(long[] slots, int slot) {
        return (long) SLOT.getOpaque(slots, slot);
    }

    private void shadeRange(int from, int to, Shader by) {
        for (int slot = from; slot < to; slot++) {
            by.shade(slots[slot]);
        }
    }

    /// Makes room for a frame. If that fails the stack is as it was.
    private void grow(int count) {
        int needed = top + count;
        if (needed > MOST_SLOTS || depth == MOST_FRAMES) {
            throw new HeapUsageException(
                    "shadow stack overflow: depth=%d slots=%d maximum=%d"
                            .formatted(depth, needed, MOST_SLOTS));
        }
        if (needed > slots.length) {
            slots = longer(slots, Math.max(needed, slots.length * 2), top, MOST_SLOTS);
        }
        if (depth == frames.length) {
            frames = longer(frames, depth * 2, depth, MOST_FRAMES);
        }
    }

    private static long[] longer(long[] array, int length, int used, int limit) {
        try {
            return Arrays.copyOf(array, length);
        } catch (OutOfMemoryError e) {
            throw exhausted(length, used, limit);
        }
    }

    private static HeapExhaustedException exhausted(int wanted, int used, int limit) {
        return new HeapExhaustedException(Resource.STACK, wanted, used, 0, limit);
    }
}
