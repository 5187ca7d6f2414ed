package coex.runtime.program;

import coex.codegen.GeneratedNames;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Mutator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;

/// What the programs of a session leave to each other: variables, and functions that are values. A
/// program that runs alone is a session of one. Used by the thread of the session only.
public final class SessionState {

    /// A variable's value: bits, or a handle in a root.
    private sealed interface Cell {
        record Bits(long bits) implements Cell {}

        record Reference(GlobalRoot root) implements Cell {}
    }

    private final Heap heap;
    private final Mutator mutator;
    private final Map<Integer, Cell> cells = new HashMap<>();

    /// What the program that runs has stored. It counts when the program has ended well, with all
    /// its tasks.
    private final Map<Integer, Cell> stored = new HashMap<>();

    /// Whose code closures have, by their shapes.
    private final Map<Integer, ClassLoader> programs = new HashMap<>();

    SessionState(Heap heap, Mutator mutator) {
        this.heap = heap;
        this.mutator = mutator;
    }

    public long load(int number) {
        return switch (cells.get(number)) {
            case Cell.Bits(long bits) -> bits;
            case Cell.Reference(GlobalRoot root) -> root.get(mutator);
        };
    }

    public void store(int number, long bits, boolean isReference) {
        close(stored.put(number, isReference ? inRoot(bits) : new Cell.Bits(bits)));
    }

    private Cell inRoot(long handle) {
        GlobalRoot root = heap.newRoot();
        root.set(mutator, handle);
        return new Cell.Reference(root);
    }

    /// Makes what was stored the values of the variables.
    public void keepStored() {
        stored.forEach((number, cell) -> close(cells.put(number, cell)));
        stored.clear();
    }

    /// Lets go what was stored: variables stay as they were.
    public void dropStored() {
        stored.values().forEach(SessionState::close);
        stored.clear();
    }

    /// Lets the value of a variable go.
    public void forget(int number) {
        close(cells.remove(number));
    }

    private static void close(Cell cell) {
        if (cell instanceof Cell.Reference(GlobalRoot root)) {
            root.close();
        }
    }

    void madeBy(ClassLoader program, int shape) {
        programs.put(shape, program);
    }

    /// The method that calls closures of a shape, of the program that made them.
    public MethodHandle dispatcher(int shape, String method, MethodType type) {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            programs.get(shape).loadClass(GeneratedNames.DISPATCH), method, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "no function: shape=%d method=%s".formatted(shape, method), e);
        }
    }
}
