package coex.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/// Something goes wrong in the middle of an operation, and others are none the worse.
class ChannelsTest {

    /// Fails once where a thread passes a point.
    private static final class Trap implements ScheduleHook {

        private volatile Thread victim;
        private volatile SchedulePoint place;

        @Override
        public void at(SchedulePoint point) {
            if (point == place && Thread.currentThread() == victim) {
                place = null;
                throw new OutOfMemoryError("trap");
            }
        }

        void set(Thread thread, SchedulePoint point) {
            victim = thread;
            place = point;
        }
    }

    private final Trap trap = new Trap();

    private JavaTasks program() {
        return new JavaTasks(trap, OutputStream.nullOutputStream(), Thread.ofVirtual().factory());
    }

    private static Channels cells(JavaTasks program) {
        return new Channels(program.heap(), "cells", "cells", true);
    }

    /// A channel that the calling task keeps.
    private static long kept(MutatorContext mutator, Channels type, int room) {
        int frame = mutator.stack().push(1);
        long channel = type.create(mutator, room);
        mutator.stack().set(mutator.stack().base(frame), channel);
        return channel;
    }

    /// That the calling task can get the lock of a channel, and so nobody has it.
    private static void expectFree(JavaTasks program, MutatorContext mutator, long channel) {
        Thread other =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    MutatorContext own = mutatorOf(program);
                                    program.tasks().locks().of(channel).lock(own);
                                    program.tasks().locks().of(channel).unlock();
                                });
        mutator.enterSafeRegion();
        JavaTasks.await(() -> !other.isAlive());
        assertThat(mutator.leaveSafeRegion()).isTrue();
    }

    private static MutatorContext mutatorOf(JavaTasks program) {
        return ConcurrentHeap.contextOf(program.heap().attach());
    }

    @Test
    void theLockIsGivenBackIfLeavingALineFails() throws InterruptedException {
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 0);
                                ChannelLocks.Bucket bucket = program.tasks().locks().of(channel);
                                assertThatThrownBy(() -> bucket.leave(mutator, channel, null))
                                        .isInstanceOf(NullPointerException.class);
                                expectFree(program, mutator, channel);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void theLockIsGivenBackIfReceivingFails() throws InterruptedException {
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 1);
                                type.send(mutator, channel, channel);
                                trap.set(Thread.currentThread(), SchedulePoint.STORE_UNBARRIERED);
                                assertThatThrownBy(() -> JavaTasks.receive(mutator, type, channel))
                                        .isInstanceOf(OutOfMemoryError.class);
                                expectFree(program, mutator, channel);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void theLockIsGivenBackIfWhoGotItCannotGoOn() throws InterruptedException {
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 0);
                                ChannelLocks.Bucket bucket = program.tasks().locks().of(channel);
                                bucket.lock(mutator);
                                program.start(
                                        mutator,
                                        "second",
                                        own -> {
                                            assertThatThrownBy(() -> bucket.lock(own))
                                                    .isInstanceOf(OutOfMemoryError.class);
                                            return 0;
                                        });
                                Task second = JavaTasks.last(mutator);
                                JavaTasks.await(
                                        () ->
                                                second.context() != null
                                                        && second.context().mode().isBlocked());
                                trap.set(second.thread(), SchedulePoint.REGION_LEFT);
                                bucket.unlock();
                                second.join(true);
                                expectFree(program, mutator, channel);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void aReceiverWaitsForTheNextSenderIfOneFails() throws InterruptedException {
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 0);
                                long cell =
                                        program.start(
                                                mutator,
                                                "receiver",
                                                own -> JavaTasks.receive(own, type, channel));
                                Task receiver = JavaTasks.last(mutator);
                                JavaTasks.await(() -> receiver.waiting() != null);
                                trap.set(Thread.currentThread(), SchedulePoint.STORE_UNBARRIERED);
                                assertThatThrownBy(() -> type.send(mutator, channel, channel))
                                        .isInstanceOf(OutOfMemoryError.class);
                                type.send(mutator, channel, channel);
                                assertThat(program.tasks().await(mutator, cell, false))
                                        .isEqualTo(channel);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void aSenderWaitsForTheNextReceiverIfOneFails() throws InterruptedException {
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 0);
                                program.start(
                                        mutator,
                                        "sender",
                                        own -> {
                                            type.send(own, channel, channel);
                                            return 0;
                                        });
                                Task sender = JavaTasks.last(mutator);
                                JavaTasks.await(() -> sender.waiting() != null);
                                trap.set(Thread.currentThread(), SchedulePoint.STORE_UNBARRIERED);
                                assertThatThrownBy(() -> JavaTasks.receive(mutator, type, channel))
                                        .isInstanceOf(OutOfMemoryError.class);
                                assertThat(JavaTasks.receive(mutator, type, channel))
                                        .isEqualTo(channel);
                                sender.join(true);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    private static boolean isMarked(MutatorContext mutator, long handle) {
        return mutator.barrier().liveOrNull(handle) == handle;
    }

    /// The sender may not have had its snapshot when the receiver has had its own.
    @Test
    void aReceiverPastItsSnapshotMarksWhatItTakesFromASender() throws InterruptedException {
        var sent = new AtomicLong();
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 0);
                                program.start(
                                        mutator,
                                        "sender",
                                        own -> {
                                            sent.set(kept(own, type, 0));
                                            type.send(own, channel, sent.get());
                                            return 0;
                                        });
                                Task sender = JavaTasks.last(mutator);
                                JavaTasks.await(() -> sender.waiting() != null);
                                long value = sent.get();
                                mutator.actions().turnBarrierOn(false);
                                mutator.actions().takeSnapshot(1, mutator.barrier());
                                assertThat(isMarked(mutator, value)).isFalse();
                                Selection selection = Task.of(mutator).selection();
                                selection.add(type, channel);
                                selection.rotate(0);
                                selection.run(mutator, Long.MAX_VALUE);
                                assertThat(isMarked(mutator, value)).isTrue();
                                assertThat(type.received(mutator)).isEqualTo(value);
                                mutator.actions().turnBarrierOff(true, false);
                                sender.join(true);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void aSenderBeforeItsSnapshotMarksWhatItPutsIntoTheRing() throws InterruptedException {
        try (var program = program()) {
            Channels type = cells(program);
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 4);
                                long first = kept(mutator, type, 0);
                                long second = kept(mutator, type, 0);
                                type.send(mutator, channel, first); // makes the ring
                                mutator.actions().turnBarrierOn(false);
                                type.send(mutator, channel, second);
                                assertThat(isMarked(mutator, second)).isTrue();
                                assertThat(isMarked(mutator, first)).isFalse();
                                assertThat(JavaTasks.receive(mutator, type, channel))
                                        .isEqualTo(first);
                                assertThat(isMarked(mutator, first)).isTrue();
                                mutator.actions().turnBarrierOff(true, false);
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }

    @Test
    void aChannelThatCanHoldNoMoreSaysSo() throws InterruptedException {
        try (var program = program()) {
            var type = new Channels(new ChannelMemory(program.heap(), "few", false, 20), "few");
            Throwable failure =
                    program.run(
                            mutator -> {
                                long channel = kept(mutator, type, 1 << 30);
                                for (int i = 0; i < 20; i++) {
                                    type.send(mutator, channel, i);
                                }
                                assertThatThrownBy(() -> type.send(mutator, channel, 20))
                                        .isInstanceOf(CoexError.class)
                                        .hasMessage(
                                                "a channel holds as many values as it can:"
                                                        + " count=20");
                                for (int i = 0; i < 20; i++) {
                                    assertThat(JavaTasks.receive(mutator, type, channel))
                                            .isEqualTo(i);
                                }
                                return 0;
                            });
            assertThat(failure).isNull();
        }
    }
}
