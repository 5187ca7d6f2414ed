package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Lets one thread run at a time, and decides which and how far.
///
/// The threads of a test are [Actor]s: real threads that run only while they have the *turn*. The
/// controller, the thread that made the scheduler, gives the turn to an actor and says where it has
/// to stop; the actor returns the turn there, or when its task has ended. Since all else stands
/// still meanwhile, a test sees the same interleaving every time.
///
/// Actors are virtual threads. If the controller is one too, and the JVM has one carrier for them
/// (`-Djdk.virtualThreadScheduler.parallelism=1`), passing the turn on does not involve the
/// system's scheduler, and a schedule of a hundred turns takes well below a millisecond.
///
/// An actor that waits inside the heap for something only another actor can do would keep the turn
/// for good. The controller notices a thread that is blocked and tells where; it does not hang.
///
/// | method | callable by |
/// | --- | --- |
/// | `at`, `atPhase`, `step` | actors; any other thread passes at once |
/// | `newMarker` | whoever collects |
/// | everything else | the controller |
public final class Scheduler implements ScheduleHook, AutoCloseable {

    /// Where a thread holds a lock, or another thread locked in its safe region. Nobody is stopped
    /// there: those who wait for it would keep the turn.
    private static final Set<SchedulePoint> INSIDE =
            EnumSet.of(
                    SchedulePoint.STACK_FROZEN,
                    SchedulePoint.BIRTHS_MARKED,
                    SchedulePoint.EXIT_PREPARED);

    private static final long NAP_NANOS = 20_000_000;
    private static final long BLOCKED_AFTER_NANOS = 2_000_000_000;

    private final Thread controller = Thread.currentThread();
    private final List<Actor> actors = new ArrayList<>();
    private final List<Actor> markers = new ArrayList<>();
    private final ThreadLocal<Actor> self = new ThreadLocal<>();
    private final long patienceNanos;

    /// The actor that may run; null while the controller decides.
    ///
    /// - writers: the controller gives the turn, the actor that has it takes it back
    /// - ordering: volatile, so that what one actor did is seen by the next
    private volatile Actor turn;

    /// Set once when the test is over: everyone runs on, to the end of what it is doing.
    private volatile boolean over;

    public Scheduler() {
        this(Duration.ofMinutes(5));
    }

    /// @param patience how long an actor may keep the turn
    public Scheduler(Duration patience) {
        patienceNanos = patience.toNanos();
    }

    /// A new actor that waits for tasks.
    public Actor actor(String name) {
        Actor actor = new Actor(this, name, null);
        add(actor, Thread.ofVirtual().name(name).unstarted(() -> play(actor)));
        actor.thread().start();
        return actor;
    }

    /// Makes threads that are actors with one task, what the factory was given. The actor is made
    /// together with the thread and can be had from [#latest].
    public ThreadFactory threadFactory(String name) {
        return task -> {
            Actor actor = new Actor(this, name, task);
            add(actor, Thread.ofVirtual().name(name).unstarted(() -> playOnce(actor)));
            return actor.thread();
        };
    }

    /// The markers of a heap that help its collector are actors too.
    @Override
    public Thread newMarker(Runnable task) {
        Thread thread = threadFactory("marker").newThread(task);
        synchronized (actors) {
            markers.add(latest());
        }
        return thread;
    }

    /// Those there are.
    public List<Actor> markers() {
        synchronized (actors) {
            return List.copyOf(markers);
        }
    }

    private void add(Actor actor, Thread thread) {
        actor.setThread(thread);
        synchronized (actors) {
            actors.add(actor);
        }
    }

    /// The actor made last.
    public Actor latest() {
        synchronized (actors) {
            return actors.getLast();
        }
    }

    // Actors

    @Override
    public void at(SchedulePoint point) {
        if (!INSIDE.contains(point)) {
            pass(Place.at(point));
        }
    }

    @Override
    public void atPhase(Phase phase) {
        pass(Place.before(phase));
    }

    /// A place in the test's own code.
    public void step(String name) {
        pass(Place.step(name));
    }

    private void pass(Place place) {
        Actor actor = self.get();
        if (actor != null && !over) {
            actor.note(place);
            if (turn != actor || actor.stopsAt(place)) {
                stop(actor);
            }
        }
    }

    /// Returns the turn, if the actor has it, and waits for the next.
    private void stop(Actor actor) {
        returnTurn(actor);
        awaitTurn(actor);
    }

    private void awaitTurn(Actor actor) {
        boolean interrupted = false; // an interrupted thread cannot park
        while (turn != actor && !over) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void returnTurn(Actor actor) {
        if (turn == actor) {
            turn = null;
            LockSupport.unpark(controller);
        }
    }

    private void play(Actor actor) {
        self.set(actor);
        awaitTurn(actor);
        for (Runnable task = actor.takeTask(); task != null; task = actor.takeTask()) {
            actor.perform(task);
            stop(actor);
        }
        actor.noteEnd();
    }

    private void playOnce(Actor actor) {
        self.set(actor);
        awaitTurn(actor);
        actor.perform(actor.takeTask());
        actor.noteEnd();
        returnTurn(actor);
    }

    // Controller

    /// Lets `actor` run until it comes to a place that `until` accepts, or has nothing left to do.
    ///
    /// @throws AssertionError if it blocks inside the heap or does not come back, or if its task
    ///     failed
    Place run(Actor actor, Predicate<Place> until) {
        if (Thread.currentThread() != controller) {
            throw new IllegalStateException("not the controller: " + Thread.currentThread());
        }
        actor.setUntil(until);
        turn = actor;
        LockSupport.unpark(actor.thread());
        awaitReturn(actor);
        actor.rethrow();
        return actor.place();
    }

    private void awaitReturn(Actor actor) {
        long began = System.nanoTime();
        long blockedSince = 0;
        while (turn != null) {
            LockSupport.parkNanos(this, NAP_NANOS);
            if (Thread.interrupted()) {
                throw new AssertionError(describe("interrupted while running " + actor, actor));
            }
            long now = System.nanoTime();
            if (!isBlocked(actor)) {
                blockedSince = 0;
            } else if (blockedSince == 0) {
                blockedSince = now;
            } else if (now - blockedSince > BLOCKED_AFTER_NANOS && turn != null) {
                throw new AssertionError(describe(actor.name() + " is blocked", actor));
            }
            if (now - began > patienceNanos && turn != null) {
                throw new AssertionError(describe(actor.name() + " does not stop", actor));
            }
        }
    }

    private static boolean isBlocked(Actor actor) {
        Thread.State state = actor.thread().getState();
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
    }

    private String describe(String what, Actor running) {
        StringBuilder text = new StringBuilder(what);
        synchronized (actors) {
            for (Actor actor : actors) {
                text.append("\n  ").append(actor);
            }
        }
        for (StackTraceElement element : running.thread().getStackTrace()) {
            text.append("\n    at ").append(element);
        }
        return text.toString();
    }

    /// Where everybody is.
    public String describe() {
        return describe("actors:", latest());
    }

    /// Lets everyone run on to the end, all at once; [#close] waits for that.
    ///
    /// @param lastTask what each does before it ends
    public void release(Runnable lastTask) {
        synchronized (actors) {
            actors.forEach(actor -> actor.setLastTask(lastTask));
            over = true;
            actors.forEach(actor -> LockSupport.unpark(actor.thread()));
        }
    }

    @Override
    public void close() {
        if (!over) {
            release(null);
        }
        synchronized (actors) {
            actors.forEach(Actor::join);
        }
    }
}
