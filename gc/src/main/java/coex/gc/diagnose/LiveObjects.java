package coex.gc.diagnose;

import coex.gc.handle.HandleSpace;
import coex.gc.mutator.HeapCore;

import java.util.function.LongConsumer;

/// What a collection has found alive, for as long as no further one begins.
///
/// Given to a thread that holds the collector's role, directly after a cycle. Mutators run on and
/// make new objects, which are not shown; what is shown stays as it is, since nothing is freed
/// without the role. Immutable objects can refer to nothing newer than themselves, so all that they
/// refer to is shown too; a mutable one may refer to an object that is not, as [#contains] tells.
public final class LiveObjects {

    private static final int OBJECTS_AT_ONCE = 1024;

    private final HeapCore core;
    private final HandleSpace handles;
    private final long words;
    private final Runnable continueUnlessClosing;

    /// @param continueUnlessClosing called between objects; throws when the heap is being closed
    public LiveObjects(HeapCore core, Runnable continueUnlessClosing) {
        this.core = core;
        this.handles = core.handles();
        this.words = handles.usedWords();
        this.continueUnlessClosing = continueUnlessClosing;
    }

    /// Whether a handle is among those shown.
    public boolean contains(long handle) {
        return handle >>> 6 < words && (liveWord(handle >>> 6) >>> handle & 1) != 0;
    }

    private long liveWord(long word) {
        return handles.allocatedWord(word) & handles.marks().liveWord(word);
    }

    /// Shows every object to `visitor`, by ascending handle.
    public void forEach(ObjectVisitor visitor) {
        ObjectView view = new ObjectView(core);
        long seen = 0;
        for (long word = 0; word < words; word++) {
            for (long left = liveWord(word); left != 0; left &= left - 1) {
                long handle = (word << 6) + Long.numberOfTrailingZeros(left);
                if (view.turnTo(handle) && !visitor.visit(view)) {
                    return;
                }
                if (++seen % OBJECTS_AT_ONCE == 0) {
                    continueUnlessClosing.run();
                    visitor.rest();
                }
            }
        }
        visitor.rest();
    }

    /// Calls `action` with the handle in each global root.
    public void forEachGlobalRoot(LongConsumer action) {
        core.roots().forEach(action);
    }
}
