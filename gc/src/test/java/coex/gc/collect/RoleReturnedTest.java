// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Cause;
import coex.gc.HeapException;
import coex.gc.Heaps;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.mark.Cleaners;
import coex.gc.mutator.CycleDemand;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/// Whatever ends a cycle, or what somebody does in the place of one: the thread that had the
/// collector's role has it no more.
class RoleReturnedTest {

    private Throwable failure;
    private boolean closes;

    private final HeapCore core =
            new HeapCore(Heaps.calm().name("role").build().withoutListener(), this::fail);
    private final CycleRunner runner = new CycleRunner(core, Protocol.SOUND, false, new Cleaners());
    private final CycleSchedule schedule = runner.schedule();

    @AfterEach
    void release() {
        runner.closer().release();
    }

    /// In the first step of a cycle.
    private void fail(SchedulePoint point) {
        if (point == SchedulePoint.PHASE_BEGINS && failure != null) {
            if (closes) {
                runner.closer().letGo(); // so that nobody waits for the next cycle
            }
            RoleReturnedTest.<RuntimeException>throwAsIs(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAsIs(Throwable failure) throws E {
        throw (E) failure;
    }

    private void runCycle() {
        runner.completeCycle(schedule.next(), Cause.REQUEST, CycleDemand.FULL);
    }

    private static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("a test's"),
                new OutOfMemoryError("a test's"),
                new StackOverflowError("a test's"),
                Handshake.ABANDONED);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailedCycleReturnsIt(Throwable cause) {
        failure = cause;
        closes = !(cause instanceof IllegalStateException);
        assertThatThrownBy(this::runCycle).isInstanceOf(HeapException.class);
        assertThat(schedule.isHeldByCaller()).isFalse();
    }

    @Test
    void aCycleThatEndsReturnsIt() {
        runCycle();
        assertThat(schedule.isHeldByCaller()).isFalse();
        runCycle();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailedActionReturnsIt(Throwable cause) {
        Runnable action = () -> RoleReturnedTest.<RuntimeException>throwAsIs(cause);
        assertThatThrownBy(() -> runner.tryWithRole(Long.MAX_VALUE / 2, action)).isNotNull();
        assertThat(schedule.isHeldByCaller()).isFalse();
        runCycle();
    }
}
