// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Shape;
import coex.gc.heap.GlobalRoots;
import coex.gc.heap.HeapCore;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.ShadowStack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/// Looks for the shortest way from a root to an object, breadth first, beside the threads of the
/// heap.
///
/// Run by an observer: between two objects, and between pieces of a long array, it lets the
/// collector answer for it, so it holds nobody up. A handle that was met may therefore name another
/// object when its turn comes. A chain that is found is gone along once more, and says so if one of
/// its references is not there any more.
final class RootPathSearch {

    private static final int REFERENCES_AT_ONCE = 4096;
    private static final int OBJECTS_AT_ONCE = 16;
    private static final int FIRST_ROOM = 1024;

    private final Predicate<ObjectView> wanted;
    private final int mostObjects;
    private final ObjectReader reader;
    private final HandleWorklist met;
    private final List<RootPath.Root> roots = new ArrayList<>();

    /// Objects in the order they were met: handle, and who led to it. A number from 0 up is an
    /// index into the same list, and `-1 - n` is the n-th root.
    private int[] handles = new int[FIRST_ROOM];

    private int[] parents = new int[FIRST_ROOM];
    private int count;
    private int next;
    private int found = -1;
    private RootPath result;

    RootPathSearch(HeapCore core, Predicate<ObjectView> wanted, int mostObjects) {
        this.wanted = wanted;
        this.mostObjects = mostObjects;
        this.reader = new ObjectReader(core);
        this.met = new HandleWorklist(core.handles().usedWords() << 6);
    }

    /// Begins at what threads and global roots hold at this moment.
    void addRoots(MutatorRegistry registry, GlobalRoots globals) {
        for (MutatorContext mutator : registry.all()) {
            if (!mutator.isObserver()) {
                addFrames(mutator);
            }
        }
        int global = addRoot(new RootPath.Root(null, 0));
        globals.forEach(handle -> meet(handle, global));
    }

    private void addFrames(MutatorContext mutator) {
        ShadowStack.Glance glance = mutator.stack().glance(Integer.MAX_VALUE);
        int frame = glance.depth();
        for (long[] slots : glance.frames()) {
            frame--;
            int root = 0;
            for (long handle : slots) {
                if (handle != 0 && !met.contains(handle)) {
                    if (root == 0) {
                        root = addRoot(new RootPath.Root(mutator.name(), frame));
                    }
                    meet(handle, root);
                }
            }
        }
    }

    private int addRoot(RootPath.Root root) {
        roots.add(root);
        return -roots.size();
    }

    private void meet(long handle, int parent) {
        if (handle == 0 || count == mostObjects || !met.meet(handle)) {
            return;
        }
        if (count == handles.length) {
            int room = (int) Math.min(mostObjects, 2L * count);
            handles = Arrays.copyOf(handles, room);
            parents = Arrays.copyOf(parents, room);
        }
        handles[count] = (int) handle;
        parents[count] = parent;
        count++;
    }

    /// @param view the observer's
    /// @param rest lets the collector answer for this thread for a moment
    void run(ObjectView view, Runnable rest) {
        while (next < count && found < 0) {
            look(view, rest);
            if (++next % OBJECTS_AT_ONCE == 0) {
                rest.run();
            }
        }
        result = found < 0 ? nothing() : chain(view, rest);
    }

    private void look(ObjectView view, Runnable rest) {
        long handle = handle(next);
        if (!view.turnTo(handle) || view.shape() == null) {
            return;
        }
        if (wanted.test(view)) {
            found = next;
            return;
        }
        int references = reader.referenceCount(view.address(), view.shape());
        for (int from = 0; from < references; from += REFERENCES_AT_ONCE) {
            if (from > 0) {
                rest.run();
                if (!isStill(view, handle, references)) {
                    return;
                }
            }
            meetReferences(view, from, Math.min(references, from + REFERENCES_AT_ONCE));
        }
    }

    /// Turns to the object again; false if it is not there any more.
    private boolean isStill(ObjectView view, long handle, int references) {
        return view.turnTo(handle)
                && view.shape() != null
                && reader.referenceCount(view.address(), view.shape()) == references;
    }

    private void meetReferences(ObjectView view, int from, int to) {
        int first = ObjectReader.firstReference(view.shape());
        for (int i = from; i < to; i++) {
            meet(ObjectReader.referenceAt(view.address(), first + 4 * i), next);
        }
    }

    private long handle(int index) {
        return Integer.toUnsignedLong(handles[index]);
    }

    private RootPath nothing() {
        return new RootPath(null, List.of(), next, count < mostObjects, false);
    }

    private RootPath chain(ObjectView view, Runnable rest) {
        List<RootPath.Step> steps = new ArrayList<>();
        boolean changed = false;
        long child = 0;
        int index = found;
        while (index >= 0) {
            rest.run();
            long handle = handle(index);
            boolean there = view.turnTo(handle);
            Shape shape = there ? view.shape() : null;
            int offset = child == 0 || shape == null ? -1 : offsetOf(view, shape, child);
            changed |= shape == null || child != 0 && offset < 0;
            steps.add(new RootPath.Step(handle, shape, there ? view.bytes() : 0, offset));
            child = handle;
            index = parents[index];
        }
        Collections.reverse(steps);
        return new RootPath(roots.get(-1 - index), steps, next, false, changed);
    }

    private int offsetOf(ObjectView view, Shape shape, long child) {
        int first = ObjectReader.firstReference(shape);
        int references = reader.referenceCount(view.address(), shape);
        for (int i = 0; i < references; i++) {
            if (ObjectReader.referenceAt(view.address(), first + 4 * i) == child) {
                return first + 4 * i;
            }
        }
        return -1;
    }

    RootPath result() {
        return result;
    }
}
