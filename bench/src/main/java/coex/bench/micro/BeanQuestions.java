package coex.bench.micro;

import coex.gc.Heap;
import coex.observe.HeapBeans;
import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.Census;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/// Asks the bean of a heap what a viewer asks it, once a second: through the JVM's bean server, so
/// with what the answers cost there, and without the connection to another process.
///
/// Every viewer has shapes counted as `coex heap top` does: for 100 ms at most, every five seconds
/// or twenty times what it took.
final class BeanQuestions implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 1_000;
    private static final long CENSUS_EVERY_NANOS = 5_000_000_000L;
    private static final int CENSUS_PAUSE_FACTOR = 20;
    private static final long CENSUS_BUDGET_MILLIS = 100;
    private static final int SHAPES = 50;
    private static final int CELLS = 4096;
    private static final Pattern LAST = Pattern.compile("\\A\\{\"last\":(\\d+)");

    private final HeapBeans.Registration registration;
    private final HeapMXBean bean;
    private final Consumer<HeapMXBean> question;
    private final Thread thread;

    private BeanQuestions(Heap heap, Consumer<HeapMXBean> question) {
        this.registration = HeapBeans.register(heap);
        this.question = question;
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        this.bean = JMX.newMXBeanProxy(server, onlyHeap(server), HeapMXBean.class);
        this.thread = Thread.ofPlatform().daemon().name("viewer").start(this::run);
    }

    private static ObjectName onlyHeap(MBeanServer server) {
        try {
            Set<ObjectName> heaps =
                    server.queryNames(new ObjectName(HeapBeans.DOMAIN + ":type=Heap,*"), null);
            if (heaps.size() != 1) {
                throw new IllegalStateException("not one heap: " + heaps);
            }
            return heaps.iterator().next();
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    static BeanQuestions asTop(Heap heap) {
        return new BeanQuestions(heap, HeapMXBean::snapshot);
    }

    static BeanQuestions asPage(Heap heap) {
        long[] after = {-1};
        return new BeanQuestions(
                heap,
                bean -> {
                    Matcher last = LAST.matcher(bean.live(after[0], CELLS));
                    if (!last.find()) {
                        throw new IllegalStateException("no frame");
                    }
                    after[0] = Long.parseLong(last.group(1));
                });
    }

    private void run() {
        long censusAt = 0;
        long censusTook = 0;
        try {
            while (true) {
                question.accept(bean);
                long pause = Math.max(CENSUS_EVERY_NANOS, CENSUS_PAUSE_FACTOR * censusTook);
                if (censusAt == 0 || System.nanoTime() - censusAt >= pause) {
                    Census census = bean.census(SHAPES, CENSUS_BUDGET_MILLIS);
                    censusTook = census.tookNanos();
                    censusAt = System.nanoTime();
                }
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException _) {
            // the benchmark is over
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        registration.close();
    }
}
