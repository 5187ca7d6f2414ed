// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.HeapOptions;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.layout.ShapeTable;
import coex.gc.memory.BlockSpace;
import coex.gc.memory.Memory;

/// What all threads of a heap share: its memory, its shapes, the verdict of the running cycle.
///
/// Every field is final; each part states who may use it how.
public final class HeapCore {

    private final HeapOptions options;
    private final Listeners listeners;
    private final DeferredEvents events;
    private final HandleSpace handles;
    private final BlockSpace blocks;
    private final ShapeTable shapes = new ShapeTable();
    private final Verdict verdict = new Verdict();
    private final GlobalRoots roots;
    private final ScheduleHook hook;

    /// @param hook called at schedule points; null for none beyond what the options ask for
    public HeapCore(HeapOptions options, ScheduleHook hook) {
        this.options = options;
        this.hook =
                hook != null
                        ? hook
                        : options.stress().delayPerMille() > 0
                                ? new RandomDelays(options.stress())
                                : null;
        this.listeners = new Listeners(options.name());
        this.events = new DeferredEvents(listeners);
        this.handles = new HandleSpace(options, this::resized);
        BlockSpace space = null;
        try {
            space = new BlockSpace(options, this::resized);
            this.roots = new GlobalRoots();
        } catch (RuntimeException | Error e) {
            handles.release();
            if (space != null) {
                space.release();
            }
            throw e;
        }
        this.blocks = space;
    }

    public HeapOptions options() {
        return options;
    }

    public Listeners listeners() {
        return listeners;
    }

    public DeferredEvents events() {
        return events;
    }

    private void resized(String region, long fromBytes, long toBytes) {
        try {
            events.add(new HeapEvents.Resized(region, fromBytes, toBytes));
        } catch (OutOfMemoryError e) {
            // One event less: whoever resizes is in the middle of something.
        }
    }

    /// Whether less than half is free of what there may be of bytes, handles or global roots.
    public boolean isFillingUp() {
        return blocks.reusableBytes() < blocks.maximumBytes() / 2
                || handles.isFillingUp()
                || roots.isFillingUp();
    }

    public HandleSpace handles() {
        return handles;
    }

    public BlockSpace blocks() {
        return blocks;
    }

    public ShapeTable shapes() {
        return shapes;
    }

    public Verdict verdict() {
        return verdict;
    }

    public GlobalRoots roots() {
        return roots;
    }

    /// The shape of the object at `address`, or null if its header names none.
    public Shape shapeAt(long address) {
        return shapes.find(ObjectHeader.shape(Memory.getLong(address)));
    }

    /// The bytes of the object at `address`, which is of this shape.
    public static long bytesAt(long address, Shape shape) {
        if (shape.isArray()) {
            return shape.arrayBytes(Memory.getInt(address + Shape.LENGTH_OFFSET));
        }
        if (shape instanceof NodeShape node) {
            return node.form()
                    .bytesOf(
                            Memory.getInt(address + NodeForm.ENTRY_BITS_OFFSET),
                            Memory.getInt(address + NodeForm.CHILD_BITS_OFFSET));
        }
        return shape.fixedBytes();
    }

    /// Takes the bit from an object that says that it is in a log. One that has died since it was
    /// logged has none. Between two cycles or before H2, when no handle is being retired.
    public void clearLogged(long handle) {
        long address = handles.table().resolve(handle);
        if (HandleTable.isAddress(address)) {
            Memory.getAndAndLong(address, ~ObjectHeader.LOGGED);
        }
    }

    /// Whether the embedder wants the heap verified as it is collected.
    public boolean verifies() {
        return !options.verifyAfter().isEmpty();
    }

    /// Whether a test decides which thread runs, and how far.
    public boolean isScheduled() {
        return hook != null && !(hook instanceof RandomDelays);
    }

    /// Lets a test stop the calling thread here.
    public void pass(SchedulePoint point) {
        if (hook != null) {
            hook.at(point);
        }
    }

    /// Lets a test stop the collector before a phase.
    public void passPhase(Phase phase) {
        if (hook != null) {
            hook.atPhase(phase);
        }
    }

    /// The thread of a marker that helps, not started. It must not lead to the heap an embedder
    /// has: it lives as long as that.
    public Thread newMarker(int number, Runnable task) {
        Thread made = hook == null ? null : hook.newMarker(task);
        return made != null
                ? made
                : Thread.ofPlatform()
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .name("coex-gc-%s-marker-%d".formatted(options.name(), number))
                        .unstarted(task);
    }

    /// Gives all memory back. Nothing may use the heap any more.
    public void release() {
        handles.release();
        blocks.release();
        roots.release();
    }
}
