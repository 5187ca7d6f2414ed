// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Shape;
import coex.gc.heap.HeapCore;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;

/// What roots lead to: global roots and the frames of all threads, each looked at once, in passing,
/// while mutators run.
///
/// Made by the holder of the collector's role, so nothing is freed meanwhile. Every object in it
/// was reachable at some moment while it was made. What a thread moves meanwhile, out of a cell
/// that was not looked at yet into one that was, may be missing; so may what a thread has made and
/// put nowhere yet.
public final class ReachableObjects {

    private static final int OBJECTS_AT_ONCE = 1024;

    private final HandleWorklist handles;
    private final ObjectReader reader;
    private long count;

    /// @param continueUnlessClosing called between objects; throws when the heap is being closed
    public ReachableObjects(
            HeapCore core, MutatorRegistry registry, Runnable continueUnlessClosing) {
        this.handles = new HandleWorklist(core.handles().usedWords() << 6);
        this.reader = new ObjectReader(core);
        for (MutatorContext mutator : registry.all()) {
            if (!mutator.isObserver()) {
                mutator.stack().glance(Integer.MAX_VALUE).forEachSlot(this::meet);
            }
        }
        core.roots().forEach(this::meet);
        while (!handles.isEmpty()) {
            meetReferences(handles.next());
            if (++count % OBJECTS_AT_ONCE == 0) {
                continueUnlessClosing.run();
            }
        }
    }

    private void meet(long handle) {
        if (handle != 0 && reader.isLive(handle)) {
            handles.add(handle);
        }
    }

    private void meetReferences(long handle) {
        long address = reader.address(handle);
        Shape shape = address == 0 ? null : reader.shape(Memory.getLong(address));
        if (shape != null) {
            reader.forEachReference(address, shape, (_, target) -> meet(target));
        }
    }

    /// How many there are.
    public long count() {
        return count;
    }

    /// Whether the object with this handle is among them.
    public boolean contains(long handle) {
        return handles.contains(handle);
    }
}
