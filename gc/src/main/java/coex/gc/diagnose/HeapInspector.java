// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.memory.BlockPicture;
import coex.gc.memory.BlockSpace;
import coex.gc.memory.BlockUse;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.ShadowStack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Looks at a heap from any thread, at any time, while mutators run and collections happen.
///
/// While it looks at objects the calling thread takes part in handshakes like a mutator, and
/// answers them between two objects: the memory behind a handle it has resolved is not reused until
/// it has turned to the next. It never holds the collector's role, so it works beside a cycle, also
/// one that waits for a thread. What it sees is of many moments: objects born and found dead
/// meanwhile may be among it or not.
public final class HeapInspector {

    private static final int OBJECTS_AT_ONCE = 64;

    private final HeapCore core;
    private final MutatorRegistry registry;

    public HeapInspector(HeapCore core, MutatorRegistry registry) {
        this.core = core;
        this.registry = registry;
    }

    /// Shows every object to `visitor`, by ascending handle. The calling thread must not be using
    /// the heap as a mutator meanwhile.
    public void forEachObject(ObjectVisitor visitor) {
        HandleSpace handles = core.handles();
        look(
                visitor::rest,
                (context, view) -> {
                    int seen = 0;
                    for (long word = 0; word < handles.usedWords(); word++) {
                        for (long left = handles.allocatedWord(word); left != 0; left &= left - 1) {
                            long handle = (word << 6) + Long.numberOfTrailingZeros(left);
                            if (view.turnTo(handle) && !visitor.visit(view)) {
                                return;
                            }
                            context.poll();
                            if (++seen % OBJECTS_AT_ONCE == 0) {
                                rest(context, visitor::rest);
                            }
                        }
                    }
                });
    }

    /// Shows one object to `visitor`; false if the handle names none.
    public boolean visit(long handle, ObjectVisitor visitor) {
        boolean[] found = new boolean[1];
        look(
                visitor::rest,
                (_, view) -> {
                    found[0] = view.turnTo(handle);
                    if (found[0]) {
                        visitor.visit(view);
                    }
                });
        return found[0];
    }

    /// Shows those objects to `visitor` that `handles` name, in that order, and rests at the end.
    public void visitEach(long[] handles, ObjectVisitor visitor) {
        look(
                visitor::rest,
                (context, view) -> {
                    for (long handle : handles) {
                        if (view.turnTo(handle) && !visitor.visit(view)) {
                            return;
                        }
                        context.poll();
                    }
                });
    }

    private interface Look {
        void at(MutatorContext context, ObjectView view);
    }

    private void look(Runnable afterwards, Look look) {
        MutatorContext context = registry.registerObserver();
        try {
            look.at(context, new ObjectView(core));
        } finally {
            registry.exit(context);
        }
        afterwards.run();
    }

    private void rest(MutatorContext context, Runnable pause) {
        context.enterSafeRegion();
        try {
            pause.run();
        } finally {
            if (!context.leaveSafeRegion()) {
                throw registry.closed();
            }
        }
    }

    /// What a slot of the handle table is.
    public enum SlotState {
        FREE,
        RETIRED,
        /// Set aside by a mutator that has not used it yet.
        SET_ASIDE,
        IN_USE
    }

    /// Looks at slots of the handle table one after the other. The rules of [ObjectVisitor] apply.
    public interface SlotVisitor {

        /// @param object the object of a slot in use, else null; also null if it is just being
        ///     retired, or its slot is corrupt
        boolean visit(long handle, SlotState state, ObjectView object);

        default void rest() {}
    }

    /// One past the highest slot that has been used since the table last shrank.
    public long usedSlots() {
        return core.handles().usedWords() << 6;
    }

    /// Shows every slot to `visitor`, from 1 up to the highest that has been used.
    public void forEachSlot(SlotVisitor visitor) {
        look(
                visitor::rest,
                (context, view) -> {
                    for (long word = 0; word < core.handles().usedWords(); word++) {
                        for (long handle = Math.max(1, word << 6);
                                handle < word + 1 << 6;
                                handle++) {
                            SlotState state = state(handle);
                            boolean named = state == SlotState.IN_USE && view.turnTo(handle);
                            if (!visitor.visit(handle, state, named ? view : null)) {
                                return;
                            }
                            context.poll();
                        }
                        rest(context, visitor::rest);
                    }
                });
    }

    /// A handle found allocated whose slot names nothing is being retired if its retired bit is
    /// set, which the collector does before it takes the address out of the slot.
    private SlotState state(long handle) {
        HandleSpace handles = core.handles();
        boolean allocated = (handles.allocatedWord(handle >>> 6) >>> handle & 1) != 0;
        if (allocated && HandleTable.isAddress(handles.table().resolve(handle))) {
            return SlotState.IN_USE;
        }
        if ((handles.retiredWord(handle >>> 6) >>> handle & 1) != 0) {
            return SlotState.RETIRED;
        }
        return allocated ? SlotState.SET_ASIDE : SlotState.FREE;
    }

    /// What each block is used for and how full it is. Only a short lock is taken, again and again.
    public BlockPicture blocks() {
        return core.blocks().picture();
    }

    /// The lines of one block: a character for each, `.` if it is free and `#` if not; before them
    /// the letter of the block's use. Of a block that a thread has, all but what it may still give
    /// back counts as used. Empty if there is no such block.
    public String lines(int block) {
        BlockSpace space = core.blocks();
        int lines = space.blockBytes() >>> BlockSpace.LINE_SHIFT;
        if (block < 0 || block >= space.committedBytes() / space.blockBytes()) {
            return "";
        }
        long[] free = new long[(lines + 63) >>> 6];
        BlockUse use = space.freeLines(block, free);
        boolean allFree = use == BlockUse.FREE || use == BlockUse.DISCARDED;
        StringBuilder text = new StringBuilder(lines + 1).append(use.letter());
        for (int line = 0; line < lines; line++) {
            text.append(allFree || (free[line >>> 6] >>> line & 1) != 0 ? '.' : '#');
        }
        return text.toString();
    }

    /// Looks for the shortest chain of references from a root to an object that `wanted` accepts,
    /// while everything goes on. The calling thread must not be using the heap as a mutator
    /// meanwhile.
    ///
    /// @param mostObjects how many objects to look at at most
    public RootPath pathTo(Predicate<ObjectView> wanted, int mostObjects) {
        RootPathSearch search = new RootPathSearch(core, wanted, mostObjects);
        search.addRoots(registry, core.roots());
        look(() -> {}, (context, view) -> search.run(view, () -> rest(context, () -> {})));
        return search.result();
    }

    /// The shadow stack of a thread, as seen in passing.
    ///
    /// @param blocked whether the thread was in a safe region; the thread that looks is not
    ///     blocked, although it promises not to touch the heap meanwhile
    /// @param stack the top of the stack
    /// @param source the stack itself, for more of it
    public record StackView(
            String thread,
            long threadId,
            boolean blocked,
            ShadowStack.Glance stack,
            ShadowStack source) {

        /// A look at the frames below those that were seen, `most` of them from the top down.
        public ShadowStack.Glance below(ShadowStack.Glance seen, int most) {
            return source.glance(seen.depth() - seen.frames().size(), most);
        }
    }

    /// A look at every thread's stack, `mostFrames` frames each from the top down.
    public List<StackView> stacks(int mostFrames) {
        List<StackView> views = new ArrayList<>();
        for (MutatorContext mutator : registry.all()) {
            if (!mutator.isObserver()) {
                Thread owner = mutator.mode().owner();
                views.add(
                        new StackView(
                                mutator.name(),
                                owner == null ? 0 : owner.threadId(),
                                mutator.mode().isBlocked() && !mutator.mode().isCallers(),
                                mutator.stack().glance(mostFrames),
                                mutator.stack()));
            }
        }
        return views;
    }
}
