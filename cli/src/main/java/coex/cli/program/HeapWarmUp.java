package coex.cli.program;

import coex.gc.Heap;
import coex.gc.HeapException;
import coex.gc.HeapOptions;

/// Opens a small heap while a program is being compiled, and closes it again. What is linked then
/// is linked when the program opens its own: the calls of the system alone take as long as
/// compiling a small program.
public final class HeapWarmUp {

    private static final int BYTES = 1 << 20;

    private HeapWarmUp() {}

    /// On a thread of its own, for which nobody waits.
    public static void begin() {
        Thread.ofPlatform().daemon().name("coex warm-up").start(HeapWarmUp::openAndClose);
    }

    private static void openAndClose() {
        var options =
                HeapOptions.builder()
                        .name("warm-up")
                        .initialBytes(BYTES)
                        .maximumBytes(BYTES)
                        .build();
        try (Heap heap = Heap.open(options)) {
            heap.attach();
        } catch (HeapException | OutOfMemoryError e) {
            // The program's own heap will say so.
        }
    }
}
