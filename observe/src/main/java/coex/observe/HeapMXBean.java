// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.observe.jmx.Description;

import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;

/// What a tool sees of a heap, and may ask of it. `coex:type=Heap,name=...`
///
/// Everything is of an open type, so a tool needs none of our classes. Sizes are in bytes, times in
/// nanoseconds. Reading never waits for a collection. Every method may be called at any time; once
/// the heap is closed the bean is gone.
@Description("A Coex heap")
public interface HeapMXBean {

    /// How many bytes of text [#dump] returns at most.
    long MOST_TEXT = 64L << 20;

    /// {@return the heap's name, as its program gave it}
    @Description("The heap's name, as its program gave it")
    String getName();

    /// {@return memory for objects, in bytes}
    @Description("Memory for objects, in bytes")
    MemoryUsage getUsage();

    /// {@return memory by pool, in bytes: objects, handle table, side tables}
    @Description("Memory by pool, in bytes: objects, handle table, side tables")
    Map<String, MemoryUsage> getPools();

    /// {@return what has been counted since the heap was opened, and what there is now}
    @Description("What has been counted since the heap was opened, and what there is now")
    Counts getCounts();

    /// {@return how the free memory lies}
    @Description("How the free memory lies")
    Fragmentation getFragmentation();

    /// {@return each thread attached to the heap, and how the collector has held it up}
    @Description("Each thread attached to the heap, and how the collector has held it up")
    List<MutatorFigures> getMutators();

    /// {@return the last cycle; null before the first has ended}
    @Description("The last cycle; null before the first has ended")
    HeapCyclesMXBean.Cycle getLastCycle();

    /// {@return the cycle under way; null if there is none}
    @Description("The cycle under way; null if there is none")
    HeapCyclesMXBean.Running getRunningCycle();

    /// {@return the reports that dump knows}
    @Description("The reports that dump knows")
    List<String> getReports();

    /// {@return how far the HPROF file is that is being written; null if there is none}
    @Description("How far the HPROF file is that is being written; null if there is none")
    HprofProgress getHprofProgress();

    /// {@return all figures at one moment}
    @Description("All figures at one moment")
    Snapshot snapshot();

    /// Waits for a full collection that begins now, and tells of it.
    ///
    /// @return the collection
    @Description("Waits for a full collection that begins now, and tells of it")
    HeapCyclesMXBean.Cycle collect();

    /// Moves objects together, gives free memory back to the system, and tells of the last
    /// collection that was needed for it.
    ///
    /// @return the collection
    @Description(
            "Moves objects together, gives free memory back to the system, and tells of the last"
                    + " collection that was needed for it")
    HeapCyclesMXBean.Cycle compact();

    /// Checks the structure of the whole heap while its threads run.
    ///
    /// @return what was found
    @Description("Checks the structure of the whole heap while its threads run")
    Validation validate();

    /// {@return objects and bytes by shape, the largest first}
    ///
    /// @param shapes how many shapes at most, those with the most bytes first
    /// @param budgetMillis how long it may take
    @Description("Objects and bytes by shape, the largest first")
    Census census(
            @Description(name = "shapes", value = "How many shapes at most") int shapes,
            @Description(
                            name = "budgetMillis",
                            value =
                                    "How long to look at objects at most; what it does not reach is"
                                            + " not counted")
                    long budgetMillis);

    /// {@return a report as text, at most 64 MB of it}
    ///
    /// @param report which report: `getReports` lists them
    /// @param verbosity how much of each object to show, from 0
    /// @param rows how many rows at most
    /// @param format `text` or `json`
    /// @throws IOException if it cannot be written
    @Description("A report as text, at most 64 MB of it")
    String dump(
            @Description(name = "report", value = "One of the attribute Reports") String report,
            @Description(name = "verbosity", value = "0, 1 or 2, where the report has it")
                    int verbosity,
            @Description(name = "rows", value = "How many rows at most; 0 for all") long rows,
            @Description(name = "format", value = "text or json") String format)
            throws IOException;

    /// {@return one object as text: its header and its fields}
    ///
    /// @param handle an object of the heap
    /// @param format `text` or `json`
    /// @throws IOException if it cannot be written
    @Description("One object as text: its header and its fields")
    String dumpObject(
            @Description(name = "handle", value = "The object's handle") long handle,
            @Description(name = "format", value = "text or json") String format)
            throws IOException;

    /// {@return what keeps objects of a shape alive: the shortest chain from a root to one}
    ///
    /// @param shape the shape's name
    /// @param format `text` or `json`
    /// @throws IOException if it cannot be written
    @Description("What keeps objects of a shape alive: the shortest chain from a root to one")
    String dumpPath(
            @Description(name = "shape", value = "The shape's name") String shape,
            @Description(name = "format", value = "text or json") String format)
            throws IOException;

    /// {@return what a live view shows, as JSON: figures, a picture of the blocks, and what has
    /// happened since the last question} Events are recorded until nobody has asked for half a
    /// minute.
    ///
    /// @param after the `last` of the answer before; -1 at first, for no events
    /// @param cells how many cells the picture has at most
    @Description(
            "What a live view shows: figures, a picture of the blocks, and what has happened since"
                    + " the last question, as JSON; events are recorded until nobody has asked for"
                    + " half a minute")
    String live(
            @Description(
                            name = "after",
                            value = "The `last` of the answer before; -1 at first, for no events")
                    long after,
            @Description(name = "cells", value = "How many cells the picture has at most")
                    int cells);

    /// {@return the lines of a block: the letter of its use, then # for used and . for free}
    ///
    /// @param block its number, from 0
    @Description("The lines of a block: the letter of its use, then # for used and . for free")
    String lines(@Description(name = "block", value = "Its number, from 0") int block);

    /// Writes a report of any length to a new file; returns its size in bytes.
    ///
    /// @param report which report: `getReports` lists them
    /// @param verbosity how much of each object to show, from 0
    /// @param rows how many rows at most
    /// @param format `text` or `json`
    /// @param file where it is written, on the machine of the program
    /// @return the bytes that were written
    /// @throws IOException if it cannot be written
    @Description("Writes a report of any length to a new file; returns its size in bytes")
    long dumpToFile(
            @Description(name = "report", value = "One of the attribute Reports") String report,
            @Description(name = "verbosity", value = "0, 1 or 2, where the report has it")
                    int verbosity,
            @Description(name = "rows", value = "How many rows at most; 0 for all") long rows,
            @Description(name = "format", value = "text or json") String format,
            @Description(name = "file", value = "An absolute path; no file may be there")
                    String file)
            throws IOException;

    /// Collects, and writes what is reachable to a new file in the HPROF format.
    ///
    /// @param file where it is written, on the machine of the program
    /// @return what was written
    /// @throws IOException if it cannot be written
    @Description("Collects, and writes what is reachable to a new file in the HPROF format")
    HprofSummary hprof(
            @Description(name = "file", value = "An absolute path; no file may be there")
                    String file)
            throws IOException;

    /// As hprof, with objects that are not reachable and were not found dead.
    ///
    /// @param file where it is written, on the machine of the program
    /// @return what was written
    /// @throws IOException if it cannot be written
    @Description("As hprof, with objects that are not reachable and were not found dead")
    HprofSummary hprofAll(
            @Description(name = "file", value = "An absolute path; no file may be there")
                    String file)
            throws IOException;

    /// What has been counted, and what there is.
    ///
    /// @param allocations objects allocated since the heap was opened
    /// @param bytesAllocated their size
    /// @param stalls allocations that had to wait for a collection
    /// @param cycles collections that have ended
    /// @param youngCycles those of them that looked only at objects which no cycle had traced
    /// @param bytesOld the size of what cycles have traced and no full one has found dead
    /// @param cycleNanos how long they took in all, beside the threads
    /// @param handlesInUse handles that name an object, or are set aside by a thread
    /// @param handlesRetired handles that rest before reuse
    /// @param handlesFree handles that can be given out without the table growing
    /// @param globalRoots roots that no frame owns
    /// @param threads attached threads
    /// @param heapGrowths how often memory for objects was added
    /// @param heapShrinks how often some was given back
    /// @param tableGrowths how often the handle table grew
    /// @param tableShrinks how often it shrank
    /// @param lateThreads how often a thread was late to answer a handshake
    /// @param abandonedThreads threads that ended without detaching
    /// @param objectsMoved objects that were moved out of sparse blocks
    /// @param bytesMoved their size
    record Counts(
            long allocations,
            long bytesAllocated,
            long stalls,
            long cycles,
            long youngCycles,
            long bytesOld,
            long cycleNanos,
            long handlesInUse,
            long handlesRetired,
            long handlesFree,
            long globalRoots,
            int threads,
            long heapGrowths,
            long heapShrinks,
            long tableGrowths,
            long tableShrinks,
            long lateThreads,
            long abandonedThreads,
            long objectsMoved,
            long bytesMoved) {}

    /// How free memory lies.
    ///
    /// @param freeBytes free memory among what is committed for objects
    /// @param largestFreeBytes the longest run of it
    /// @param freeRuns how many separate runs there are
    /// @param percent how much of the free memory lies outside the largest run
    record Fragmentation(long freeBytes, long largestFreeBytes, long freeRuns, int percent) {}

    /// One attached thread.
    ///
    /// @param thread the thread's name
    /// @param allocations objects allocated
    /// @param bytesAllocated their size
    /// @param stalls allocations that had to wait for a collection
    /// @param stallNanos how long, in all
    /// @param stackDepth frames on the shadow stack
    /// @param maximumStackDepth the most there have been
    /// @param actions how long the handshake actions took that ran on this thread
    /// @param answers how long this thread took to answer handshakes
    record MutatorFigures(
            String thread,
            long allocations,
            long bytesAllocated,
            long stalls,
            long stallNanos,
            long stackDepth,
            long maximumStackDepth,
            HeapHoldsMXBean.Latency actions,
            HeapHoldsMXBean.Latency answers) {}

    /// All figures of a heap at one moment.
    ///
    /// @param at when it was taken, in milliseconds since 1970
    /// @param name its name
    /// @param usage memory in use
    /// @param pools memory by pool: objects, handle table, side tables
    /// @param counts counts since the heap was opened
    /// @param fragmentation how free memory lies
    /// @param mutators the attached threads
    /// @param detached what threads have done that are gone
    /// @param lastCycle the last cycle, or null
    /// @param runningCycle the running cycle, or null
    record Snapshot(
            String name,
            long at,
            MemoryUsage usage,
            Map<String, MemoryUsage> pools,
            Counts counts,
            Fragmentation fragmentation,
            List<MutatorFigures> mutators,
            MutatorFigures detached,
            HeapCyclesMXBean.Cycle lastCycle,
            HeapCyclesMXBean.Running runningCycle) {}

    /// What a validation has found.
    ///
    /// @param objects how many objects were checked
    /// @param errors how many inconsistencies were found
    /// @param problems the first 1000 of them
    /// @param valid whether nothing is wrong
    record Validation(boolean valid, long objects, int errors, List<String> problems) {}

    /// What a census has found.
    ///
    /// @param objects how many objects were looked at
    /// @param bytes their size
    /// @param complete false if the budget ran out before every object was looked at
    /// @param tookNanos how long it took
    /// @param shapes a row for each shape
    record Census(
            List<ShapeFigures> shapes,
            long objects,
            long bytes,
            boolean complete,
            long tookNanos) {}

    /// The objects of one shape.
    ///
    /// @param shape the shape's name
    /// @param objects how many there are
    /// @param bytes their bytes
    record ShapeFigures(String shape, long objects, long bytes) {}

    /// How far a dump has come.
    ///
    /// @param file where it is written to
    /// @param objects how many objects have been written
    /// @param totalObjects how many will be
    /// @param fileBytes the size of the file so far
    record HprofProgress(String file, long objects, long totalObjects, long fileBytes) {}

    /// What a dump has written.
    ///
    /// @param objects objects of the heap
    /// @param unreachableObjects those of them that no root leads to
    /// @param objectBytes their size in the heap
    /// @param fileBytes the size of the file
    /// @param nanos how long it took, the collection included
    /// @param droppedReferences references left out since their objects are younger than the dump
    /// @param cutArrays arrays too long for the format, of which only the beginning was written
    /// @param file the file
    record HprofSummary(
            String file,
            long objects,
            long unreachableObjects,
            long objectBytes,
            long fileBytes,
            long nanos,
            long droppedReferences,
            long cutArrays) {}
}
