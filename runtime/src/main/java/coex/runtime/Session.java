package coex.runtime;

import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.ErrorReport;
import coex.runtime.error.InterruptedProgram;
import coex.runtime.io.Descriptors;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Tasks;

import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Programs that run one after the other in one heap, and leave variables to each other. A runtime
/// error ends a program, not the session.
///
/// One thread runs them all, as a mutator of the heap; between programs it is in a safe region.
/// Callers hand it work and wait for it.
public final class Session implements AutoCloseable {

    private final ExecutorService thread;
    private final Descriptors descriptors;

    // Of the session's thread.
    private Heap heap;
    private Mutator mutator;
    private ProgramRuntime runtime;

    /// The tasks of the program that runs, or null.
    ///
    /// - writers: the session's thread
    /// - readers: whoever interrupts the program
    /// - ordering: volatile; who reads those of a program that has just ended interrupts nothing
    private volatile Tasks running;

    private Session(RunOptions options) {
        this.descriptors =
                new Descriptors(
                        options.streams(),
                        options.permissions().files(),
                        options.limits().outputBytes());
        this.thread =
                Executors.newSingleThreadExecutor(
                        work -> new Thread(null, work, "coex session", options.stackBytes()));
    }

    public static Session open(RunOptions options) throws InterruptedException {
        var session = new Session(options);
        session.call(
                () -> {
                    session.start(options);
                    return true;
                });
        return session;
    }

    private void start(RunOptions options) {
        heap = Heap.open(options.heap());
        mutator = heap.attach();
        runtime =
                new ProgramRuntime(
                        heap,
                        mutator,
                        descriptors,
                        List.of(),
                        options.permissions(),
                        options.limits());
        runtime.types().remember();
        context().enterSafeRegion();
    }

    private MutatorContext context() {
        return ConcurrentHeap.contextOf(mutator);
    }

    /// Runs a program whose `main` takes and returns nothing. False after a runtime error, which is
    /// reported on standard error, and if it was interrupted.
    public boolean run(Program program) throws InterruptedException {
        Optional<Ended> ended = callActive(() -> runHere(program));
        ended.ifPresent(
                early -> {
                    try {
                        early.tasks().output().free();
                        byte[] bytes = early.report().getBytes(StandardCharsets.UTF_8);
                        descriptors.print(2, bytes, bytes.length);
                    } catch (UncheckedIOException _) {
                        // whoever would read it is gone
                    }
                });
        return ended.isEmpty();
    }

    /// Stops the program that runs, if one does. Any thread may. False if it has been asked to end
    /// before.
    public boolean interrupt() {
        Tasks tasks = running;
        if (tasks == null) {
            return true;
        }
        boolean isFirst = tasks.failure() == null;
        tasks.interrupt(new InterruptedProgram());
        return isFirst;
    }

    /// A program that ended before its time.
    private record Ended(Tasks tasks, String report) {}

    private Optional<Ended> runHere(Program program) throws Exception {
        ProgramRuntime next = runtime.next(program.libraries());
        running = next.tasks();
        try {
            var loader = new ProgramLoader(program);
            next.startsWith(loader);
            ScopedValue.where(ProgramRuntime.STARTING, next)
                    .call(
                            () -> {
                                loader.initialise();
                                return invoke(program, loader, next.tasks());
                            });
            Tasks.Failure failed = next.tasks().failure();
            if (failed != null) {
                throw failed.thrown();
            }
            runtime.session().keepStored();
            return Optional.empty();
        } catch (Throwable failure) {
            runtime.session().dropStored();
            context().unwindTo(0); // nothing else pops the frames of a program that failed
            return Optional.of(new Ended(next.tasks(), report(failure, next.tasks().failure())));
        } finally {
            running = null;
        }
    }

    /// @param failed where it happened, or null if that was outside of the program's own code
    private static String report(Throwable failure, Tasks.Failure failed) {
        if (failure instanceof InterruptedProgram) {
            return "interrupted; what it has assigned is as it was before\n";
        }
        Optional<String> report = ErrorReport.of(failure);
        if (report.isEmpty()) {
            throw new IllegalStateException("the runtime failed: " + failure, failure);
        }
        return report.get() + (failed == null ? "" : failed.where());
    }

    private int invoke(Program program, ProgramLoader loader, Tasks tasks) throws Exception {
        var main =
                MethodHandles.publicLookup()
                        .findStatic(
                                loader.loadClass(program.mainClass()),
                                program.mainMethod(),
                                MethodType.methodType(void.class, MutatorContext.class));
        return tasks.runMain(
                context(),
                new ProgramDispatch(loader),
                () -> {
                    main.invoke(context());
                    return 0;
                });
    }

    /// Lets variables go, and declared types that are to be declared anew.
    public void forget(Set<Integer> cells, Set<String> types) throws InterruptedException {
        callActive(
                () -> {
                    cells.forEach(runtime.session()::forget);
                    runtime.types().forget(types);
                    return true;
                });
    }

    /// Work during which the thread may touch the heap.
    private <T> T callActive(Callable<T> work) throws InterruptedException {
        return call(
                () -> {
                    context().leaveSafeRegion();
                    try {
                        return work.call();
                    } finally {
                        context().enterSafeRegion();
                    }
                });
    }

    private <T> T call(Callable<T> work) throws InterruptedException {
        try {
            return thread.submit(work).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public void close() {
        try {
            call(
                    () -> {
                        context().leaveSafeRegion();
                        runtime.trace().close();
                        descriptors.closeAll();
                        heap.close();
                        return true;
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            thread.shutdown();
        }
    }
}
