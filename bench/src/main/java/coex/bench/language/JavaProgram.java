package coex.bench.language;

import coex.bench.jvm.Figures;
import coex.bench.jvm.ProcessMemory;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;

/// Runs the Java program of a [LanguageWork]; the same arguments and reports as [CoexProgram], but
/// for `heap-mib`, which is the most that the JVM's heap had committed.
public final class JavaProgram {

    private JavaProgram() {}

    static void main(String[] args) {
        var work = LanguageWork.valueOf(args[0]);
        long size = Long.parseLong(args[1]);
        double[] nanos = new double[Integer.parseInt(args[2])];
        long result = 0;
        for (int round = 0; round < nanos.length; round++) {
            long start = System.nanoTime();
            result = work.inJava(size);
            nanos[round] = System.nanoTime() - start;
        }
        Figures.print("nanos", nanos);
        Figures.print("result", result);
        Figures.print("heap-mib", committedAtMost() / (double) (1 << 20));
        ProcessMemory.reportPeak();
    }

    private static long committedAtMost() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getCommitted())
                .sum();
    }
}
