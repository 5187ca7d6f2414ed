package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Cause;
import coex.gc.mutator.CycleDemand;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/// Everyone who waits for the collector's role gets it, however often others ask.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CycleScheduleTest {

    private final CycleSchedule schedule = new CycleSchedule();

    /// A thread that waits for the role without wanting to collect, and keeps it once it has it.
    private CompletableFuture<Boolean> startViewer() throws InterruptedException {
        CompletableFuture<Boolean> got = new CompletableFuture<>();
        Thread viewer =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () ->
                                        got.complete(
                                                schedule.takeRoleAfterRequests(
                                                        true, Long.MAX_VALUE / 2)));
        while (viewer.getState() != Thread.State.TIMED_WAITING && viewer.isAlive()) {
            Thread.sleep(1);
        }
        return got;
    }

    private void runCycle() {
        schedule.begin(CycleDemand.ANY);
        schedule.complete(CycleDemand.ANY);
        schedule.returnRole();
    }

    @Test
    void aViewerIsNotOvertakenByTheThreadThatReturnsTheRole() throws Exception {
        assertThat(schedule.tryTakeRole()).isTrue();
        CompletableFuture<Boolean> viewer = startViewer();
        schedule.request(Cause.STALL, CycleDemand.ANY); // after the viewer, so it comes second
        runCycle();
        assertThat(schedule.tryTakeRole()).isFalse();
        assertThat(viewer.get()).isTrue();
        assertThat(schedule.tryTakeRole()).isFalse();
        schedule.returnRole();
        assertThat(schedule.tryTakeRole()).isTrue();
    }

    @Test
    void aViewerLetsACycleAskedForBeforeItGoFirst() throws Exception {
        schedule.request(Cause.REQUEST, CycleDemand.ANY);
        CompletableFuture<Boolean> viewer = startViewer();
        assertThat(viewer).isNotDone();
        assertThat(schedule.takeRole()).isTrue();
        runCycle();
        assertThat(schedule.tryTakeRole()).isFalse();
        assertThat(viewer.get()).isTrue();
    }

    /// As a virtual thread does not while others keep all carriers, which may wait for a cycle.
    @Test
    void aViewerThatDoesNotComeKeepsNobodyFromCollecting() throws Exception {
        assertThat(schedule.tryTakeRole()).isTrue();
        CompletableFuture<Boolean> viewer = new CompletableFuture<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread late =
                Thread.ofVirtual()
                        .start(
                                () ->
                                        viewer.complete(
                                                schedule.takeRoleAfterRequests(
                                                        true, Long.MAX_VALUE / 2)));
        while (late.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        List<Thread> busy = keepAllCarriers(done);
        schedule.request(Cause.STALL, CycleDemand.ANY);
        runCycle();
        assertThat(schedule.takeRole()).isTrue();
        assertThat(viewer).isNotDone();
        runCycle();
        done.complete(null);
        assertThat(viewer.get()).isTrue();
        for (Thread thread : busy) {
            thread.join();
        }
    }

    /// Virtual threads that run until told to end. There are so many that none is left over.
    private static List<Thread> keepAllCarriers(CompletableFuture<Void> done)
            throws InterruptedException {
        int carriers =
                Integer.getInteger(
                        "jdk.virtualThreadScheduler.parallelism",
                        Runtime.getRuntime().availableProcessors());
        AtomicInteger running = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < carriers; i++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        running.incrementAndGet();
                                        while (!done.isDone()) {
                                            Thread.onSpinWait();
                                        }
                                    }));
        }
        while (running.get() < threads.size()) {
            Thread.sleep(1);
        }
        return threads;
    }

    @Test
    void closingReleasesAViewer() throws Exception {
        assertThat(schedule.tryTakeRole()).isTrue();
        CompletableFuture<Boolean> viewer = startViewer();
        schedule.close();
        assertThat(viewer.get()).isFalse();
        schedule.returnRole();
        schedule.awaitRoleFree();
    }

    @Test
    void withoutACollectorThreadARequestKeepsNobodyWaiting() {
        schedule.request(Cause.REQUEST, CycleDemand.ANY);
        assertThat(schedule.takeRoleAfterRequests(false, Long.MAX_VALUE / 2)).isTrue();
    }

    @Test
    void whoWaitsForTheRoleForAWhileOnlyLeavesTheLineAgain() {
        CycleSchedule schedule = new CycleSchedule();
        schedule.request(Cause.REQUEST, CycleDemand.ANY);
        assertThat(schedule.takeRoleAfterRequests(true, 1)).isFalse();
        assertThat(schedule.tryTakeRole()).isTrue();
    }

    @Test
    void whoWaitsForAFullCycleIsNotContentWithAYoungOne() {
        long wanted = schedule.next();
        schedule.request(Cause.GROWTH, CycleDemand.ANY);
        assertThat(schedule.takeRole()).isTrue();
        schedule.begin(CycleDemand.ANY);
        assertThat(schedule.demand()).isEqualTo(CycleDemand.ANY);
        schedule.request(Cause.REQUEST, CycleDemand.FULL);
        schedule.complete(CycleDemand.ANY);
        assertThat(schedule.awaitCompleted(wanted, CycleDemand.ANY, 0)).isTrue();
        schedule.begin(CycleDemand.ANY);
        assertThat(schedule.demand()).isEqualTo(CycleDemand.FULL);
        schedule.complete(CycleDemand.FULL);
        assertThat(schedule.awaitCompleted(wanted, CycleDemand.FULL, 0)).isTrue();
    }

    @Test
    void aRequestForAnyCycleBecomesOneForAFullCycle() {
        schedule.request(Cause.GROWTH, CycleDemand.ANY);
        schedule.request(Cause.REQUEST, CycleDemand.FULL);
        assertThat(schedule.takeRole()).isTrue();
        schedule.begin(CycleDemand.ANY);
        assertThat(schedule.demand()).isEqualTo(CycleDemand.FULL);
        schedule.giveUp(Cause.GROWTH);
        schedule.begin(CycleDemand.ANY);
        assertThat(schedule.demand()).as("it stays asked for").isEqualTo(CycleDemand.FULL);
    }

    @Test
    void aCycleThatWasGivenUpStaysAskedForAlthoughNobodyWaitsForIt() {
        schedule.request(Cause.GROWTH, CycleDemand.ANY);
        assertThat(schedule.takeRole()).isTrue();
        schedule.begin(CycleDemand.ANY);
        assertThat(schedule.awaitRequest(0)).isNull();
        schedule.giveUp(Cause.GROWTH);
        assertThat(schedule.awaitRequest(0)).isEqualTo(Cause.GROWTH);
    }
}
