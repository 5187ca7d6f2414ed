// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.MutatorStats;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.memory.AddressTags;
import coex.gc.memory.Memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A thread's membership in a heap, without any checking: what our own modules use, and what the
/// checked `Mutator` is built on.
///
/// It joins the parts of a mutator and has the poll word, which every safepoint reads:
///
/// | part | |
/// | --- | --- |
/// | [MutatorMode] | who may run: the thread, a borrower, the collector on its behalf |
/// | [ShadowStack] | what the thread holds |
/// | [ObjectAllocator], [RoomWait] | births, and waiting for room |
/// | [WriteBarrier] | what a write does |
/// | [HandshakeAnswers], [HandshakeActions], [CycleState] | what a handshake does, and what it leaves behind |
///
/// Everything is for the owning thread, except the members under "Collector" and "Anyone". The file
/// is long because this is the one face that a mutator shows: most methods are a line that leads to
/// a part.
public final class MutatorContext {

    /// Words of [#scratch].
    public static final int SCRATCH_WORDS = 64;

    /// Of the first chunk of a log. It is garbage after the next cycle, also of a thread that
    /// writes little.
    private static final int LOG_ENTRIES = 32;

    private static final int WANTED = 1;
    private static final int ATTENTION = 2;

    private static final VarHandle POLL;

    static {
        try {
            POLL = MethodHandles.lookup().findVarHandle(MutatorContext.class, "poll", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Not 0 when the owner should call [#serve] at its next safepoint: [#WANTED] by the collector,
    /// [#ATTENTION] for whoever runs on this context.
    ///
    /// - writers: the collector sets its bit (volatile) after it has published a request, and again
    ///   while it waits; any thread the other one after it has said elsewhere what it wants. The
    ///   owner clears the collector's bit (volatile) when it has answered, and then looks for a
    ///   newer request; the other bit before it looks
    /// - readers: the owner, opaque, at every safepoint
    /// - why: only progress depends on it; what the owner then does is ordered by reading the
    ///   registry's request, which is volatile, or what the other thread has written. Cleared last,
    ///   the bit outlives an answer that failed halfway
    private int poll;

    private final HeapCore core;
    private final MutatorRegistry registry;
    private final HandleTable table;
    private final long tableBase;
    private final MutatorMode mode = new MutatorMode();
    private final ShadowStack stack;
    private final HandleBuffer shades;
    private final WriteLog log;
    private final CycleState cycle = new CycleState();
    private final WriteBarrier barrier;
    private final RoomWait room;
    private final ObjectAllocator allocator;
    private final HandshakeActions actions;
    private final HandshakeAnswers answers;

    /// The owner's alone; null where safepoints are not checked.
    private final SafepointCheck check = AddressTags.ON ? new SafepointCheck() : null;

    /// A number from 1 up that no other mutator of the heap has while this one is registered.
    ///
    /// - writers: the registry, under its lock, before the context is handed out
    /// - readers: the owner, and whoever has got the context from the registry, plainly
    /// - why: a number is given again only after its last bearer was unregistered, under the same
    ///   lock: whatever the last bearer has written, the next one sees
    private int number;

    /// Where the registry keeps it, -1 while it does not. Under the lock of the registry.
    private int place = -1;

    /// Whether the thread only looks. Set before the context is registered, and final from then on.
    private boolean observer;

    /// What the runtime of a language knows of whoever runs on this context; the owner's alone.
    private Object companion;

    /// The owner's alone; null before the first who needs it.
    private long[] scratch;

    /// What was given to [#setWorkspace]; the owner's alone.
    private Object workspace;

    /// @param most the slots and shaded handles there is room for from the start
    MutatorContext(
            HeapCore core,
            Protocol protocol,
            MutatorRegistry registry,
            CollectionRequests requests,
            int most) {
        this.core = core;
        this.registry = registry;
        this.table = core.handles().table();
        this.tableBase = table.base();
        this.shades = new HandleBuffer(Math.min(most, core.options().bufferEntries()));
        this.log = new WriteLog(Math.min(LOG_ENTRIES, core.options().bufferEntries()));
        this.barrier = new WriteBarrier(core, protocol, shades, log, registry.logs(), cycle);
        this.stack =
                new ShadowStack(
                        Math.min(most, core.options().stackSlots()),
                        barrier,
                        protocol.returnBarrier(barrier));
        this.room = new RoomWait(this, core, requests);
        this.allocator = new ObjectAllocator(core, requests, room, cycle, check);
        this.actions =
                new HandshakeActions(
                        core,
                        protocol,
                        allocator,
                        stack,
                        shades,
                        log,
                        registry.logs(),
                        barrier,
                        cycle);
        this.answers = new HandshakeAnswers(core);
    }

    public HeapCore core() {
        return core;
    }

    public ShadowStack stack() {
        return stack;
    }

    /// Makes objects for this mutator.
    public ObjectAllocator allocator() {
        return allocator;
    }

    /// What writes do, and what is shaded.
    public WriteBarrier barrier() {
        return barrier;
    }

    /// The address of a handle's object. Good until the next safepoint, and not to be kept.
    public long address(long handle) {
        long address = Memory.known(HandleTable.locate(table, tableBase, handle));
        return AddressTags.ON ? check.mark(address) : address;
    }

    /// The address of an object, found otherwise than by [#address]. As good as one found so.
    public long goodForNow(long address) {
        return AddressTags.ON ? check.mark(address) : address;
    }

    /// Whether the collector moves objects at this moment. Then a sealed object must not be
    /// written, also if nobody else has it: what is written might be left behind. Good until the
    /// next safepoint.
    public boolean objectsMove() {
        return cycle.moving;
    }

    /// A number from 1 up that no other mutator of the heap has while this one is registered. What
    /// an object says to be for mutator N alone is N's to write, without synchronisation; a later
    /// bearer of the number sees all that an earlier one wrote.
    public int number() {
        return number;
    }

    /// What was given to [#setCompanion].
    public Object companion() {
        return companion;
    }

    /// Lets the runtime of a language find its own things again from a context that it uses.
    public void setCompanion(Object given) {
        companion = given;
    }

    /// Room for the addresses that one operation works with. Whoever uses it comes to no safepoint
    /// while what it has put there counts, and calls nobody else who uses it.
    public long[] scratch() {
        if (scratch == null) {
            scratch = new long[SCRATCH_WORDS];
        }
        return scratch;
    }

    /// What was given to [#setWorkspace]; null before that.
    public Object workspace() {
        return workspace;
    }

    /// Lets our collections find again, with each mutator, the object that their updates work with.
    /// It holds no addresses that count after a safepoint.
    public void setWorkspace(Object given) {
        workspace = given;
    }

    /// Gives back the handles and the memory set aside for objects to come: for an owner that will
    /// wait for long, or at the end. The next allocation takes new ones. Can be done again.
    public void releaseBuffers() {
        allocator.close();
    }

    // Frames

    /// Pushes a frame with a handle, or 0, and returns its depth for [#popTo]. For operations that
    /// make no Java object, not even a [RootFrame].
    public int root(long handle) {
        int frame = stack.push(1);
        stack.setTop(stack.base(frame), handle);
        return frame;
    }

    /// The same with two handles, either of which may be 0.
    public int root(long first, long second) {
        int frame = stack.push(2);
        int base = stack.base(frame);
        stack.setTop(base, first);
        stack.setTop(base + 1, second);
        return frame;
    }

    /// The same with three.
    public int root(long first, long second, long third) {
        int frame = stack.push(3);
        int base = stack.base(frame);
        stack.setTop(base, first);
        stack.setTop(base + 1, second);
        stack.setTop(base + 2, third);
        return frame;
    }

    /// What is in a slot, counted from 0, of a frame that [#root] has made. Others may be above it.
    public long rooted(int frame, int slot) {
        if (AddressTags.ON) {
            stack.requireSlot(frame, slot);
        }
        return stack.get(stack.base(frame) + slot);
    }

    /// Stores into a slot, counted from 0, of the top frame, which [#root] has made.
    public void reroot(int frame, int slot, long handle) {
        if (AddressTags.ON) {
            stack.requireTop(frame, slot);
        }
        stack.setTop(stack.base(frame) + slot, handle);
    }

    /// The same in a frame that others may be above.
    public void rerootBelow(int frame, int slot, long handle) {
        if (AddressTags.ON) {
            stack.requireSlot(frame, slot);
        }
        stack.set(stack.base(frame) + slot, handle);
    }

    /// Pops the frame at depth `frame`, which [#root] has made. It is the top one, unless an
    /// exception has ended what made those above, which are popped too.
    public void popTo(int frame) {
        if (AddressTags.ON) {
            stack.checkPop(frame);
        }
        stack.popTo(frame);
    }

    /// Pops what there is of the frame at depth `frame` and all above it, after an exception that
    /// may have left some: whoever catches one and goes on calls this first.
    public void unwindTo(int frame) {
        stack.unwindTo(frame);
    }

    /// Pushes a frame of zeroed slots and returns the first slot. For generated code, which fills
    /// it with [#setRoot] and ends it with [#leave].
    public int enter(int count) {
        return stack.enter(count);
    }

    /// Stores into a slot of the top frame.
    public void setRoot(int slot, long handle) {
        stack.setTop(slot, handle);
    }

    /// Pops the top frame, one of [#enter].
    public void leave(int base) {
        stack.leave(base);
    }

    /// The same, but fails if that frame is not the top one: for generated code that checks itself.
    public void leaveChecked(int base) {
        stack.requireTop(base);
        leave(base);
    }

    // Mutable cells. No safepoint lies between resolving the object and the store.

    /// Takes over a handle that another mutator gives outside the heap. That one must keep the
    /// object reachable from its own roots until this has returned; no safepoint lies between this
    /// and the handle's first use.
    public void adopt(long handle) {
        barrier.adopt(handle);
    }

    /// Stores a handle into the cell at `address`, which lies in the object at `object`.
    public void storeReference(long object, long address, long value) {
        barrier.store(object, address, value);
    }

    /// Stores a handle into the cell at `address`, in the object at `object`, if it holds
    /// `expected`.
    public boolean compareAndSetReference(long object, long address, long expected, long value) {
        return barrier.compareAndSet(object, address, expected, value);
    }

    /// Stores a handle into the cell of a global root.
    public void storeRoot(long address, long value) {
        barrier.storeRoot(address, value);
    }

    /// Stores a handle into the cell of a global root if it holds `expected`.
    public boolean compareAndSetRoot(long address, long expected, long value) {
        return barrier.compareAndSetRoot(address, expected, value);
    }

    /// Reads the weak cell at `address`: the handle of a live object, or 0. Never waits.
    public long loadWeak(long address) {
        return barrier.loadWeak(address);
    }

    /// Stores into the weak cell at `address`, which lies in the object at `object`.
    public void storeWeak(long object, long address, long value) {
        barrier.storeWeak(object, address, value);
    }

    // Safepoints

    /// A safepoint: one opaque read and a branch when the collector wants nothing. What the caller
    /// holds is in its shadow stack, which is all the collector will know of
    /// (`Invariant.ROOTED_AT_SAFEPOINTS`).
    public void poll() {
        if (AddressTags.ON) {
            check.pass();
        }
        if ((int) POLL.getOpaque(this) != 0) {
            serve();
        }
    }

    /// Counts as a safepoint for those who check what safepoints end
    /// (`-Dcoex.check.safepoints=true`): for code that must be treated as one and may turn out to
    /// be none. Nothing otherwise.
    public void passSafepoint() {
        if (AddressTags.ON) {
            check.pass();
        }
    }

    /// Says that no safepoint follows until [#endQuiet]. Checked where safepoints are, and nothing
    /// otherwise.
    ///
    /// @param what who says so, for the message
    public void beginQuiet(String what) {
        if (AddressTags.ON) {
            check.beginQuiet(what);
        }
    }

    public void endQuiet() {
        if (AddressTags.ON) {
            check.endQuiet();
        }
    }

    /// Answers what is asked. A request stays wanted until it has been answered: should the JVM be
    /// out of memory or of stack in the middle, the next safepoint begins again.
    ///
    /// The collector publishes a request before it sets the bit. So a request that is published
    /// before the bit is cleared is seen by the look that follows, and a later one sets the bit
    /// again. Without stack for that look, the collector asks once more.
    private void serve() {
        boolean askedAgain;
        do {
            if (registry.isClosing()) {
                endWithHeap();
                throw registry.closed();
            }
            MutatorRegistry.Request request = registry.request();
            if (answers.isUnanswered(request)) {
                answers.give(request, this, mode.borrower());
            }
            // Without a companion nobody will take the other request, and every poll would come
            // here.
            POLL.getAndBitwiseAnd(this, companion == null ? 0 : ~WANTED);
            askedAgain = answers.isUnanswered(registry.request()) || registry.isClosing();
            if (askedAgain) {
                requestPoll(); // its own bit may be gone, and this answer may fail too
            }
        } while (askedAgain);
        core.pass(SchedulePoint.SERVED);
    }

    /// Whether somebody wants something: the collector, which [#poll] serves, or whoever has called
    /// [#requestAttention]. One opaque read. Generated code roots what it holds only then.
    public boolean isAsked() {
        return (int) POLL.getOpaque(this) != 0;
    }

    /// Whether somebody has asked for attention since this was last called.
    public boolean takeAttention() {
        return ((int) POLL.getAndBitwiseAnd(this, ~ATTENTION) & ATTENTION) != 0;
    }

    /// The owner has noticed that the heap is closing, or has closed it.
    ///
    /// The poll word stays set: it may just have been cleared, together with the request of whoever
    /// closes. A dead mutator that comes to a safepoint, as on its way into a safe region, ends
    /// there again.
    public void endWithHeap() {
        requestPoll();
        forgetAddresses();
        mode.endWhereSafe(); // from here on the stack is not the collector's
        stack.thawAll(); // frames popped from here on must shade nothing: the marks may be gone
        mode.end();
    }

    private void forgetAddresses() {
        if (AddressTags.ON) {
            check.forget();
        }
    }

    // Safe regions

    /// Says that this thread will not touch the heap until [#leaveSafeRegion].
    public void enterSafeRegion() {
        poll();
        StackRoom.require(); // who enters must be able to leave
        mode.enterSafe();
    }

    /// Back to work. False if the heap was closed meanwhile.
    public boolean leaveSafeRegion() {
        if (!resume()) {
            return false;
        }
        resumed();
        return true;
    }

    /// The first half of [#leaveSafeRegion]: makes this thread a running one, and does nothing
    /// else. False if the heap was closed meanwhile.
    public boolean resume() {
        boolean running = mode.resume();
        if (!running && mode.isDead()) {
            stack.thawAll(); // as in endWithHeap
        }
        return running;
    }

    /// The second half, a safepoint.
    public void resumed() {
        core.pass(SchedulePoint.REGION_LEFT);
        poll();
    }

    /// [#leaveSafeRegion] for callers that cannot go on without the heap.
    ///
    /// @throws coex.gc.HeapClosedException if it was closed meanwhile
    public void returnFromSafeRegion() {
        if (!leaveSafeRegion()) {
            throw registry.closed();
        }
    }

    // Lending

    /// Makes the calling thread the owner, if nobody is and the collector is not at work here:
    /// false then. What other borrowers did with this context comes before what this one does.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closing
    boolean tryBorrow() {
        if (!mode.tryBorrow()) {
            return false;
        }
        try {
            poll();
        } catch (Throwable e) {
            mode.endLoan(); // the JVM is out of memory, or else it is dead
            throw e;
        }
        return true;
    }

    /// Ends the use of a borrowed context. Its frames are gone, whatever happened. One that has
    /// ended with its heap stays ended.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closing
    void giveBack() {
        if (mode.isDead()) {
            mode.endLoan();
            return;
        }
        try {
            unwindTo(0);
            poll();
        } finally {
            mode.endLoan();
        }
    }

    // Registration

    /// Gives this context the state that mutators have which answered the last handshake issued.
    void start(MutatorRegistry.Flags flags, long handshake) {
        actions.start(flags);
        answers.start(handshake);
    }

    void setNumber(int given) {
        number = given;
    }

    int place() {
        return place;
    }

    void setPlace(int given) {
        place = given;
    }

    void setObserver() {
        observer = true;
    }

    /// The thread that will use this context; called before it does, or by itself.
    public void setOwner(Thread thread) {
        mode.setOwner(thread);
    }

    /// The end of the thread's membership; its buffers have been returned.
    void end() {
        forgetAddresses();
        stack.clear();
        mode.end();
    }

    // Collector

    void requestPoll() {
        POLL.getAndBitwiseOr(this, WANTED);
    }

    /// Who may run.
    public MutatorMode mode() {
        return mode;
    }

    HandshakeAnswers answers() {
        return answers;
    }

    /// What the handshakes of a cycle do.
    public HandshakeActions actions() {
        return actions;
    }

    /// What was handed over at the last flush.
    public HandleBuffer shades() {
        return shades;
    }

    /// The objects written since the last H1b.
    public WriteLog log() {
        return log;
    }

    /// Where that goes.
    HandedLogs handedLogs() {
        return registry.logs();
    }

    CycleState cycle() {
        return cycle;
    }

    /// The name of the thread that has answered the last handshake.
    String answererName() {
        String borrower = answers.answererName();
        return borrower == null ? name() : borrower;
    }

    /// Whether the borrower has gone away without giving this context back, which happens when its
    /// stack overflows on the way. `request` has been waiting for an answer for long.
    ///
    /// Whoever borrows or gives back answers first, or is still doing so. A borrower that is in
    /// neither, nor in an operation, and has not answered, will never give back: the stack is
    /// looked at before the answer is.
    boolean isAbandoned(MutatorRegistry.Request request) {
        return mode.isBorrowerOutside() && !answers.has(request.number());
    }

    // Anyone

    /// Asks the owner to look, at a safepoint of its own choosing, at what the caller has written
    /// before. To the collector this means nothing, and an owner without a companion passes over
    /// it.
    public void requestAttention() {
        POLL.getAndBitwiseOr(this, ATTENTION);
    }

    /// Whether nobody will run on this context any more.
    public boolean isDead() {
        return mode.isOver();
    }

    /// Whether this thread takes part only in order to look at objects.
    public boolean isObserver() {
        return observer;
    }

    /// What to call this context: by its thread, or by its number if it is lent.
    public String name() {
        Thread known = mode.owner();
        return mode.isLent()
                ? "coex-lent-" + number
                : known == null ? "starting" : ThreadNames.of(known);
    }

    /// The name of the thread that uses this context at the moment; [#name] if none does.
    String threadName() {
        Thread known = mode.thread();
        return known == null ? name() : ThreadNames.of(known);
    }

    /// Figures; exact for the owner. Any thread may ask: it reads the owner's plain fields, and
    /// what it gets is a moment old or, between two of them, of two moments.
    public MutatorStats stats() {
        return new MutatorStats(
                name(),
                allocator.objects(),
                allocator.bytes(),
                room.stalls(),
                room.stallNanos(),
                stack.depth(),
                stack.deepest(),
                answers.actions(),
                answers.acknowledgements());
    }
}
