package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitersTest {

    private final Waiters waiters = new Waiters();

    private int value;

    private void awaitValue(int wanted) {
        Waiters.Waiter waiter = new Waiters.Waiter();
        long deadline = System.nanoTime() + Long.MAX_VALUE / 2;
        while (!isReached(wanted, waiter)) {
            waiter.park(deadline);
        }
        waiter.restoreInterrupt();
    }

    private synchronized boolean isReached(int wanted, Waiters.Waiter waiter) {
        return waiters.leaveIf(value >= wanted, waiter);
    }

    private void advance() {
        synchronized (this) {
            value++;
        }
        waiters.wakeAll();
    }

    @Test
    void everybodyComesOutWhateverElseChangesMeanwhile() throws Exception {
        int steps = 300;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int own = i;
            Thread.Builder builder = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
            threads.add(
                    builder.start(
                            () -> {
                                for (int wanted = own; wanted <= steps; wanted += 7) {
                                    awaitValue(wanted);
                                }
                            }));
        }
        for (int i = 0; i < steps; i++) {
            advance();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whoLeavesTheLineInTheMiddleLeavesTheOthersInIt() throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Waiters.Waiter> line = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            line.add(waiterOfThreadThatEndsWhenWoken(threads));
            assertThat(waiters.leaveIf(false, line.get(i))).isFalse();
        }
        assertThat(waiters.leaveIf(true, line.get(1))).isTrue();
        assertThat(waiters.leaveIf(true, line.get(1))).as("twice").isTrue();
        waiters.wakeAll();
        threads.get(0).join();
        threads.get(2).join();
        assertThat(waiters.leaveIf(false, line.get(1))).isFalse();
        waiters.wakeAll();
        threads.get(1).join();
    }

    private static Waiters.Waiter waiterOfThreadThatEndsWhenWoken(List<Thread> threads)
            throws Exception {
        FutureTask<Waiters.Waiter> made = new FutureTask<>(Waiters.Waiter::new);
        threads.add(
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    made.run();
                                    LockSupport.park();
                                }));
        return made.get();
    }

    @Test
    void anInterruptIsKeptForTheEnd() throws Exception {
        FutureTask<Boolean> interrupted =
                new FutureTask<>(
                        () -> {
                            Thread.currentThread().interrupt();
                            awaitValue(1);
                            return Thread.interrupted();
                        });
        Thread thread = Thread.ofPlatform().daemon().start(interrupted);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        advance();
        assertThat(interrupted.get()).isTrue();
    }

    /// Of the whole module: a virtual thread must not.
    @Test
    void nobodyWaitsOnAMonitor() throws Exception {
        Path classes =
                Path.of(Waiters.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<ClassModel> models = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                models.add(parse(file));
            }
        }
        assertThat(models).hasSizeGreaterThan(100);
        assertThat(models.stream().filter(WaitersTest::waitsOnMonitor))
                .extracting(model -> model.thisClass().asInternalName())
                .isEmpty();
    }

    private static ClassModel parse(Path file) throws IOException {
        return ClassFile.of().parse(file);
    }

    private static boolean waitsOnMonitor(ClassModel model) {
        return model.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .anyMatch(
                        call ->
                                call.name().equalsString("wait")
                                        && call.type().stringValue().matches("\\(J?I?\\)V"));
    }
}
