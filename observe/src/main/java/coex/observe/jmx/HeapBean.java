// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.HeapStats;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HeapCyclesMXBean.Cycle;
import coex.observe.HeapCyclesMXBean.Running;
import coex.observe.HeapMXBean;
import coex.observe.OwnerOnlyFile;
import coex.observe.Scope;
import coex.observe.live.LiveView;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.MemoryUsage;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A heap, as a bean. Its methods run on threads of the JMX server, several at once.
final class HeapBean implements HeapMXBean {

    private static final int MOST_PROBLEMS = 1000;

    private final WatchedHeap heap;
    private final HeapWatch watch;
    private final HeapReporter reporter;
    private final HeapDumper dumper;
    private final LiveView live = new LiveView();

    /// How far the HPROF file is that is being written; null if there is none. Written by the
    /// thread that writes the file, read by any. Of two files at once the one last told of shows.
    private volatile HprofProgress hprofProgress;

    HeapBean(WatchedHeap heap, HeapWatch watch, HeapReporter reporter, HeapDumper dumper) {
        this.heap = heap;
        this.watch = watch;
        this.reporter = reporter;
        this.dumper = dumper;
    }

    @Override
    public String getName() {
        return heap.name();
    }

    @Override
    public MemoryUsage getUsage() {
        return Figures.objects(heap.get().options(), heap.get().stats());
    }

    @Override
    public Map<String, MemoryUsage> getPools() {
        return Figures.pools(heap.get().options(), heap.get().stats());
    }

    @Override
    public Counts getCounts() {
        return Figures.counts(heap.get().stats(), watch);
    }

    @Override
    public Fragmentation getFragmentation() {
        return Figures.fragmentation(heap.get().stats());
    }

    @Override
    public List<MutatorFigures> getMutators() {
        return Figures.mutators(heap.get().stats());
    }

    @Override
    public Cycle getLastCycle() {
        return watch.lastCycle();
    }

    @Override
    public Running getRunningCycle() {
        return watch.runningCycle();
    }

    @Override
    public Snapshot snapshot() {
        HeapStats stats = heap.get().stats();
        return new Snapshot(
                getName(),
                System.currentTimeMillis(),
                Figures.objects(heap.get().options(), stats),
                Figures.pools(heap.get().options(), stats),
                Figures.counts(stats, watch),
                Figures.fragmentation(stats),
                Figures.mutators(stats),
                Figures.mutator(stats.detached()),
                watch.lastCycle(),
                watch.runningCycle());
    }

    @Override
    public Cycle collect() {
        heap.get().collect();
        return watch.lastFullCycle(); // a young one may have ended since
    }

    @Override
    public Cycle compact() {
        heap.get().compact();
        return watch.lastFullCycle();
    }

    @Override
    public Validation validate() {
        ValidationReport report = heap.get().validate();
        return new Validation(
                report.isValid(),
                report.objects(),
                report.errors().size(),
                report.errors().stream()
                        .limit(MOST_PROBLEMS)
                        .map(ValidationReport.Problem::toString)
                        .toList());
    }

    @Override
    public Census census(int shapes, long budgetMillis) {
        if (shapes < 0 || budgetMillis < 0) {
            throw new IllegalArgumentException(
                    "census out of range: shapes=%d budgetMillis=%d"
                            .formatted(shapes, budgetMillis));
        }
        ShapeCounter counter = new ShapeCounter(Math.multiplyExact(budgetMillis, 1_000_000L));
        ConcurrentHeap.of(heap.get()).inspect(inspector -> inspector.forEachObject(counter));
        return counter.census(shapes);
    }

    // Reports

    @Override
    public List<String> getReports() {
        return reporter.names();
    }

    @Override
    public String dump(String report, int verbosity, long rows, String format) throws IOException {
        return text(HeapReporter.Request.of(report, verbosity, rows, format));
    }

    @Override
    public String dumpObject(long handle, String format) throws IOException {
        return text(HeapReporter.Request.ofObject(handle, format));
    }

    private String text(HeapReporter.Request request) throws IOException {
        BoundedText text = new BoundedText(MOST_TEXT);
        reporter.write(request, text);
        return text.toString();
    }

    @Override
    public String dumpPath(String shape, String format) throws IOException {
        return text(HeapReporter.Request.ofPath(shape, format));
    }

    // Live views

    @Override
    public String live(long after, int cells) {
        return live.frame(heap.get(), after, cells);
    }

    @Override
    public String lines(int block) {
        return live.lines(heap.get(), block);
    }

    // Files

    @Override
    public long dumpToFile(String report, int verbosity, long rows, String format, String file)
            throws IOException {
        HeapReporter.Request request = HeapReporter.Request.of(report, verbosity, rows, format);
        Path path = newFile(file);
        try (Writer out =
                new BufferedWriter(
                        Channels.newWriter(OwnerOnlyFile.create(path), StandardCharsets.UTF_8))) {
            reporter.write(request, out);
        } catch (FileSystemException e) {
            throw e; // it was not even made
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw new IOException(
                    "report failed: file=%s reason=%s".formatted(path, e.getMessage()), e);
        }
        return Files.size(path);
    }

    // Heap dumps

    @Override
    public HprofSummary hprof(String file) throws IOException {
        return hprof(file, Scope.REACHABLE);
    }

    @Override
    public HprofSummary hprofAll(String file) throws IOException {
        return hprof(file, Scope.ALL);
    }

    private HprofSummary hprof(String file, Scope scope) throws IOException {
        Path path = newFile(file);
        try {
            return dumper.write(path, scope, progress -> hprofProgress = progress);
        } finally {
            hprofProgress = null;
        }
    }

    @Override
    public HprofProgress getHprofProgress() {
        return hprofProgress;
    }

    /// A relative path would be relative to the folder of this process, not of the tool. Whoever
    /// writes the file makes sure that it is new; this gives the same exception for all.
    private static Path newFile(String file) throws IOException {
        Path path = Path.of(file);
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("path not absolute: file=" + file);
        }
        if (Files.exists(path)) {
            throw new FileAlreadyExistsException(file);
        }
        if (path.getParent() != null && !Files.isDirectory(path.getParent())) {
            throw new NoSuchFileException(file);
        }
        return path;
    }
}
