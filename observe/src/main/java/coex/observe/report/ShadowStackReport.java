// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.HeapInspector.StackView;
import coex.gc.mutator.ShadowStack.Glance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// The roots in the frames of every attached thread, the top frame first.
///
///     === SHADOW STACKS ===
///     Registered threads: 2
///
///     Thread 0 (main):
///       State: running
///       Stack depth: 3
///       Watermark: 2 (active)
///       Frame 3: 2 handles [h=1234, h=5678]
///       Frame 2: 3 handles [h=3456, h=0, h=7890]  <- watermark
///       Frame 1: 0 handles
///
///     Thread 1 (worker):
///       State: blocked
///       Stack depth: 0
///       Watermark: none
///
/// Frames are numbered from 1 at the bottom. The watermark is on the topmost frozen frame: it and
/// those below are the collector's to read. A thread that runs is seen in passing, so what is shown
/// of it may be of several moments. A thread takes one row and each of its frames one. With
/// targets, a root in text is followed by what it names: `h=1234 -> 0x7f5289800050 List`.
///
/// Of a deep stack some frames are looked at and written before the next, so that nothing as large
/// as the stack is held.
public final class ShadowStackReport implements Subject {

    private static final int FRAMES_AT_ONCE = 256;

    private final ConcurrentHeap heap;
    private final boolean withTargets;

    public ShadowStackReport(ConcurrentHeap heap) {
        this(heap, false);
    }

    public ShadowStackReport(ConcurrentHeap heap, boolean withTargets) {
        this.heap = heap;
        this.withTargets = withTargets;
    }

    private List<StackView> look(long rows) {
        List<StackView> stacks = new ArrayList<>();
        int most = (int) Math.min(rows, FRAMES_AT_ONCE);
        heap.inspect(inspector -> stacks.addAll(inspector.stacks(most)));
        return stacks;
    }

    /// Writes some frames, of which the first has the number of the glance's depth.
    private interface FramesWriter {
        void write(Glance seen);
    }

    /// Shows `most` frames, some at a time, and lets the page rest between; returns how many there
    /// were.
    private static long forEachFrame(StackView thread, long most, Page page, FramesWriter writer) {
        Glance seen = thread.stack();
        long shown = 0;
        while (shown < most && !seen.frames().isEmpty()) {
            long left = most - shown;
            if (seen.frames().size() > left) {
                List<long[]> first = seen.frames().subList(0, (int) left);
                seen = new Glance(seen.depth(), seen.frozenFrames(), first);
            }
            writer.write(seen);
            page.rest();
            shown += seen.frames().size();
            seen = thread.below(seen, FRAMES_AT_ONCE);
        }
        return shown;
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
    private long writeThread(TextPage page, int number, StackView thread, long most) {
        Glance stack = thread.stack();
        page.line("Thread %d (%s):", number, Quoted.escaped(thread.thread()));
        page.line("  State: %s", thread.blocked() ? "blocked" : "running");
        page.line("  Stack depth: %d", stack.depth());
        page.line(
                "  Watermark: %s",
                stack.frozenFrames() == 0 ? "none" : stack.frozenFrames() + " (active)");
        long shown =
                forEachFrame(
                        thread, most, page, seen -> writeFrames(page, seen, stack.frozenFrames()));
        page.more("  ", stack.depth() - shown, "frames");
        return shown;
    }

    private void writeFrames(TextPage page, Glance seen, int frozenFrames) {
        Map<Long, String> targets = withTargets ? targetsOf(seen) : Map.of();
        for (int i = 0; i < seen.frames().size(); i++) {
            int frame = seen.depth() - i;
            String mark = frame == frozenFrames ? "  <- watermark" : "";
            page.line("  Frame " + frame + ": " + slots(seen.frames().get(i), targets) + mark);
        }
    }

    /// What the roots name that name something.
    private Map<Long, String> targetsOf(Glance seen) {
        long[] roots =
                seen.frames().stream()
                        .flatMapToLong(Arrays::stream)
                        .filter(handle -> handle != 0)
                        .distinct()
                        .toArray();
        Map<Long, String> targets = HashMap.newHashMap(roots.length);
        heap.inspect(
                inspector ->
                        inspector.visitEach(
                                roots,
                                object -> {
                                    String address = "0x" + Long.toHexString(object.address());
                                    String type = TypeName.inText(object);
                                    targets.put(object.handle(), address + " " + type);
                                    return true;
                                }));
        return targets;
    }

    private static String slots(long[] handles, Map<Long, String> targets) {
        if (handles.length == 0) {
            return "0 handles";
        }
        var list = new StringJoiner(", ", handles.length + " handles [", "]");
        for (long handle : handles) {
            String target = targets.get(handle);
            list.add("h=" + handle + (target == null ? "" : " -> " + target));
        }
        return list.toString();
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
        long shown = forEachFrame(thread, most, page, seen -> writeFrames(page, seen));
        page.endArray();
        page.number("more_frames", Math.max(0, stack.depth() - shown));
        page.endObject();
        return shown;
    }

    private static void writeFrames(JsonPage page, Glance seen) {
        for (int i = 0; i < seen.frames().size(); i++) {
            page.element();
            page.number("frame", seen.depth() - i);
            page.array("handles");
            for (long handle : seen.frames().get(i)) {
                page.number(handle);
            }
            page.endArray();
            page.endObject();
        }
    }
}
