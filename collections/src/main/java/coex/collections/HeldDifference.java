// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.SharedTail;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Counts by how much what one version holds differs from what another one holds, in time for what
/// differs.
///
/// The *unfolded* bytes of a version are those of all objects that it leads to, each as often as
/// it is reached: no fewer than it holds, and as many if it refers to nothing twice. They are a sum
/// over objects, so their difference is one too, in which an object counts once for each way to it
/// in the new version, and less once for each way in the old one. What has as many ways in both
/// needs not be looked into: it counts for nothing, and neither does what is behind it.
///
/// So the walk begins with the new version at 1 and the old one at -1. Looking into an object takes
/// its number away from it, and adds it to each of those that it refers to. Numbers that meet at
/// an object cancel out. The order decides only how much is looked into in vain: it goes level by
/// level, as versions mostly share objects of the same level; an object that is met again after it
/// was looked into comes first, so that what lay behind it cancels out before it is looked into
/// itself.
///
/// An object of the new version mostly has one of the old version that it was made of, in which
/// almost all references stand in the same places. Two such that come one after the other are
/// looked into together: what both refer to in one place cancels out at once, without an entry in
/// the table.
///
/// A list may share its last chunk with longer ones, which others make meanwhile. So the elements
/// there are taken as referred to by the list: for the old version those that it has, for the new
/// one all that are there. What others have appended may thus be counted too much, and never too
/// little.
///
/// Between two steps is a safepoint, as in [HeldBytes]. For one thread, which has entered the heap.
final class HeldDifference {

    private static final int STEP = HeldBytes.STEP;

    /// Versions that refer to one object in more ways than that are not counted.
    private static final int MOST_WAYS = 1 << 20;

    /// Versions in which so much is looked into again, and twice as often as for the first time,
    /// are not counted: ways of many lengths lead to one object.
    private static final int MOST_AGAIN = 10_000;

    private final MutatorContext mutator;
    private final Shape list;
    private final HandleCounts ways = new HandleCounts();
    private final int[] references = new int[STEP];
    private final int[] otherReferences = new int[STEP];

    /// What was looked into before and has been met again, what is looked into for the first time,
    /// and the level after that one.
    private Stack again = new Stack();

    private Stack level = new Stack();
    private Stack next = new Stack();

    private long added;
    private long removed;
    private boolean isCountable = true;

    /// How often something was looked into, for the first time and again.
    private int looks;

    private int looksAgain;

    /// Objects to look into. One whose number is 0 by then is passed over.
    private static final class Stack {
        private int[] handles = new int[64];
        private int size;

        void push(int handle) {
            if (size == handles.length) {
                handles = Arrays.copyOf(handles, 2 * size);
            }
            handles[size++] = handle;
        }

        int pop() {
            return handles[--size];
        }

        /// The one that is next; 0 if there is none.
        int top() {
            return size == 0 ? 0 : handles[size - 1];
        }
    }

    HeldDifference(MutatorContext mutator, Heap heap) {
        this.mutator = mutator;
        this.list = SharedTail.listShape(heap);
    }

    /// No fewer bytes than those that the new version holds and the old one does not.
    long added() {
        return added;
    }

    /// The unfolded bytes of the new version less those of the old one, or a little more.
    long unfolded() {
        return added - removed;
    }

    /// Whether the other numbers are good: else objects are reached in too many ways.
    boolean isCountable() {
        return isCountable;
    }

    /// Counts two versions that the caller has rooted; either may be 0.
    void count(long newer, long older) {
        meet((int) newer, 1);
        meet((int) older, -1);
        while (isCountable) {
            if (again.size > 0) {
                lookInto(again.pop());
            } else if (level.size > 0) {
                int handle = level.pop();
                if (lookIntoBoth(handle, level.top())) {
                    level.pop();
                } else {
                    lookInto(handle);
                }
            } else if (next.size > 0) {
                Stack done = level;
                level = next;
                next = done;
            } else {
                return;
            }
        }
    }

    private void meet(int handle, int times) {
        if (handle == 0) {
            return;
        }
        int place = ways.place(handle);
        int before = ways.count(place);
        ways.setCount(place, before + times);
        if (Math.abs(before + times) > MOST_WAYS) {
            isCountable = false;
        } else if (before == 0) {
            (ways.isMarked(place) ? again : next).push(handle);
        }
    }

    /// Looks into two objects at once, if one of them counts as much less as the other one more;
    /// else does nothing and returns false.
    private boolean lookIntoBoth(int one, int other) {
        if (other == 0) {
            return false;
        }
        int times = ways.count(ways.place(one));
        if (times == 0 || ways.count(ways.place(other)) != -times) {
            return false;
        }
        long address = address(one);
        long otherAddress = address(other);
        Shape shape = shape(address);
        Shape otherShape = shape(otherAddress);
        if (shape == list || otherShape == list) {
            return false;
        }
        int end = HeldBytes.read(address, shape, 0, references);
        int otherEnd = HeldBytes.read(otherAddress, otherShape, 0, otherReferences);
        if (end == STEP || otherEnd == STEP) {
            return false; // there may be more
        }
        note(one, address, shape);
        note(other, otherAddress, otherShape);
        meetDifferent(times, end, otherEnd);
        mutator.poll();
        return true;
    }

    /// Meets those of the references read that are not the same on both sides. Two that stand in
    /// one place come one after the other, so that they are looked into together.
    private void meetDifferent(int times, int count, int otherCount) {
        int begin = 0;
        int end = count;
        int otherEnd = otherCount;
        while (begin < end && begin < otherEnd && references[begin] == otherReferences[begin]) {
            begin++;
        }
        while (end > begin
                && otherEnd > begin
                && references[end - 1] == otherReferences[otherEnd - 1]) {
            end--;
            otherEnd--;
        }
        boolean sameSize = end == otherEnd;
        for (int i = begin; i < Math.max(end, otherEnd); i++) {
            if (sameSize && references[i] == otherReferences[i]) {
                continue;
            }
            if (i < end) {
                meet(references[i], times);
            }
            if (i < otherEnd) {
                meet(otherReferences[i], -times);
            }
        }
    }

    /// Takes an object's number away from it, and counts its own bytes; returns the number.
    private int note(int handle, long address, Shape shape) {
        int place = ways.place(handle);
        int times = ways.count(place);
        ways.setCount(place, 0);
        if (ways.isMarked(place)) {
            looksAgain++;
            isCountable &= looksAgain < MOST_AGAIN || looksAgain / 2 < looks;
        }
        ways.mark(place);
        looks++;
        add(HeapCore.bytesAt(address, shape), times);
        return times;
    }

    private void lookInto(int handle) {
        if (ways.count(ways.place(handle)) == 0) {
            return;
        }
        long address = address(handle);
        Shape shape = shape(address);
        int times = note(handle, address, shape);
        if (shape == list && lookIntoList(address, times)) {
            mutator.poll();
            return;
        }
        meetAll(handle, times);
    }

    private void add(long bytes, int times) {
        if (times > 0) {
            added += bytes * times;
        } else {
            removed -= bytes * times;
        }
    }

    /// Whether it is a list whose last chunk others may fill. No safepoint.
    private boolean lookIntoList(long address, int times) {
        int tail = (int) SharedTail.of(address);
        long chunk = address(tail);
        Shape shape = shape(chunk);
        if (!shape.isMutable() || shape.elementKind() != Kind.REFERENCE) {
            return false;
        }
        add(HeapCore.bytesAt(chunk, shape), times);
        int most = times > 0 ? STEP : SharedTail.elements(address);
        int count = Math.min(most, HeldBytes.read(chunk, shape, 0, references));
        for (int i = 0; i < count; i++) {
            meet(references[i], times);
        }
        count = HeldBytes.read(address, list, 0, references);
        for (int i = 0; i < count; i++) {
            if (references[i] != tail) {
                meet(references[i], times);
            }
        }
        return true;
    }

    /// Meets what an object refers to, a step's at a time.
    private void meetAll(int handle, int times) {
        int count = STEP;
        for (int from = 0; count == STEP; from += count) {
            long address = address(handle);
            count = HeldBytes.read(address, shape(address), from, references);
            for (int i = 0; i < count; i++) {
                meet(references[i], times);
            }
            mutator.poll();
        }
    }

    private long address(int handle) {
        return mutator.address(Integer.toUnsignedLong(handle));
    }

    private Shape shape(long address) {
        return mutator.core().shapes().find(ObjectHeader.shape(Memory.getLong(address)));
    }
}
