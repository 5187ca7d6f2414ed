package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;

/// Where an actor can be stopped.
public sealed interface Place {

    /// Before its first step.
    Place START = new Step("start");

    /// Between two tasks, or after the last.
    Place IDLE = new Step("idle");

    /// A labelled point inside the heap.
    record Point(SchedulePoint point) implements Place {
        @Override
        public String toString() {
            return point.name();
        }
    }

    /// Before a phase of the collector.
    record Before(Phase phase) implements Place {
        @Override
        public String toString() {
            return "before " + phase;
        }
    }

    /// A point in the test's own code.
    record Step(String name) implements Place {
        @Override
        public String toString() {
            return name;
        }
    }

    static Place at(SchedulePoint point) {
        return new Point(point);
    }

    static Place before(Phase phase) {
        return new Before(phase);
    }

    static Place step(String name) {
        return new Step(name);
    }
}
