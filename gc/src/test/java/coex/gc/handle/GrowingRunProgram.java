package coex.gc.handle;

import java.util.concurrent.atomic.AtomicReference;

/// Makes runs grow while another thread asks how many handles they have given. Ends with what that
/// thread met, or with status 0.
public final class GrowingRunProgram {

    private static final long NANOS = 2_000_000_000L;

    private GrowingRunProgram() {}

    public static void main(String[] arguments) {
        var current = new AtomicReference<>(new HandleRun());
        Thread asker = new Thread(() -> ask(current));
        asker.setUncaughtExceptionHandler(
                (_, thrown) -> {
                    thrown.printStackTrace();
                    Runtime.getRuntime().halt(1);
                });
        asker.start();
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() < end) {
            var run = new HandleRun();
            run.startRefill(64, 8);
            current.set(run);
            run.startRefill(64, 9);
            for (int word = 0; word < 9; word++) {
                run.add(word, -1L);
            }
        }
        current.set(null);
    }

    private static void ask(AtomicReference<HandleRun> current) {
        for (HandleRun run = current.get(); run != null; run = current.get()) {
            run.given();
        }
    }
}
