// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Cause;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.HeapCore;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/// What threads have written is handed over to the collector.
@Timeout(300)
class HandedLogsTest {

    private static final int CELLS = 1000;

    /// The cells whose bits were cleared, by whoever did it.
    private final List<Long> cleared = new ArrayList<>();

    private final Protocol counting =
            new Protocol() {
                @Override
                public void clearLogged(HeapCore core, long handle) {
                    cleared.add(handle);
                    super.clearLogged(core, handle);
                }
            };

    private final Heap heap = ConcurrentHeap.open(Heaps.calm().build(), null, counting, false);
    private final Shape cell = heap.shape("cell").reference("content").mutable().build();
    private final Field content = cell.field("content");
    private final Mutator mutator = heap.attach();
    private final MutatorContext context = ConcurrentHeap.contextOf(mutator);
    private final Frame frame = mutator.frame(CELLS);

    @AfterEach
    void close() {
        heap.close();
    }

    private void makesCells() {
        for (int i = 0; i < CELLS; i++) {
            frame.set(i, mutator.allocate(cell));
        }
    }

    private void storesIntoAll() {
        for (int i = 0; i < CELLS; i++) {
            mutator.setReference(frame.get(i), content, 0);
        }
    }

    private List<Long> waiting() {
        List<Long> waiting = new ArrayList<>();
        context.handedLogs().forEachWaiting(waiting::add);
        return waiting;
    }

    /// A thread that has written millions of cells would otherwise be held at H1b for as long as it
    /// takes to look for them all.
    @Test
    void aThreadThatHandsItsLogOverLooksAtNoneOfItsObjects() {
        makesCells();
        storesIntoAll();
        context.actions().settle();
        assertThat(cleared).isEmpty();
        assertThat(waiting()).hasSize(CELLS);

        heap.collect();
        assertThat(cleared).hasSize(CELLS).doesNotHaveDuplicates();
        assertThat(waiting()).isEmpty();
    }

    /// As after an answer that failed: what was handed over stays so.
    @Test
    void whatIsHandedOverAgainIsWhatWasWrittenSince() {
        makesCells();
        mutator.setReference(frame.get(0), content, 0);
        context.actions().settle();
        mutator.setReference(frame.get(1), content, 0);
        context.actions().settle();
        assertThat(waiting()).containsExactlyInAnyOrder(frame.get(0), frame.get(1));
    }

    @Test
    void aThreadThatExitsHandsItsLogOver() {
        makesCells();
        long written = frame.get(7);
        mutator.setReference(written, content, 0);
        mutator.close();
        assertThat(waiting()).containsExactly(written);
    }

    @Test
    void aCycleIsAskedForWhenThreadsHaveWrittenMuch() {
        Requests requests = new Requests();
        HandedLogs logs = new HandedLogs(requests, 1000);
        WriteLog log = new WriteLog(100);
        WriteLog other = new WriteLog(100);
        push(logs, log, 400);
        push(logs, other, 300);
        assertThat(requests.causes).isEmpty();

        push(logs, log, 500);
        assertThat(requests.causes).containsOnly(Cause.WRITES);

        requests.causes.clear();
        requests.running = 1; // takes what there is
        push(logs, log, 5000);
        assertThat(requests.causes).isEmpty();

        requests.running = 0;
        logs.handOver(log);
        logs.handOver(other);
        logs.take();
        push(logs, log, 400);
        push(logs, other, 300);
        assertThat(requests.causes).isEmpty();
    }

    private static void push(HandedLogs logs, WriteLog log, int entries) {
        for (int i = 0; i < entries; i++) {
            if (log.isFull()) {
                logs.grow(log);
            }
            log.push(1);
        }
    }

    private static final class Requests implements CollectionRequests {
        private final List<Cause> causes = new ArrayList<>();
        private long running;

        @Override
        public void request(Cause cause) {
            causes.add(cause);
        }

        @Override
        public boolean awaitCycleBegunAfterNow(Cause cause, CycleDemand demand) {
            throw new AssertionError();
        }

        @Override
        public long runningCycle() {
            return running;
        }

        @Override
        public boolean awaitCycle(long cycle, long nanos) {
            throw new AssertionError();
        }

        @Override
        public long napNanos() {
            return 0;
        }

        @Override
        public void noteAllocated(long bytes, long objects) {}
    }
}
