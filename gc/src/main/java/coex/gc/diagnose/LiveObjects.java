// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Shape;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.mutator.MutatorRegistry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// What a collection has found alive, for as long as no further one begins.
///
/// Given to a thread that holds the collector's role, directly after a cycle. Mutators run on and
/// make new objects, which [#forEach] does not show; what it shows stays as it is, since nothing is
/// freed without the role. An object may refer to a younger one, of which [#contains] says no, if
/// it is mutable, was not sealed at the end of the cycle, or was born while the cycle ended;
/// [#visit] shows that one too.
public final class LiveObjects {

    private static final int OBJECTS_AT_ONCE = 1024;

    private final HeapCore core;
    private final HeapInspector inspector;
    private final Runnable continueUnlessClosing;
    private final ObjectView single;
    private final ObjectView glimpse;

    /// One bit for each handle: what is shown. A copy, because handles that mutators have set aside
    /// carry marks too, and become objects while one looks.
    private final long[] live;

    private final long count;

    /// @param continueUnlessClosing called between objects; throws when the heap is being closed
    public LiveObjects(HeapCore core, MutatorRegistry registry, Runnable continueUnlessClosing) {
        this.core = core;
        this.inspector = new HeapInspector(core, registry);
        this.continueUnlessClosing = continueUnlessClosing;
        this.single = new ObjectView(core);
        this.glimpse = new ObjectView(core);
        this.live = new long[Math.toIntExact(core.handles().usedWords())];
        long found = 0;
        for (int word = 0; word < live.length; word++) {
            live[word] = objectsIn(word);
            found += Long.bitCount(live[word]);
        }
        this.count = found;
    }

    private long objectsIn(long word) {
        HandleSpace handles = core.handles();
        long marked = handles.allocatedWord(word) & handles.marks().liveWord(word);
        long objects = marked;
        for (long left = marked; left != 0; left &= left - 1) {
            long handle = (word << 6) + Long.numberOfTrailingZeros(left);
            if (!HandleTable.isAddress(handles.table().resolve(handle))) {
                objects &= ~(left & -left);
            }
        }
        return objects;
    }

    /// How many objects [#forEach] shows.
    public long count() {
        return count;
    }

    /// The handles of all of them are below this.
    public long handleLimit() {
        return (long) live.length << 6;
    }

    /// Whether [#forEach] shows the object with this handle.
    public boolean contains(long handle) {
        return handle >>> 6 < live.length && (live[(int) (handle >>> 6)] >>> handle & 1) != 0;
    }

    /// Shows every object to `visitor`, by ascending handle.
    public void forEach(ObjectVisitor visitor) {
        ObjectView view = new ObjectView(core);
        long seen = 0;
        for (int word = 0; word < live.length; word++) {
            for (long left = live[word]; left != 0; left &= left - 1) {
                long handle = ((long) word << 6) + Long.numberOfTrailingZeros(left);
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

    /// Shows one object, which may be younger than the cycle; false if the handle names none. Not
    /// to be called from `visitor`.
    public boolean visit(long handle, ObjectVisitor visitor) {
        continueUnlessClosing.run();
        if (!single.turnTo(handle)) {
            return false;
        }
        visitor.visit(single);
        return true;
    }

    /// The shape of an object, which may be younger than the cycle; null if the handle names none.
    public Shape shapeOf(long handle) {
        return glimpse.turnTo(handle) ? glimpse.shape() : null;
    }

    /// Calls `action` with the handle in each global root.
    public void forEachGlobalRoot(LongConsumer action) {
        core.roots().forEach(action);
    }

    /// The shapes of the heap by ascending id, among them those of all objects shown.
    public List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        for (int id = 1; core.shapes().find(id) != null; id++) {
            shapes.add(core.shapes().find(id));
        }
        return shapes;
    }

    /// [HeapInspector#stacks] at this moment: objects in them may be newer than those shown.
    public List<HeapInspector.StackView> stacks(int mostFrames) {
        return inspector.stacks(mostFrames);
    }
}
