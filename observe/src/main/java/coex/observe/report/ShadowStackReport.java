package coex.observe.report;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.HeapInspector.StackView;
import coex.gc.mutator.ShadowStack.Glance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The roots in the frames of every attached thread, the top frame first.
///
///     === SHADOW STACKS ===
///     Registered threads: 2
///
///     Thread 0 (main):
///       State: blocked
///       Stack depth: 3
///       Watermark: 2 (active)
///       Frame 3: 2 handles [h=1234, h=5678]
///       Frame 2: 3 handles [h=3456, h=0, h=7890]  <- watermark
///       Frame 1: 0 handles
///
///     Thread 1 (worker):
///       State: running
///       Stack depth: 0
///       Watermark: none
///
/// Frames are numbered from 1 at the bottom. The watermark is on the topmost frozen frame: it and
/// those below are the collector's to read. A thread that runs is seen in passing, so what is shown
/// of it may be of several moments. A thread takes one row and each of its frames one.
public final class ShadowStackReport implements Subject {

    private final ConcurrentHeap heap;

    public ShadowStackReport(ConcurrentHeap heap) {
        this.heap = heap;
    }

    private List<StackView> look(long rows) {
        List<StackView> stacks = new ArrayList<>();
        int most = (int) Math.min(rows, Integer.MAX_VALUE);
        heap.inspect(inspector -> stacks.addAll(inspector.stacks(most)));
        return stacks;
    }

    @Override
    public void writeText(TextPage page) {
        List<StackView> stacks = look(page.rows());
        page.line("=== SHADOW STACKS ===");
        page.line("Registered threads: %d", stacks.size());
        long left = page.rows();
        for (int thread = 0; thread < stacks.size(); thread++) {
            page.blank();
            if (left-- == 0) {
                page.more("", stacks.size() - thread, "threads");
                return;
            }
            left -= writeThread(page, thread, stacks.get(thread), left);
            page.rest();
        }
    }

    /// Returns how many frames were written.
    private static long writeThread(TextPage page, int number, StackView thread, long most) {
        Glance stack = thread.stack();
        page.line("Thread %d (%s):", number, Quoted.escaped(thread.thread()));
        page.line("  State: %s", thread.blocked() ? "blocked" : "running");
        page.line("  Stack depth: %d", stack.depth());
        page.line(
                "  Watermark: %s",
                stack.frozenFrames() == 0 ? "none" : stack.frozenFrames() + " (active)");
        long shown = Math.min(most, stack.frames().size());
        for (int i = 0; i < shown; i++) {
            int frame = stack.depth() - i;
            page.line(
                    "  Frame %d: %s%s",
                    frame,
                    slots(stack.frames().get(i)),
                    frame == stack.frozenFrames() ? "  <- watermark" : "");
        }
        page.more("  ", stack.depth() - shown, "frames");
        return shown;
    }

    private static String slots(long[] handles) {
        if (handles.length == 0) {
            return "0 handles";
        }
        String list =
                Arrays.stream(handles)
                        .mapToObj(handle -> "h=" + handle)
                        .collect(Collectors.joining(", "));
        return handles.length + " handles [" + list + "]";
    }

    @Override
    public void writeJson(JsonPage page) {
        List<StackView> stacks = look(page.rows());
        page.text("report", "shadow_stacks");
        page.text("heap", heap.options().name());
        page.number("registered_threads", stacks.size());
        page.array("threads");
        long left = page.rows();
        int thread = 0;
        while (thread < stacks.size() && left-- > 0) {
            left -= writeThread(page, stacks.get(thread++), left);
            page.rest();
        }
        page.endArray();
        page.number("more_threads", stacks.size() - thread);
    }

    private static long writeThread(JsonPage page, StackView thread, long most) {
        Glance stack = thread.stack();
        page.element();
        page.text("thread", thread.thread());
        page.number("thread_id", thread.threadId());
        page.flag("blocked", thread.blocked());
        page.number("stack_depth", stack.depth());
        page.number("watermark", stack.frozenFrames());
        page.array("frames");
        long shown = Math.min(most, stack.frames().size());
        for (int i = 0; i < shown; i++) {
            page.element();
            page.number("frame", stack.depth() - i);
            page.array("handles");
            for (long handle : stack.frames().get(i)) {
                page.number(handle);
            }
            page.endArray();
            page.endObject();
        }
        page.endArray();
        page.number("more_frames", stack.depth() - shown);
        page.endObject();
        return shown;
    }
}
