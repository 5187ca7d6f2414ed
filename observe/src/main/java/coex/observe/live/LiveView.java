// SPDX-License-Identifier: Apache-2.0
package coex.observe.live;

import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;

import java.util.concurrent.atomic.AtomicReference;

/// What a page or a tool that shows a heap live asks for, again and again. Keeps no heap.
///
/// | method | costs the heap | callable by |
/// | --- | --- | --- |
/// | `frame` | a reading of its figures, and a look at its table of blocks; its events are recorded until nobody has asked for half a minute | any thread |
/// | `lines` | a short lock | any thread |
public final class LiveView {

    /// More cells than a picture of the blocks can sensibly have.
    public static final int MOST_CELLS = 1 << 16;

    private final EventRecorder recorder = new EventRecorder(System::nanoTime);

    /// What there is to be seen now, and the events after that with the number `after`, as one
    /// line of JSON.
    ///
    /// @param after 0 for all there are; -1 for none, to begin with
    /// @param cells how many cells the picture of the blocks has at most
    public String frame(Heap heap, long after, int cells) {
        if (after < -1 || cells < 1 || cells > MOST_CELLS) {
            throw new IllegalArgumentException(
                    "live view out of range: after=%d cells=%d mostCells=%d"
                            .formatted(after, cells, MOST_CELLS));
        }
        long from = after < 0 ? recorder.newest() : after;
        EventRing.Events events = recorder.ask(heap, from);
        AtomicReference<BlockCells> picture = new AtomicReference<>();
        ConcurrentHeap.of(heap)
                .inspect(inspector -> picture.set(BlockCells.of(inspector.blocks(), cells)));
        return new LiveFrame(heap, recorder.now(), events, picture.get()).json();
    }

    /// The lines of one block: the letter of its use, then a `#` for each line that may hold
    /// objects and a `.` for each free one. Empty if there is no such block.
    public String lines(Heap heap, int block) {
        AtomicReference<String> lines = new AtomicReference<>();
        ConcurrentHeap.of(heap).inspect(inspector -> lines.set(inspector.lines(block)));
        return lines.get();
    }
}
