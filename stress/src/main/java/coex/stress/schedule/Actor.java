package coex.stress.schedule;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// A thread of a test that runs only when and as far as the controller says.
///
/// The methods under "Controller" are for the thread that made the scheduler. The fields are handed
/// back and forth with the scheduler's turn, which orders all accesses.
public final class Actor {

    private final Scheduler scheduler;
    private final String name;
    private Thread thread;
    private Runnable task;
    private Runnable lastTask;
    private Predicate<Place> until = _ -> true;
    private Place place;
    private Throwable failure;
    private boolean ended;

    /// @param firstTask what it begins with; null for nothing yet
    Actor(Scheduler scheduler, String name, Runnable firstTask) {
        this.scheduler = scheduler;
        this.name = name;
        this.task = firstTask;
        this.place = firstTask == null ? Place.IDLE : Place.START;
    }

    public String name() {
        return name;
    }

    // Controller

    /// Does something from beginning to end.
    public void does(Runnable something) {
        begins(something);
        finishes();
    }

    /// Does something from beginning to end that gives a result.
    public <T> T gives(Supplier<T> something) {
        Object[] result = new Object[1];
        does(() -> result[0] = something.get());
        @SuppressWarnings("unchecked")
        T value = (T) result[0];
        return value;
    }

    /// Gets something to do, and stands before its first step.
    public Actor begins(Runnable something) {
        if (!isIdle() || ended) {
            throw new AssertionError("busy: " + this);
        }
        task = something;
        place = Place.START;
        return this;
    }

    /// Goes on to a place, which it must come to.
    public void goesTo(Place stop) {
        Place reached = runs(stop::equals);
        if (!reached.equals(stop)) {
            throw new AssertionError(
                    "%s never came to %s, it is now %s".formatted(name, stop, reached));
        }
    }

    /// Goes on to the end of its task.
    public void finishes() {
        goesTo(Place.IDLE);
    }

    /// Goes on to the first place that `stop` accepts, or to the end; returns where it is then.
    public Place runs(Predicate<Place> stop) {
        if (isIdle()) {
            return place;
        }
        return scheduler.run(this, stop);
    }

    /// Whether it has nothing to do.
    public boolean isIdle() {
        return place == Place.IDLE;
    }

    public boolean hasEnded() {
        return ended;
    }

    /// Where it is.
    public Place place() {
        return place;
    }

    void setUntil(Predicate<Place> stop) {
        until = stop;
    }

    void setThread(Thread ownThread) {
        thread = ownThread;
    }

    Thread thread() {
        return thread;
    }

    void rethrow() {
        if (failure != null) {
            Throwable thrown = failure;
            failure = null;
            throw new AssertionError(name + " failed at " + place + ": " + thrown, thrown);
        }
    }

    void setLastTask(Runnable last) {
        lastTask = last;
    }

    void join() {
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(Duration.ofMinutes(5))) {
                throw new AssertionError(name + " does not end: " + this);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // The actor's own thread

    void note(Place reached) {
        place = reached;
    }

    boolean stopsAt(Place reached) {
        return until.test(reached);
    }

    Runnable takeTask() {
        Runnable taken = task != null ? task : lastTask;
        if (task == null) {
            lastTask = null;
        }
        task = null;
        return taken;
    }

    void perform(Runnable taken) {
        try {
            taken.run();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        place = Place.IDLE;
    }

    void noteEnd() {
        ended = true;
    }

    @Override
    public String toString() {
        return name + ": " + (ended ? "ended" : place) + (failure == null ? "" : " " + failure);
    }
}
