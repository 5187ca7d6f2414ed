package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;

import com.sun.management.GarbageCollectionNotificationInfo;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

class CycleNotificationTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Heap heap = Heap.open(HeapOptions.builder().name("notes").build());
    private final HeapBeans.Registration registration = HeapBeans.register(heap);
    private final BlockingQueue<Notification> received = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        registration.close();
        heap.close();
    }

    private static ObjectName cycles() throws Exception {
        return new ObjectName("coex:type=HeapCycles,name=notes");
    }

    private Notification next() throws InterruptedException {
        Notification next = received.poll(300, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void aCycleIsAnnouncedInTheFormOfTheJvmsOwnCollectors() throws Exception {
        NotificationListener listener = (note, _) -> received.add(note);
        server.addNotificationListener(cycles(), listener, null, null);
        heap.collect();
        Notification note = next();
        assertThat(note.getType())
                .isEqualTo(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION);
        assertThat(note.getSource()).isEqualTo(cycles());
        var info = GarbageCollectionNotificationInfo.from((CompositeData) note.getUserData());
        assertThat(info.getGcName()).isEqualTo("notes cycles");
        assertThat(info.getGcAction()).isEqualTo("end of full cycle");
        assertThat(info.getGcCause()).isEqualTo("REQUEST");
        assertThat(info.getGcInfo().getId()).isEqualTo(1);
        assertThat(info.getGcInfo().getDuration())
                .isEqualTo(info.getGcInfo().getEndTime() - info.getGcInfo().getStartTime());
        assertThat(info.getGcInfo().getMemoryUsageAfterGc().get("objects").getUsed()).isZero();
        heap.collect();
        assertThat(next().getSequenceNumber()).isEqualTo(note.getSequenceNumber() + 1);
        server.removeNotificationListener(cycles(), listener);
        heap.collect();
        assertThat(received.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void aListenerRunsOnNoThreadOfTheHeap() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        server.addNotificationListener(
                cycles(), (_, _) -> threads.add(Thread.currentThread()), null, null);
        heap.collect(); // on this thread, which lends itself
        Thread sender = threads.poll(300, TimeUnit.SECONDS);
        assertThat(sender).isNotNull();
        assertThat(sender).isNotSameAs(Thread.currentThread());
        assertThat(sender.getName()).isEqualTo("coex-announcer-notes");
        assertThat(sender.isDaemon()).isTrue();
    }

    @Test
    void aListenerThatDoesNotReturnDelaysNoCycleAndLosesTheOldest() throws Exception {
        var bean = JMX.newMXBeanProxy(server, cycles(), HeapCyclesMXBean.class);
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        server.addNotificationListener(
                cycles(),
                (note, _) -> {
                    received.add(note);
                    stuck.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                null,
                null);
        heap.collect();
        assertThat(stuck.await(300, TimeUnit.SECONDS)).isTrue();
        for (int cycle = 2; cycle <= 300; cycle++) {
            heap.collect();
        }
        assertThat(bean.getCollectionCount()).isEqualTo(300);
        assertThat(bean.getNotificationsLost()).isEqualTo(299 - 256);
        release.countDown();
        Notification last = next();
        for (int more = 0; more < 256; more++) {
            last = next();
        }
        var info = GarbageCollectionNotificationInfo.from((CompositeData) last.getUserData());
        assertThat(info.getGcInfo().getId()).isEqualTo(300);
    }
}
