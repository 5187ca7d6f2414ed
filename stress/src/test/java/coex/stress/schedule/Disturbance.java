package coex.stress.schedule;

import coex.gc.Heap;
import coex.gc.Phase;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;

import java.time.Duration;

/// Something that goes wrong once in a schedule: when a thread comes to a place for the nth time.
final class Disturbance {

    /// What can go wrong.
    enum Kind {
        STACK_OVERFLOW,
        OUT_OF_MEMORY,
        INTERRUPT,
        END_OF_THREAD,
        CLOSE,
        NOTHING
    }

    /// Ends a thread where it stands. It does not detach.
    static final class EndOfThread extends Error {
        private static final long serialVersionUID = 1L;

        EndOfThread() {
            super("injected", null, false, false);
        }
    }

    private final Kind kind;
    private final Place place;
    private int visitsLeft;
    private Heap heap;
    private Thread closer;

    /// Read by actors and by the controller, one at a time.
    private Throwable thrown;

    private boolean happened;

    /// @param visits how many times threads come to the place until it goes wrong, from 1
    Disturbance(Kind kind, Place place, int visits) {
        this.kind = kind;
        this.place = place;
        this.visitsLeft = visits;
    }

    static Disturbance none() {
        return new Disturbance(Kind.NOTHING, null, 0);
    }

    void setHeap(Heap disturbed) {
        heap = disturbed;
    }

    boolean hasHappened() {
        return happened;
    }

    /// From here on nothing goes wrong any more.
    void isOver() {
        visitsLeft = 0;
    }

    boolean closesHeap() {
        return happened && kind == Kind.CLOSE;
    }

    /// What a thread was thrown is what was thrown here, or follows from it.
    ///
    /// @throws AssertionError if not
    void expect(Throwable e) {
        boolean closing = kind == Kind.CLOSE && happened && !(e instanceof Error);
        if (e != thrown && !closing) {
            throw new AssertionError("not injected: " + e, e);
        }
    }

    /// Lets the threads stop where `scheduler` wants them, and then go wrong.
    ScheduleHook after(ScheduleHook scheduler) {
        return new ScheduleHook() {
            @Override
            public void at(SchedulePoint point) {
                scheduler.at(point);
                visit(Place.at(point));
            }

            @Override
            public void atPhase(Phase phase) {
                scheduler.atPhase(phase);
                visit(Place.before(phase));
            }

            @Override
            public Thread newMarker(Runnable task) {
                return scheduler.newMarker(task);
            }
        };
    }

    private void visit(Place visited) {
        if (heap != null && visited.equals(place) && isMeant() && --visitsLeft == 0) {
            happened = true;
            happen();
        }
    }

    /// Only the thread of a mutator ends. Where it acts itself the collector may come too, on
    /// behalf of one that is blocked.
    private boolean isMeant() {
        return kind != Kind.END_OF_THREAD || heap.current() != null;
    }

    private void happen() {
        switch (kind) {
            case STACK_OVERFLOW -> {
                thrown = new StackOverflowError("injected");
                throw (Error) thrown;
            }
            case OUT_OF_MEMORY -> {
                thrown = new OutOfMemoryError("injected");
                throw (Error) thrown;
            }
            case END_OF_THREAD -> {
                thrown = new EndOfThread();
                throw (Error) thrown;
            }
            case INTERRUPT -> Thread.currentThread().interrupt();
            case CLOSE -> closeFromOutside();
            case NOTHING -> {}
        }
    }

    private void closeFromOutside() {
        closer = Thread.ofPlatform().name("closer").start(heap::close);
        while (!heap.isClosed()) {
            Thread.onSpinWait();
        }
    }

    void awaitClosed() {
        try {
            if (!closer.join(Duration.ofMinutes(5))) {
                throw new AssertionError("the heap does not close");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return kind + " at " + place;
    }
}
