// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Field;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.RootPath;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/// What keeps an object alive: the shortest chain of references from a root to one of a shape, or
/// to the object with a handle.
///
///     === WHAT KEEPS Node ALIVE ===
///     Root: frame 2 of thread main
///       1234 Table (48 bytes) .head
///       1235 Node (32 bytes)
///     Objects looked at: 2
public final class RootPathReport implements Subject {

    /// Room for so many takes 32 MB of the JVM's memory while the search runs.
    private static final int MOST_OBJECTS = 4_000_000;

    private final ConcurrentHeap heap;
    private final String what;
    private final Predicate<ObjectView> wanted;

    private RootPathReport(ConcurrentHeap heap, String what, Predicate<ObjectView> wanted) {
        this.heap = heap;
        this.what = what;
        this.wanted = wanted;
    }

    public static RootPathReport toShape(ConcurrentHeap heap, String shape) {
        return new RootPathReport(heap, shape, object -> object.shape().name().equals(shape));
    }

    public static RootPathReport toObject(ConcurrentHeap heap, long handle) {
        return new RootPathReport(heap, "object " + handle, object -> object.handle() == handle);
    }

    private RootPath find() {
        AtomicReference<RootPath> found = new AtomicReference<>();
        heap.inspect(inspector -> found.set(inspector.pathTo(wanted, MOST_OBJECTS)));
        return found.get();
    }

    @Override
    public void writeText(TextPage page) {
        RootPath path = find();
        page.line("=== WHAT KEEPS %s ALIVE ===", Quoted.name(what));
        if (path.root() == null) {
            page.line(
                    path.complete()
                            ? "No root leads to it."
                            : "Not found among the objects that were looked at; there are more.");
        } else {
            page.line("Root: %s", inText(path.root()));
            for (RootPath.Step step : path.steps()) {
                page.line(
                        "  %d %s (%d bytes)%s",
                        step.handle(),
                        step.shape() == null ? "gone" : Quoted.name(step.shape().name()),
                        step.bytes(),
                        step.offset() < 0 ? "" : " " + place(step));
            }
            if (path.changed()) {
                page.line("A reference of this chain has gone since.");
            }
        }
        page.line("Objects looked at: %d", path.looked());
    }

    private static String inText(RootPath.Root root) {
        return root.thread() == null
                ? "a global root"
                : "frame %d of thread %s".formatted(root.frame(), Quoted.name(root.thread()));
    }

    /// Where the next object is named in this one: a field, an element, or an offset.
    private static String place(RootPath.Step step) {
        Shape shape = step.shape();
        for (Field field : shape.fields()) {
            if (field.offset() == step.offset()) {
                return "." + field.name();
            }
        }
        int element = step.offset() - shape.fixedBytes();
        return shape.isArray() && element >= 0
                ? "[%d]".formatted(element / shape.elementKind().bytes())
                : "at offset " + step.offset();
    }

    @Override
    public void writeJson(JsonPage page) {
        RootPath path = find();
        page.text("report", "path");
        page.text("heap", heap.options().name());
        page.text("to", what);
        page.flag("found", path.root() != null);
        page.number("looked", path.looked());
        page.flag("complete", path.complete());
        page.flag("changed", path.changed());
        page.text("root", path.root() == null ? null : inText(path.root()));
        page.array("steps");
        for (RootPath.Step step : path.steps()) {
            page.element();
            page.number("handle", step.handle());
            page.text("shape", step.shape() == null ? null : step.shape().name());
            page.number("bytes", step.bytes());
            page.text("next", step.offset() < 0 ? null : place(step));
            page.endObject();
        }
        page.endArray();
    }
}
