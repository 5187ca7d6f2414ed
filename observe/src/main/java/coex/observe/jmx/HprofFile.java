// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.observe.HeapMXBean.HprofProgress;
import coex.observe.HeapMXBean.HprofSummary;
import coex.observe.HprofDump;
import coex.observe.Scope;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Writes a heap in the HPROF format.
final class HprofFile implements HeapDumper {

    private final WatchedHeap heap;

    HprofFile(WatchedHeap heap) {
        this.heap = heap;
    }

    @Override
    public HprofSummary write(Path file, Scope scope, Consumer<HprofProgress> progress)
            throws IOException {
        HprofDump.Summary summary =
                HprofDump.write(
                        heap.get(),
                        file,
                        scope,
                        now ->
                                progress.accept(
                                        new HprofProgress(
                                                file.toString(),
                                                now.objects(),
                                                now.totalObjects(),
                                                now.fileBytes())));
        return new HprofSummary(
                file.toString(),
                summary.objects(),
                summary.unreachableObjects(),
                summary.objectBytes(),
                summary.fileBytes(),
                summary.elapsed().toNanos(),
                summary.droppedReferences(),
                summary.cutArrays());
    }
}
