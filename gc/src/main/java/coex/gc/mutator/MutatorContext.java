package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.MutatorStats;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.memory.AddressTags;
import coex.gc.memory.Memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A thread's membership in a heap, without any checking: what our own modules use, and what the
/// checked `Mutator` is built on.
///
/// The class is whole because polls, barriers and handshake actions read and write the same
/// owner-only fields; what could stand alone is in [ObjectAllocator], [ShadowStack] and
/// [ShadeBuffer].
///
/// **Who runs what.** Everything is for the owning thread, except the members under "Collector".
/// While a thread is in a safe region the collector may lock it there and do its handshake actions
/// for it; the compare-and-set of `mode` hands the owner's plain fields back and forth.
///
///               enterSafeRegion (owner)              lockSafe (collector)
///     RUNNING ◄──────────────────────────► SAFE ◄──────────────────────────► LOCKED
///        │       leaveSafeRegion (owner)     │      unlockSafe (collector)
///        └──────────── DEAD ◄────────────────┘
///           detach (owner), lockOut (whoever closes the heap), or the thread has ended
///
/// A context may also be *lent*: it belongs to no thread, and whoever borrows it is its owner until
/// it is given back ([LentMutators]). IDLE is a safe region nobody is in:
///
///                  giveBack (borrower)                lockSafe (collector)
///     RUNNING ──────────────────────────► IDLE ◄──────────────────────────► IDLE_LOCKED
///             ◄────────────────────────── │ │        unlockSafe (collector)
///                tryBorrow (any thread)   │ └► DEAD   lockOut (whoever closes the heap)
public final class MutatorContext implements ShadowStack.Shader {

    /// Words of [#scratch].
    public static final int SCRATCH_WORDS = 64;

    private static final int WANTED = 1;
    private static final int ATTENTION = 2;

    private static final int RUNNING = 0;
    private static final int SAFE = 1;
    private static final int LOCKED = 2;
    private static final int DEAD = 3;
    private static final int IDLE = 4;
    private static final int IDLE_LOCKED = 5;

    /// While a mutator is locked a handshake action is done for it: a bounded number of steps.
    private static final long UNLOCK_NAP_NANOS = 10_000;

    private static final List<String> OUR_CODE = List.of("coex.");

    /// Whose code works with contexts and addresses.
    private static final List<String> HEAP_CODE =
            List.of("coex.gc.", "coex.collections.", "coex.runtime.");

    private static final long[] NOTHING_FROZEN = {};

    private static final VarHandle POLL;
    private static final VarHandle MODE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            POLL = lookup.findVarHandle(MutatorContext.class, "poll", int.class);
            MODE = lookup.findVarHandle(MutatorContext.class, "mode", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Shared between the owner and the collector

    /// Not 0 when the owner should call [#serve] at its next safepoint: [#WANTED] by the collector,
    /// [#ATTENTION] for whoever runs on this context.
    ///
    /// - writers: the collector sets its bit (volatile) after it has published a request, and again
    ///   while it waits; any thread the other one after it has said elsewhere what it wants. The owner
    ///   clears the collector's bit (volatile) when it has answered, and then looks for a newer
    ///   request; the other bit before it looks
    /// - readers: the owner, opaque, at every safepoint
    /// - why: only progress depends on it; what the owner then does is ordered by reading the
    ///   registry's request, which is volatile, or what the other thread has written. Cleared last, the
    ///   bit outlives an answer that failed halfway
    private int poll;

    /// One of the modes drawn above.
    ///
    /// - writers: owner and collector as drawn, by compare-and-set where the other may write as well
    /// - readers: both
    /// - ordering: volatile, which an assignment does without a call, so also where the stack ends;
    ///   release where many operations pass
    /// - why: whoever changes it away from SAFE or IDLE sees all plain fields as the other left them
    /// - shown by: `SafeRegionStress`, `LentMutatorStress`
    private volatile int mode;

    /// The number of the last handshake this mutator has answered.
    ///
    /// - writers: the owner, or the collector on its behalf; after the action
    /// - readers: the collector, which then reads what the action left behind
    /// - ordering: volatile; release and acquire would do, but need a call
    /// - shown by: `HandshakeStress`
    private volatile long answered;

    // The owner's alone, or the collector's while it has the mutator locked

    private final HeapCore core;
    private final Protocol protocol;
    private final MutatorRegistry registry;
    private final CollectionRequests requests;
    private final Marks marks;
    private final HandleTable table;
    private final long tableBase;
    private final ObjectAllocator allocator;
    private final ShadowStack stack;
    private final ShadeBuffer shades;
    private final LatencyRecorder actions = new LatencyRecorder();
    private final LatencyRecorder acknowledgements = new LatencyRecorder();

    /// Shades frames returned to; the mutator itself, but for the test that leaves this out.
    private final ShadowStack.Shader returnBarrier;

    /// The thread that uses this context.
    ///
    /// - writers: the thread that registers it, and the owner when it starts
    /// - readers: the owner; the collector and anyone asking for statistics, plainly
    /// - why: it goes from null to its final value once, or stays null if the context is lent; who misses that takes
    ///   the thread for not started and looks again later
    private Thread owner;

    /// Who has borrowed this context; null while nobody has.
    ///
    /// - writers: the borrower, plainly, between its two changes of the mode
    /// - readers: the borrower; the collector, after it has found the mode RUNNING, with acquire
    /// - why: null is written before IDLE and that before the next RUNNING, so the collector never
    ///   takes an earlier borrower for the one that it found
    private Thread borrower;

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

    /// Whether this context is borrowed for single operations. Set and final as `observer`.
    private boolean lent;

    /// The owner while it may use the heap; null in a safe region, in a listener and after the end.
    ///
    /// - writers: the owner; the one who ends it on its behalf
    /// - readers: the owner; other threads that use a mutator by mistake, plainly
    /// - why: the owner sees its own writes; any other thread finds a value that is not itself
    private Thread user;

    /// What the runtime of a language knows of whoever runs on this context; the owner's alone.
    private Object companion;

    /// The owner's alone; null before the first who needs it.
    private long[] scratch;

    /// The owner's alone; null where safepoints are not checked.
    private final SafepointCheck check = AddressTags.ON ? new SafepointCheck() : null;

    private boolean barrierOn;

    /// Between the snapshot (H2) and H4 of a cycle.
    private boolean pastSnapshot;

    /// Whether newborn objects' handles are marked; the same, but for the tests that separate them.
    private boolean birthsMarked;

    /// The last cycle whose snapshot this mutator has passed.
    private long epoch;

    /// How long the last answer took; 0 if the collector gave it. Written before `answered`.
    private long answerNanos;

    /// Who gave the last answer, if this context is lent: the borrower may have gone when it is asked for. Not the
    /// thread itself, which nobody should keep. Written before `answered`.
    private String answererName = "";

    private long answererId;

    private long bytesAtSnapshot;
    private long objectsAtSnapshot;
    private long[] frozenSlots = NOTHING_FROZEN;
    private int frozenTop;

    /// @param most the slots and shaded handles there is room for from the start
    MutatorContext(HeapCore core, MutatorRegistry registry, CollectionRequests requests, int most) {
        this.core = core;
        this.registry = registry;
        this.requests = requests;
        this.marks = core.handles().marks();
        this.table = core.handles().table();
        this.tableBase = table.base();
        this.allocator = new ObjectAllocator(this, core, requests);
        this.stack = new ShadowStack(Math.min(most, core.options().stackSlots()));
        this.shades = new ShadeBuffer(Math.min(most, core.options().bufferEntries()));
        this.protocol = core.protocol();
        this.returnBarrier = protocol.returnBarrier(this);
    }

    public HeapCore core() {
        return core;
    }

    public ShadowStack stack() {
        return stack;
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

    /// Makes objects for this mutator.
    public ObjectAllocator allocator() {
        return allocator;
    }

    /// A number from 1 up that no other mutator of the heap has while this one is registered. What
    /// an object says to be for mutator N alone is N's to write, without synchronisation; a later
    /// bearer of the number sees all that an earlier one wrote.
    public int number() {
        return number;
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

    /// What was given to [#setCompanion].
    public Object companion() {
        return companion;
    }

    /// Lets the runtime of a language find its own things again from a context that it uses.
    public void setCompanion(Object given) {
        companion = given;
    }

    /// Gives back the handles and the memory set aside for objects to come: for an owner that will wait
    /// for long. The next allocation takes new ones.
    public void releaseBuffers() {
        allocator.close();
    }

    /// Room for the addresses that one operation works with. Whoever uses it comes to no safepoint
    /// while what it has put there counts, and calls nobody else who uses it.
    public long[] scratch() {
        if (scratch == null) {
            scratch = new long[SCRATCH_WORDS];
        }
        return scratch;
    }

    /// The thread this context belongs to; null between registration and start of a spawned one, and of one that
    /// is lent.
    public Thread owner() {
        return owner;
    }

    /// The thread to name in a report: the owner, or whoever has borrowed this context; may be null.
    Thread thread() {
        if (!lent) {
            return owner;
        }
        return mode == RUNNING ? borrower : null;
    }

    /// Whether the calling thread is the owner or the borrower, also while it is in a safe region.
    /// A thread reads what it has written itself if so, and some other thread or null if not.
    public boolean isCallers() {
        return (lent ? borrower : owner) == Thread.currentThread();
    }

    /// What to call this context: by its thread, or by its number if it is lent.
    public String name() {
        Thread known = owner;
        return lent ? "coex-lent-" + number : known == null ? "starting" : ThreadNames.of(known);
    }

    /// The name of the thread that uses this context at the moment; [#name] if none does.
    String threadName() {
        Thread known = thread();
        return known == null ? name() : ThreadNames.of(known);
    }

    /// The name of the thread that has answered the last handshake.
    String answererName() {
        return lent && answererId != 0 ? ThreadNames.of(answererName, answererId) : name();
    }

    /// The thread that may use this context now, or null.
    public Thread user() {
        return user;
    }

    /// Pops the frame at depth `frame` and all above it.
    public void popTo(int frame) {
        stack.popTo(frame, returnBarrier);
    }

    /// Pushes a frame of zeroed slots and returns the first slot. For generated code, which fills it with
    /// [#setRoot] and ends it with [#leave].
    public int enter(int count) {
        return stack.enter(count, this);
    }

    /// Stores into a slot of the top frame.
    public void setRoot(int slot, long handle) {
        stack.setTop(slot, handle);
    }

    /// Pops the top frame, one of [#enter].
    public void leave(int base) {
        stack.leave(base, returnBarrier);
    }

    /// The same, but fails if that frame is not the top one: for generated code that checks itself.
    public void leaveChecked(int base) {
        stack.requireTop(base);
        leave(base);
    }

    // Safepoints

    /// A safepoint: one opaque read and a branch when the collector wants nothing. What the caller holds
    /// is in its shadow stack, which is all the collector will know of
    /// (`Invariant.ROOTED_AT_SAFEPOINTS`).
    public void poll() {
        if (AddressTags.ON) {
            check.pass();
        }
        if ((int) POLL.getOpaque(this) != 0) {
            serve();
        }
    }

    /// Counts as a safepoint for those who check what safepoints end (`-Dcoex.check.safepoints=true`): for code that
    /// must be treated as one and may turn out to be none. Nothing otherwise.
    public void passSafepoint() {
        if (AddressTags.ON) {
            check.pass();
        }
    }

    /// Says that no safepoint follows until [#endQuiet]. Checked where safepoints are, and nothing otherwise.
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

    /// Null where safepoints are not checked.
    SafepointCheck check() {
        return check;
    }

    /// Answers what is asked. A request stays wanted until it has been answered: should the JVM be out
    /// of memory or of stack in the middle, the next safepoint begins again.
    ///
    /// The collector publishes a request before it sets the bit. So a request that is published before
    /// the bit is cleared is seen by the look that follows, and a later one sets the bit again.
    private void serve() {
        do {
            if (registry.isClosing()) {
                endWithHeap();
                throw registry.closed();
            }
            MutatorRegistry.Request request = registry.request();
            if (isUnanswered(request)) {
                answer(request);
            }
            // Without a companion nobody will take the other request, and every poll would come
            // here.
            POLL.getAndBitwiseAnd(this, companion == null ? 0 : ~WANTED);
        } while (isUnanswered(registry.request()) || registry.isClosing());
        core.pass(SchedulePoint.SERVED);
    }

    private boolean isUnanswered(MutatorRegistry.Request request) {
        return request != null && answered < request.number();
    }

    private void answer(MutatorRegistry.Request request) {
        core.pass(SchedulePoint.HANDSHAKE_NOTICED);
        long number = request.number();
        long issuedAt = request.issuedAt();
        long began = System.nanoTime();
        request.action().perform(this, false);
        core.pass(SchedulePoint.HANDSHAKE_PERFORMED);
        long ended = System.nanoTime();
        answerNanos = ended - issuedAt;
        noteAnswerer();
        answered = number;
        actions.record(ended - began);
        acknowledgements.record(ended - issuedAt);
        core.pass(SchedulePoint.HANDSHAKE_ANSWERED);
    }

    /// Allocates nothing: the JVM may be out of memory, and the action has been done.
    private void noteAnswerer() {
        Thread known = borrower;
        if (known != null) {
            answererName = known.getName();
            answererId = known.threadId();
        }
    }

    /// Whether somebody wants something: the collector, which [#poll] serves, or whoever has called
    /// [#requestAttention]. One opaque read. Generated code roots what it holds only then.
    public boolean isAsked() {
        return (int) POLL.getOpaque(this) != 0;
    }

    /// Asks the owner to look, at a safepoint of its own choosing, at what the caller has written
    /// before. Any thread may ask. To the collector this means nothing, and an owner without a
    /// companion passes over it.
    public void requestAttention() {
        POLL.getAndBitwiseOr(this, ATTENTION);
    }

    /// Whether somebody has asked for attention since this was last called.
    public boolean takeAttention() {
        return ((int) POLL.getAndBitwiseAnd(this, ~ATTENTION) & ATTENTION) != 0;
    }

    /// The owner has noticed that the heap is closing, or has closed it.
    ///
    /// The poll word stays set: it may just have been cleared, together with the request of whoever
    /// closes. A dead mutator that comes to a safepoint, as on its way into a safe region, ends there
    /// again.
    public void endWithHeap() {
        requestPoll();
        user = null;
        forgetAddresses();
        stack.thawAll(); // frames popped from here on must shade nothing: the marks may be gone
        mode = DEAD;
    }

    /// Says that this thread will not touch the heap until [#leaveSafeRegion].
    public void enterSafeRegion() {
        poll();
        StackRoom.require(); // who enters must be able to leave
        user = null;
        MODE.setRelease(this, SAFE);
    }

    /// Back to work. False if the heap was closed meanwhile.
    public boolean leaveSafeRegion() {
        if (!resume()) {
            return false;
        }
        resumed();
        return true;
    }

    /// The first half of [#leaveSafeRegion]: makes this thread a running one, and does nothing else. False
    /// if the heap was closed meanwhile.
    public boolean resume() {
        int rounds = 0;
        while (!MODE.compareAndSet(this, SAFE, RUNNING)) {
            if (mode == DEAD) {
                stack.thawAll(); // as in endWithHeap
                return false;
            }
            Backoff.pause(rounds++, UNLOCK_NAP_NANOS);
        }
        user = owner;
        return true;
    }

    /// The second half, a safepoint.
    public void resumed() {
        core.pass(SchedulePoint.REGION_LEFT);
        poll();
    }

    /// [#leaveSafeRegion] for callers that cannot go on without the heap.
    ///
    /// @throws HeapClosedException if it was closed meanwhile
    public void returnFromSafeRegion() {
        if (!leaveSafeRegion()) {
            throw registry.closed();
        }
    }

    // Lending

    /// Makes the calling thread the owner, if nobody is and the collector is not at work here: false
    /// then. What other borrowers did with this context comes before what this one does.
    ///
    /// @throws HeapClosedException if the heap is closing
    boolean tryBorrow() {
        Thread caller = Thread.currentThread();
        if (!MODE.compareAndSet(this, IDLE, RUNNING)) {
            return false;
        }
        borrower = caller; // calls nothing, so it happens even where the stack ends
        try {
            poll();
        } catch (Throwable e) {
            endLoan(); // the JVM is out of memory, or else it is DEAD
            throw e;
        }
        return true;
    }

    /// Back to IDLE. If there is no stack left for that, the borrower stays known.
    private void endLoan() {
        Thread known = borrower;
        borrower = null;
        try {
            if (mode == RUNNING) { // only the owner ends it while it runs, so it stays so
                MODE.setRelease(this, IDLE);
            }
        } catch (StackOverflowError e) {
            borrower = known;
            throw e;
        }
    }

    /// Whether the borrower has gone away without giving this context back, which happens when its
    /// stack overflows on the way. `request` has been waiting for an answer for long.
    ///
    /// Whoever borrows or gives back answers first, or is still doing so. A borrower that is in
    /// neither, nor in an operation, and has not answered, will never give back: the stack is looked at
    /// before the answer is.
    boolean isForsaken(MutatorRegistry.Request request) {
        if (!lent || mode != RUNNING) {
            return false;
        }
        Thread known = borrower;
        return known != null
                && isOutside(known)
                && borrower == known
                && !hasAnswered(request.number());
    }

    /// Whether no thread is in the middle of an operation with this context. Only for a heap that nobody can
    /// reach any more: then none begins another, and this stays true. A thread that is seen in code which is
    /// not ours has done all steps of what it did in ours.
    public boolean isLeft() {
        int now = (int) MODE.getAcquire(this);
        if (now == DEAD || now == IDLE || now == IDLE_LOCKED) {
            return true;
        }
        Thread known = lent ? borrower : owner;
        return known != null && isOutside(known, HEAP_CODE);
    }

    private static boolean isOutside(Thread thread) {
        return isOutside(thread, OUR_CODE);
    }

    private static boolean isOutside(Thread thread, List<String> code) {
        if (thread.getState() == Thread.State.TERMINATED) {
            return true;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement each : stack) {
            for (String prefix : code) {
                if (each.getClassName().startsWith(prefix)) {
                    return false;
                }
            }
        }
        return stack.length > 0; // of some threads nothing is told at some moments
    }

    /// Ends the use of a borrowed context. Its frames are gone, whatever happened. One that has ended
    /// with its heap stays ended.
    ///
    /// @throws HeapClosedException if the heap is closing
    void giveBack() {
        if (mode == DEAD) {
            borrower = null;
            return;
        }
        try {
            if (stack.depth() > 0) {
                popTo(0);
            }
            poll();
        } finally {
            endLoan();
        }
    }

    void setLent() {
        lent = true;
        mode = IDLE;
    }

    /// Whether this context is borrowed for single operations and belongs to no thread.
    public boolean isLent() {
        return lent;
    }

    // Waiting and listening, for the allocator

    /// Waits, in a safe region, for a collection that begins now; whether it freed anything.
    boolean awaitCollection(Cause cause) {
        enterSafeRegion();
        boolean freed;
        try {
            freed = requests.awaitCycleBegunAfterNow(cause);
        } finally {
            returnFromSafeRegion();
        }
        return freed;
    }

    /// Waits, in a safe region, for the end of a cycle, but not for long; whether it has ended.
    boolean awaitCycle(long cycle, long nanos) {
        enterSafeRegion();
        boolean ended;
        try {
            ended = requests.awaitCycle(cycle, nanos);
        } finally {
            returnFromSafeRegion();
        }
        return ended;
    }

    /// Sleeps in a safe region.
    void nap(long nanos) {
        enterSafeRegion();
        try {
            LockSupport.parkNanos(nanos);
        } finally {
            returnFromSafeRegion();
        }
    }

    /// Lets listeners run on this thread, in a safe region: a listener cannot allocate in the middle of
    /// an allocation, and may wait for a thread that waits for the collector.
    void deliverEvents() {
        if (!core.events().isEmpty()) {
            enterSafeRegion();
            try {
                core.events().deliver();
            } finally {
                returnFromSafeRegion();
            }
        }
    }

    // Mutable cells. No safepoint lies between resolving the object and the store.

    /// Marks a handle and notes that its object must be traced.
    ///
    /// It is noted before it is marked. In the other order the JVM could be out of stack between the
    /// two, and a marked object would never be traced; one that is noted and not marked is marked by
    /// whoever takes it over.
    @Override
    public void shade(long handle) {
        if (handle != 0 && !marks.isMarkedOpaque(handle)) {
            shades.push(handle);
            core.pass(SchedulePoint.SHADE_NOTED);
            if (!marks.shade(handle)) {
                shades.takeBack(); // another thread has marked it, and notes it
            }
        }
    }

    /// Takes over a handle that another mutator gives outside the heap. That one must keep the object
    /// reachable from its own roots until this has returned; no safepoint lies between this and the
    /// handle's first use.
    ///
    /// The giver may not have had its snapshot when this mutator has had its own. Shaded, the object
    /// is what a late thread may hold (docs/design/0019); that it is alive follows from the giver's
    /// promise.
    public void adopt(long handle) {
        if (barrierOn) {
            shade(handle);
        }
    }

    /// Stores a handle into the cell at `address`.
    public void storeReference(long address, long value) {
        if (barrierOn) {
            protocol.store(this, address, value);
        } else {
            core.pass(SchedulePoint.STORE_UNBARRIERED);
            Memory.putIntRelease(address, (int) value);
        }
    }

    /// What a store does with the value it removes and the one it writes, before it swaps.
    public void shadeForStore(int old, long value) {
        core.pass(SchedulePoint.BARRIER_OLD_READ);
        protocol.shadeOld(this, Integer.toUnsignedLong(old));
        protocol.shadeNew(this, value);
        core.pass(SchedulePoint.BARRIER_SHADED);
    }

    /// Stores a handle into the cell at `address` if it holds `expected`.
    public boolean compareAndSetReference(long address, long expected, long value) {
        if (barrierOn) {
            if (Memory.getIntAcquire(address) != (int) expected) {
                return false;
            }
            shadeForStore((int) expected, value);
        }
        return Memory.compareAndSetInt(address, (int) expected, (int) value);
    }

    /// Reads the weak cell at `address`: the handle of a live object, or 0. Never waits: the verdict
    /// decides whether this read or the end of marking came first.
    public long loadWeak(long address) {
        long handle = Integer.toUnsignedLong(Memory.getIntAcquire(address));
        core.pass(SchedulePoint.WEAK_READ);
        if (handle == 0 || !barrierOn || marks.isMarked(handle)) {
            return handle;
        }
        return protocol.judgeWeak(this, address, handle);
    }

    /// The handle if it is marked, else 0.
    public long liveOrNull(long handle) {
        return marks.isMarked(handle) ? handle : 0;
    }

    /// Stores into the weak cell at `address`.
    public void storeWeak(long address, long value) {
        if (barrierOn) {
            protocol.shadeWeakTarget(this, value);
        }
        Memory.putIntRelease(address, (int) value);
    }

    // Handshake actions: on the owner's thread, or the collector's on behalf of a blocked owner.
    // Each
    // may fail anywhere, for want of memory or stack, and is then performed again from its
    // beginning;
    // meanwhile the owner runs on as one that has not answered. Fields that say otherwise are
    // therefore assigned last, with no call between them.

    /// H1.
    public void turnBarrierOn() {
        boolean marked = protocol.birthsMarked(true, false);
        if (marked) {
            allocator.markRest(marks);
        }
        barrierOn = true;
        birthsMarked = marked;
    }

    /// H2. From here to H4 births are marked (`Invariant.BIRTHS_MARKED_FROM_SNAPSHOT`): those handles
    /// that are set aside already here, later ones when they are taken. While they are being marked
    /// nobody is born with them: a marked object of a thread before its snapshot would not be traced.
    ///
    /// One that was completed, and then not answered, is not taken again: the owner has run on as past it.
    /// It may have put what a frozen frame names into a newborn object, which nobody traces, and left that
    /// frame unshaded under others; the collector must still read it.
    ///
    /// @param shader marks what the top frame names: this mutator, or the collector if it acts for it
    public void takeSnapshot(long cycle, ShadowStack.Shader shader) {
        if (pastSnapshot && epoch == cycle) {
            return;
        }
        barrierOn = true;
        protocol.freeze(stack, core.options().snapshotSlots(), shader);
        core.pass(SchedulePoint.STACK_FROZEN);
        boolean marked = protocol.birthsMarked(true, true);
        allocator.suspendHandles();
        if (marked) {
            allocator.markRest(marks);
        }
        core.pass(SchedulePoint.BIRTHS_MARKED);
        long bytes = allocator.bytes();
        long objects = allocator.objects();
        long[] slots = stack.slots();
        int top = stack.watermark();
        allocator.resumeHandles();
        pastSnapshot = true;
        birthsMarked = marked;
        epoch = cycle;
        bytesAtSnapshot = bytes;
        objectsAtSnapshot = objects;
        frozenSlots = slots;
        frozenTop = top;
    }

    /// H3.
    ///
    /// @param round tells one flush from the next
    public void flush(long round) {
        shades.handOver(round);
    }

    /// H4.
    public void turnBarrierOff() {
        shades.discard();
        stack.thawAll();
        allocator.resumeHandles(); // of a snapshot that was begun, and not asked for any more
        barrierOn = false;
        pastSnapshot = false;
        birthsMarked = false;
        frozenSlots = NOTHING_FROZEN;
        frozenTop = 0;
    }

    boolean isPastSnapshot() {
        return pastSnapshot;
    }

    // Registration

    /// Gives this context the state that mutators have which answered the last handshake issued.
    void adoptFlags(MutatorRegistry.Flags flags, long handshake) {
        barrierOn = flags.barrierOn();
        pastSnapshot = flags.pastSnapshot();
        birthsMarked = protocol.birthsMarked(barrierOn, pastSnapshot);
        epoch = flags.epoch();
        answered = handshake;
    }

    void setObserver() {
        observer = true;
    }

    /// Whether this thread takes part only in order to look at objects.
    public boolean isObserver() {
        return observer;
    }

    /// Whether the thread has promised not to touch the heap at this moment.
    public boolean isBlocked() {
        int now = mode;
        return now != RUNNING && now != DEAD;
    }

    void startSafe() {
        mode = SAFE;
    }

    /// The thread that will use this context; called before it does, or by itself.
    public void setOwner(Thread thread) {
        owner = thread;
        user = mode == RUNNING ? thread : null;
    }

    boolean hasAnswered(long handshake) {
        return answered >= handshake;
    }

    /// Returns the handles and the memory the thread holds. Can be done again.
    void returnBuffers() {
        allocator.close();
    }

    /// The end of the thread's membership; its buffers have been returned.
    void end() {
        user = null;
        forgetAddresses();
        stack.clear();
        mode = DEAD;
    }

    private void forgetAddresses() {
        if (AddressTags.ON) {
            check.forget();
        }
    }

    // Collector

    void requestPoll() {
        POLL.getAndBitwiseOr(this, WANTED);
    }

    /// Locks the mutator in its safe region; false if it is running.
    boolean lockSafe() {
        return MODE.compareAndSet(this, SAFE, LOCKED)
                || lent && MODE.compareAndSet(this, IDLE, IDLE_LOCKED);
    }

    void unlockSafe() {
        mode = mode == IDLE_LOCKED ? IDLE : SAFE;
    }

    /// Keeps a mutator from leaving its safe region, for good, when the heap closes; false if it is
    /// running.
    public boolean lockOut() {
        return MODE.compareAndSet(this, SAFE, DEAD) || lent && MODE.compareAndSet(this, IDLE, DEAD);
    }

    /// Takes over a mutator whose thread was not started, to unregister it; false if it runs, or has
    /// run, after all, or ends with its heap.
    public boolean takeOverUnstarted() {
        int rounds = 0;
        while (!MODE.compareAndSet(this, SAFE, RUNNING)) {
            if (mode != LOCKED) {
                return false;
            }
            Backoff.pause(rounds++, UNLOCK_NAP_NANOS);
        }
        return true;
    }

    public boolean isDead() {
        return mode == DEAD;
    }

    /// Acts for a mutator that the collector has locked.
    void performOnBehalf(MutatorRegistry.Request request) {
        request.action().perform(this, true);
        answerNanos = 0;
        answered = request.number();
    }

    /// What was handed over at the last flush.
    public ShadeBuffer shades() {
        return shades;
    }

    /// The slots frozen at the snapshot; read with [ShadowStack#slotOpaque].
    public long[] frozenSlots() {
        return frozenSlots;
    }

    public int frozenTop() {
        return frozenTop;
    }

    /// How long the handshake took that was answered last; 0 if it was on this thread's behalf.
    long answerNanos() {
        return answerNanos;
    }

    boolean birthsMarked() {
        return birthsMarked;
    }

    public long epoch() {
        return epoch;
    }

    public long bytesAtSnapshot() {
        return bytesAtSnapshot;
    }

    public long objectsAtSnapshot() {
        return objectsAtSnapshot;
    }

    /// Figures; exact for the owner. Any thread may ask: it reads the owner's plain fields, and what it
    /// gets is a moment old or, between two of them, of two moments.

    public MutatorStats stats() {
        return new MutatorStats(
                name(),
                allocator.objects(),
                allocator.bytes(),
                allocator.stalls(),
                allocator.stallNanos(),
                stack.depth(),
                stack.deepest(),
                actions.snapshot(),
                acknowledgements.snapshot());
    }
}
