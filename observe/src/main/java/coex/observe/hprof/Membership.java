package coex.observe.hprof;

import coex.gc.Shape;
import coex.gc.diagnose.LiveObjects;

import java.util.Arrays;

/// Which objects are in a dump: those the collection found, and younger ones that something in the
/// dump refers to.
///
/// Threads run on while a dump is written, and put new objects where they had old ones. Were these
/// left out, a cell that is often changed would be written as empty, and all that is behind it as
/// unreachable. A younger object is therefore written too, and so is what it refers to. So that this
/// comes to an end even if threads make objects as fast as they are written, their number has a
/// limit; references to further ones are written as null and counted.
final class Membership {

    private final LiveObjects live;
    private final Identifiers identifiers;
    private final int knownShapes;
    private final long mostYounger;

    /// Younger objects met so far, one bit for each handle.
    private long[] met = new long[0];

    /// Those of them that are still to be written, as a stack.
    private int[] pending = new int[64];

    private int pendingCount;
    private long younger;
    private long dropped;

    /// @param knownShapes objects of shapes with higher ids are left out: the classes are written
    ///     before the first object
    /// @param mostYounger how many younger objects may become members
    Membership(LiveObjects live, Identifiers identifiers, int knownShapes, long mostYounger) {
        this.live = live;
        this.identifiers = identifiers;
        this.knownShapes = knownShapes;
        this.mostYounger = mostYounger;
    }

    /// What to write for a reference: the object's identifier, which makes it a member, or null.
    long identifier(long handle) {
        if (live.contains(handle)) {
            return Identifiers.ofHandle(handle);
        }
        if (handle == 0) {
            return 0;
        }
        if (isMet(handle) || admit(handle)) {
            return Identifiers.ofHandle(handle);
        }
        dropped++;
        return 0;
    }

    private boolean isMet(long handle) {
        int word = (int) (handle >>> 6);
        return word < met.length && (met[word] >>> handle & 1) != 0;
    }

    private boolean admit(long handle) {
        if (younger == mostYounger || !identifiers.reaches(handle)) {
            return false;
        }
        Shape shape = live.shapeOf(handle);
        if (shape == null || shape.id() > knownShapes) {
            return false;
        }
        int word = (int) (handle >>> 6);
        if (word >= met.length) {
            met = Arrays.copyOf(met, Math.max(word + 1, met.length * 2));
        }
        met[word] |= 1L << handle;
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = (int) handle;
        younger++;
        return true;
    }

    /// Whether there are younger objects to write.
    boolean hasPending() {
        return pendingCount > 0;
    }

    /// The next of them.
    long nextPending() {
        return Integer.toUnsignedLong(pending[--pendingCount]);
    }

    /// How many younger objects have become members.
    long younger() {
        return younger;
    }

    /// References that were written as null.
    long dropped() {
        return dropped;
    }
}
