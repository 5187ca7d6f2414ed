// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Heap;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.report.ProgramLines;
import coex.observe.report.TextPage;
import coex.observe.report.WrittenReport;

import java.io.IOException;
import java.util.function.Consumer;

/// What the built-in functions of a Coex program print of its heap: lines that begin with `[GC:`
/// and the name of what they tell.
///
/// | built-in | method | lines begin with |
/// | --- | --- | --- |
/// | `gc_dump_stats` | [#stats] | `[GC:STATS]` |
/// | `gc_dump_heap` | [#heap] | `[GC:HEAP]` |
/// | `gc_dump_handle_table` | [#handleTable] | `[GC:HANDLES]` |
/// | `gc_dump_shadow_stacks` | [#shadowStacks] | `[GC:SHADOW]` |
/// | `gc_fragmentation_report` | [#fragmentation] | `[GC:FRAG]` |
/// | `gc_dump_object` | [#object] | `[GC:OBJECT]` |
/// | `gc_validate_heap` | [#errors] | `[GC:VALIDATE]` |
///
/// What is written goes out as it is seen, some objects or frames at a time: nothing is held that
/// grows with the heap or with a stack. The calling thread must be in a safe region, or not
/// attached, since `out` may be slow. What holds for writing a [Report] holds here.
public final class ProgramReports {

    private final ConcurrentHeap heap;
    private final Appendable out;

    /// Reports of `heap` to `out`.
    ///
    /// @param heap the heap
    /// @param out where the text goes
    /// @throws coex.gc.HeapUsageException if it is not one that [Heap#open] has made
    public ProgramReports(Heap heap, Appendable out) {
        this.heap = HeapReports.ours(heap);
        this.out = out;
    }

    /// Writes the figures of the heap.
    ///
    /// @throws IOException if it cannot be written
    public void stats() throws IOException {
        write("STATS", new ProgramLines(heap)::stats);
    }

    /// Every object, a line each.
    ///
    /// @throws IOException if it cannot be written
    public void heap() throws IOException {
        write("HEAP", page -> new ProgramLines(heap).objects(page, 1));
    }

    /// Writes the objects of the heap.
    ///
    /// @param verbosity as of [HeapReports#heap]
    /// @throws IOException if it cannot be written
    public void heap(int verbosity) throws IOException {
        ProgramLines lines = new ProgramLines(heap);
        write(
                "HEAP",
                page -> {
                    lines.objects(page, verbosity);
                    lines.freeBlocks(page);
                });
    }

    /// Writes the handle table.
    ///
    /// @param verbosity as of [HeapReports#handleTable]
    /// @throws IOException if it cannot be written
    public void handleTable(int verbosity) throws IOException {
        write("HANDLES", page -> new ProgramLines(heap).handleTable(page, verbosity));
    }

    /// All stacks, and what their roots name.
    ///
    /// @throws IOException if it cannot be written
    public void shadowStacks() throws IOException {
        write("SHADOW", new ProgramLines(heap)::shadowStacks);
    }

    /// Writes how free memory lies.
    ///
    /// @throws IOException if it cannot be written
    public void fragmentation() throws IOException {
        write("FRAG", new ProgramLines(heap)::fragmentation);
    }

    /// One object; a line says so if the handle names none.
    ///
    /// @param handle an object of this heap
    /// @throws IOException if it cannot be written
    public void object(long handle) throws IOException {
        write("OBJECT", page -> new ProgramLines(heap).object(page, handle));
    }

    /// What is wrong with a heap; nothing if it is sound.
    ///
    /// @param found what a validation has found
    /// @throws IOException if it cannot be written
    public void errors(ValidationReport found) throws IOException {
        write("VALIDATE", page -> ProgramLines.errors(page, found));
    }

    private void write(String name, Consumer<TextPage> writing) throws IOException {
        WrittenReport.writeMarked("[GC:" + name + "] ", out, writing);
    }
}
