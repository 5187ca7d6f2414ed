// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Heap;
import coex.gc.HeapUsageException;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.report.CensusReport;
import coex.observe.report.FragmentationReport;
import coex.observe.report.HandleTableReport;
import coex.observe.report.HeapContentsReport;
import coex.observe.report.ObjectReport;
import coex.observe.report.RootPathReport;
import coex.observe.report.ShadowStackReport;
import coex.observe.report.StatsReport;
import coex.observe.report.Subject;
import coex.observe.report.ValidationResult;
import coex.observe.report.WrittenReport;

/// Dumps of a running heap.
///
/// ```java
/// var text = new StringBuilder();
/// HeapReports.of(heap).heap(1).limitedTo(100).writeText(text);
/// System.out.println(text.isEmpty()); // prints false
/// ```
///
/// Making a report looks at nothing; writing it does, each time. What may be called by whom:
///
/// | report | looks by | may be written by a listener? |
/// | --- | --- | --- |
/// | `stats`, `fragmentation`, `heap(0)` | figures the heap keeps anyway | yes |
/// | `heap`, `handleTable`, `object`, `census`, `pathTo` | taking part in handshakes; `heap` of reachable objects also by having the collector's role for a while | no |
/// | `shadowStacks` | a glance at each stack, while its thread runs | no |
/// | `validation` | waiting for the collector's role | no |
public final class HeapReports {

    private final ConcurrentHeap heap;

    private HeapReports(ConcurrentHeap heap) {
        this.heap = heap;
    }

    /// {@return the reports of `heap`}
    ///
    /// @param heap the heap to look into
    /// @throws HeapUsageException if it is null
    public static HeapReports of(Heap heap) {
        return new HeapReports(ours(heap));
    }

    /// `heap` as one that can be looked into.
    static ConcurrentHeap ours(Heap heap) {
        if (heap == null) {
            throw new HeapUsageException("no heap to report on: heap=null");
        }
        return ConcurrentHeap.of(heap);
    }

    /// {@return every figure the heap keeps, and each thread's}
    public Report stats() {
        return report(new StatsReport(heap));
    }

    /// {@return the objects that roots lead to} Waits for a collection that is under way, but not
    /// for long; should one hang, all objects are listed that are not known to be dead, and the
    /// report says so.
    ///
    /// @param verbosity 0 for sizes only, 1 for a line for each object, 2 for its bytes too
    public Report heap(int verbosity) {
        return heap(verbosity, Scope.REACHABLE);
    }

    /// {@return the objects in `scope`} With [Scope#ALL] that waits for nobody.
    ///
    /// @param verbosity how much of each object to show, from 0
    /// @param scope which objects
    public Report heap(int verbosity, Scope scope) {
        boolean all = scope == Scope.ALL;
        return report(new HeapContentsReport(heap, checked(verbosity), all));
    }

    /// {@return the handle table}
    ///
    /// @param verbosity 0 for sizes only, 1 for a line for each handle in use, 2 for the runs of
    ///     all other handles too
    public Report handleTable(int verbosity) {
        return report(new HandleTableReport(heap, checked(verbosity)));
    }

    /// {@return the roots in the frames of every attached thread}
    public Report shadowStacks() {
        return report(new ShadowStackReport(heap));
    }

    /// One object. Writing the report fails if the handle names none by then.
    ///
    /// @param handle an object of this heap
    /// @return the report
    public Report object(long handle) {
        return report(new ObjectReport(heap, handle));
    }

    /// {@return what a check of the heap's structure finds} Waits for the running collection to
    /// end.
    public Report validation() {
        return report(new ValidationResult(heap));
    }

    /// {@return how the free memory lies, and what to make of it}
    public Report fragmentation() {
        return report(new FragmentationReport(heap));
    }

    /// {@return objects and bytes by shape, those with the most bytes first}
    public Report census() {
        return report(new CensusReport(heap));
    }

    /// {@return what keeps objects of a shape alive: the shortest chain of references from a root
    /// to one of them} Looks at four million objects at most.
    ///
    /// @param shape the name of the shape
    public Report pathTo(String shape) {
        return report(RootPathReport.toShape(heap, shape));
    }

    /// {@return what keeps one object alive}
    ///
    /// @param handle the object
    public Report pathTo(long handle) {
        return report(RootPathReport.toObject(heap, handle));
    }

    private static Report report(Subject subject) {
        return new WrittenReport(subject, Long.MAX_VALUE);
    }

    private static int checked(int verbosity) {
        if (verbosity < 0 || verbosity > 2) {
            throw new HeapUsageException(
                    "verbosity out of range: verbosity=%d least=0 most=2".formatted(verbosity));
        }
        return verbosity;
    }
}
