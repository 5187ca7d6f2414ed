package coex.cli.heap;

import coex.observe.HeapBeans;
import coex.observe.HeapMXBean;
import coex.runtime.error.VisibleText;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The JVMs of this user that have Coex heaps. Others are asked for their system properties and
/// otherwise left alone.
final class RunningHeaps {

    private static final long PATIENCE_SECONDS = 3;

    private RunningHeaps() {}

    /// @param program what the JVM runs
    record Row(long pid, String heap, MemoryUsage usage, String program) {}

    static void print(PrintWriter out) {
        List<Row> rows = find();
        if (rows.isEmpty()) {
            out.println(
                    "no JVM of this user shows a Coex heap (`coex run --jmx` does, and Java"
                            + " programs with HeapBeans.register(heap))");
            return;
        }
        int width = rows.stream().mapToInt(row -> row.heap.length()).max().orElse(0);
        String format = "%8s  %-" + Math.max(width, 4) + "s  %10s  %10s  %s%n";
        out.printf(format, "PID", "HEAP", "USED", "COMMITTED", "PROGRAM");
        for (Row row : rows) {
            out.printf(
                    format,
                    row.pid,
                    VisibleText.line(row.heap),
                    Amounts.bytes(row.usage.getUsed()),
                    Amounts.bytes(row.usage.getCommitted()),
                    VisibleText.line(row.program));
        }
    }

    /// Sorted by process and name. A JVM that does not answer is left out.
    static List<Row> find() {
        List<Row> rows = new ArrayList<>();
        ExecutorService workers =
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
        List<Future<List<Row>>> answers =
                VirtualMachine.list().stream()
                        .filter(RunningHeaps::isOurs)
                        .map(jvm -> workers.submit(() -> heapsOf(jvm)))
                        .toList();
        for (Future<List<Row>> answer : answers) {
            try {
                rows.addAll(answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            } catch (ExecutionException | TimeoutException _) {
                answer.cancel(true); // gone meanwhile, stopped, or of another kind
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        workers.shutdownNow();
        rows.sort(Comparator.comparingLong(Row::pid).thenComparing(Row::heap));
        return rows;
    }

    private static boolean isOurs(VirtualMachineDescriptor jvm) {
        long pid = Long.parseLong(jvm.id());
        ProcessHandle self = ProcessHandle.current();
        return pid != self.pid()
                && ProcessHandle.of(pid)
                        .map(process -> process.info().user().equals(self.info().user()))
                        .orElse(false);
    }

    private static List<Row> heapsOf(VirtualMachineDescriptor descriptor)
            throws IOException, AttachNotSupportedException {
        VirtualMachine jvm = VirtualMachine.attach(descriptor);
        try {
            String count = jvm.getSystemProperties().getProperty(HeapBeans.COUNT_PROPERTY, "0");
            if (count.equals("0")) {
                return List.of();
            }
        } finally {
            jvm.detach();
        }
        List<Row> rows = new ArrayList<>();
        try (AttachedJvm attached = AttachedJvm.to(Long.parseLong(descriptor.id()))) {
            for (String name : attached.heaps()) {
                MemoryUsage usage = attached.heap(name).ask(HeapMXBean::getUsage);
                rows.add(new Row(attached.pid(), name, usage, descriptor.displayName()));
            }
        } catch (HeapProblem _) {
            // it has just ended, or closed the heap
        }
        return rows;
    }
}
