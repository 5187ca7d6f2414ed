// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.HeapListener.LateMutator;
import coex.observe.HeapCyclesMXBean.Cycle;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import javax.management.Notification;
import javax.management.ObjectName;

/// Sends the notifications of a heap's beans, on a thread of its own: neither the collector nor a
/// mutator ever runs a tool's code or waits for it.
///
/// The thread exists only while there is something to send. What a slow listener leaves to wait is
/// bounded; beyond that the oldest is dropped and counted.
final class HeapAnnouncer {

    private static final int MOST_WAITING = 256;

    final Emitter heap = new Emitter(Emitter.RESIZED, "Memory of the heap was added or given back");
    final Emitter cycles = new Emitter(CycleNotice.TYPE, "A cycle has ended");
    final Emitter holds =
            new Emitter(
                    Emitter.HELD,
                    "A thread is late to answer the collector, or an allocation had to wait");

    private final AtomicLong lost = new AtomicLong();
    private final String heapName;
    private final ThreadPoolExecutor sender;

    HeapAnnouncer(String heapName) {
        this.heapName = heapName;
        RejectedExecutionHandler dropOldest =
                (added, pool) -> {
                    if (!pool.isShutdown()) {
                        lost.incrementAndGet();
                        pool.getQueue().poll();
                        pool.execute(added);
                    }
                };
        sender =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(MOST_WAITING),
                        Thread.ofPlatform().daemon().name("coex-announcer-" + heapName).factory(),
                        dropOldest);
        sender.allowCoreThreadTimeOut(true);
    }

    long lost() {
        return lost.get();
    }

    void cycleEnded(Cycle cycle) {
        if (cycles.hasListeners()) {
            sender.execute(
                    () -> {
                        Notification note =
                                cycles.notification(
                                        CycleNotice.TYPE,
                                        "cycle ended: id=%d kind=%s"
                                                .formatted(cycle.id(), cycle.kind()));
                        note.setUserData(CycleNotice.of(heapName, cycle));
                        cycles.sendNotification(note);
                    });
        }
    }

    void resized(String region, long fromBytes, long toBytes) {
        send(
                heap,
                Emitter.RESIZED,
                () -> "%s resized: from=%d to=%d".formatted(region, fromBytes, toBytes));
    }

    void mutatorLate(LateMutator late) {
        send(
                holds,
                Emitter.LATE,
                () ->
                        "thread late: thread=%s waited=%s cycle=%d phase=%s others=%d at=%s"
                                .formatted(
                                        late.thread(),
                                        late.waited(),
                                        late.cycle(),
                                        late.phase(),
                                        late.others(),
                                        late.at()));
    }

    void allocationStalled(String thread, long requestedBytes, Duration waited) {
        send(
                holds,
                Emitter.STALLED,
                () ->
                        "allocation stalled: thread=%s requested=%d waited=%s"
                                .formatted(thread, requestedBytes, waited));
    }

    private void send(Emitter emitter, String type, Supplier<String> message) {
        if (emitter.hasListeners()) {
            sender.execute(
                    () -> emitter.sendNotification(emitter.notification(type, message.get())));
        }
    }

    /// Sends what is waiting, and then nothing more.
    void close() {
        sender.shutdown();
    }

    /// The names the beans were registered under.
    void setSources(ObjectName heapBean, ObjectName cyclesBean, ObjectName holdsBean) {
        heap.setSource(heapBean);
        cycles.setSource(cyclesBean);
        holds.setSource(holdsBean);
    }
}
