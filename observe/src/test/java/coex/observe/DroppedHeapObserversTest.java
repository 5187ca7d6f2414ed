package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

import javax.management.MBeanServer;
import javax.management.ObjectName;

/// Whoever observes a heap does not keep it, and goes with it.
class DroppedHeapObserversTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static void openObserved(String name, StringBuffer out) {
        GcLog log = GcLog.to(out, GcLogOptions.defaults());
        HeapOptions options =
                HeapOptions.builder().name(name).maximumBytes(16 << 20).listener(log).build();
        Heap heap = Heap.open(options);
        HeapBeans.register(heap);
        heap.addListener(new FlightEvents());
        HeapTrace.on(heap, new StringBuilder()).level(2);
        Mutator mutator = heap.attach();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocate(heap.shape("S").build()));
        }
        heap.collect();
        mutator.close();
    }

    private static void awaitWhileCollecting(String what, BooleanSupplier condition)
            throws InterruptedException {
        long giveUp = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - giveUp).as(what).isNegative();
            System.gc();
            Thread.sleep(10);
        }
    }

    private static boolean isThere(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals(thread));
    }

    @Test
    void aDroppedHeapTakesItsObserversAlongAndIsWarnedOfOnce() throws Exception {
        String name = "observed-and-dropped";
        StringBuffer log = new StringBuffer();
        ObjectName bean = new ObjectName("coex:type=Heap,name=" + name);
        try (LoggedWarnings warnings = new LoggedWarnings("coex.gc")) {
            openObserved(name, log);
            assertThat(SERVER.isRegistered(bean)).isTrue();
            awaitWhileCollecting("bean gone", () -> !SERVER.isRegistered(bean));
            awaitWhileCollecting("collector gone", () -> !isThere("coex-gc-" + name));
            List<String> told =
                    warnings.messages().stream().filter(text -> text.contains(name)).toList();
            assertThat(told)
                    .singleElement()
                    .asString()
                    .contains("heap dropped without close: heap=" + name)
                    .contains("DroppedHeapObserversTest.openObserved");
        }
        assertThat(log.toString()).contains("Heap Name: " + name);
    }
}
