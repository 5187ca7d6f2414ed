package coex.runtime.call;

import coex.collections.value.Room;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.ObjectLayout;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/// Makes and tells apart the objects of a program. An object is made in three steps, between which
/// there is no safepoint: room is made for it, which may be one, it is taken and its fields are
/// written, and it is published.
public final class ObjectCalls {

    private ObjectCalls() {}

    /// Makes room for an object; a safepoint, during which these handles are kept.
    @Safepoint
    public static void makeRoom(
            MutatorContext mutator, ObjectLayout layout, long first, long second, long third) {
        Room.make(mutator, layout.bytes(), 1, first, second, third);
    }

    /// Whether there is room without a safepoint.
    @Quiet
    public static boolean hasRoom(MutatorContext mutator, ObjectLayout layout) {
        return mutator.allocator().isReserved(layout.bytes(), 1);
    }

    @Safepoint
    public static void makeRoom(MutatorContext mutator, ObjectLayout layout, long[] handles) {
        try (RootFrame kept = RootFrame.slots(mutator, handles.length)) {
            for (int i = 0; i < handles.length; i++) {
                kept.set(i, handles[i]);
            }
            mutator.allocator().reserve(layout.bytes(), 1);
        }
    }

    /// Memory for an object.
    @Quiet
    public static long take(MutatorContext mutator, ObjectLayout layout) {
        return layout.take(mutator);
    }

    /// The handle of the object at an address, whose fields are written.
    @Quiet
    public static long publish(MutatorContext mutator, long address, ObjectLayout layout) {
        return mutator.allocator().publish(address, layout.header());
    }

    @Quiet
    public static boolean hasLayout(MutatorContext mutator, long object, ObjectLayout layout) {
        return shapeOf(mutator, object) == layout.shape();
    }

    private static int shapeOf(MutatorContext mutator, long object) {
        return ObjectHeader.shape(Memory.getLong(mutator.address(object)));
    }

    /// What calls closures like this one, in the program that made it.
    @Quiet
    public static MethodHandle dispatcher(
            MutatorContext mutator,
            ProgramRuntime runtime,
            long closure,
            String method,
            MethodType type) {
        return runtime.session().dispatcher(shapeOf(mutator, closure), method, type);
    }

    /// Which function a closure is of; -1 if it is one of another program.
    @Quiet
    public static int functionNumber(MutatorContext mutator, ProgramRuntime runtime, long closure) {
        return runtime.functionNumber(shapeOf(mutator, closure));
    }
}
