// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.diagnose.HeapInspector.StackView;

import java.util.List;

/// Shadow stacks as threads with frames, and their slots as roots.
///
/// A frame has no method. It is shown as `coex.ShadowStack.frame_of_3_slots` at the line that is
/// its depth, 1 at the bottom. The number of frames a reader gets is limited; roots in deeper
/// frames are said to be in the deepest one it gets.
final class Stacks {

    /// The trace of everything that has none.
    static final int NO_TRACE = 1;

    static final int MOST_FRAMES = 4096;

    private static final int FRAME = 0x04;
    private static final int TRACE = 0x05;
    private static final int FRAME_ROOT = 0x03;
    private static final int THREAD_ROOT = 0x08;

    /// Numbers of `java.lang.Thread.State`, as the JVM keeps them.
    private static final int RUNNABLE = 5;

    private static final int WAITING = 401;
    private static final int NORMAL_PRIORITY = 5;

    private final List<StackView> stacks;
    private final Symbols symbols;
    private final JavaClasses java;

    Stacks(List<StackView> stacks, Symbols symbols, JavaClasses java) {
        this.stacks = stacks;
        this.symbols = symbols;
        this.java = java;
        for (StackView each : stacks) {
            for (long[] slots : each.stack().frames().subList(0, framesShown(each))) {
                symbols.of(method(slots));
            }
        }
        symbols.of("()V");
        symbols.of("ShadowStack");
    }

    private static String method(long[] slots) {
        return "frame_of_" + slots.length + (slots.length == 1 ? "_slot" : "_slots");
    }

    /// Frames and traces, outside segments. A thread has the number of its trace less one.
    void writeTraces(RecordStream out) {
        long frame = 0;
        for (StackView each : stacks) {
            frame = writeFrames(out, each, frame);
        }
        out.record(TRACE, 3 * Integer.BYTES);
        out.u4(NO_TRACE);
        out.u4(0);
        out.u4(0);
        frame = 0;
        int trace = NO_TRACE;
        for (StackView each : stacks) {
            int count = framesShown(each);
            out.record(TRACE, 3 * Integer.BYTES + (long) count * out.idBytes());
            out.u4(++trace);
            out.u4(trace - NO_TRACE);
            out.u4(count);
            for (int i = 0; i < count; i++) {
                out.id(++frame);
            }
        }
    }

    private static int framesShown(StackView stack) {
        return Math.min(MOST_FRAMES, stack.stack().frames().size());
    }

    private long writeFrames(RecordStream out, StackView stack, long lastFrame) {
        int count = framesShown(stack);
        for (int i = 0; i < count; i++) {
            out.record(FRAME, 4L * out.idBytes() + 2 * Integer.BYTES);
            out.id(lastFrame + 1 + i);
            out.id(symbols.of(method(stack.stack().frames().get(i))));
            out.id(symbols.of("()V"));
            out.id(symbols.of("ShadowStack"));
            out.u4(java.shadowStack.serial());
            out.u4(stack.stack().depth() - i);
        }
        return lastFrame + count;
    }

    /// Thread objects and roots, in segments.
    void writeThreads(
            RecordStream out, ItemWriter items, Identifiers identifiers, Membership members) {
        if (stacks.isEmpty()) {
            return;
        }
        long group = identifiers.fresh();
        items.whole(group, java.threadGroup, 0, items.string("coex"));
        int thread = 0;
        for (StackView each : stacks) {
            thread++;
            long id = identifiers.fresh();
            long name = items.string(each.thread());
            int status = each.blocked() ? WAITING : RUNNABLE;
            items.whole(
                    id, java.thread, name, group, 0, each.threadId(), status, NORMAL_PRIORITY, 0);
            out.item(1 + out.idBytes() + 2 * Integer.BYTES);
            out.u1(THREAD_ROOT);
            out.id(id);
            out.u4(thread);
            out.u4(NO_TRACE + thread);
            writeRoots(out, each, thread, members);
        }
    }

    private static void writeRoots(
            RecordStream out, StackView stack, int thread, Membership members) {
        int frame = 0;
        for (long[] slots : stack.stack().frames()) {
            for (long handle : slots) {
                long id = members.identifier(handle);
                if (id != 0) {
                    out.item(1 + out.idBytes() + 2 * Integer.BYTES);
                    out.u1(FRAME_ROOT);
                    out.id(id);
                    out.u4(thread);
                    out.u4(Math.min(frame, MOST_FRAMES - 1));
                }
            }
            frame++;
        }
    }
}
