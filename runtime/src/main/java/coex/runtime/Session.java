package coex.runtime;

import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.ErrorReport;
import coex.runtime.io.Descriptors;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Tasks;

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

/// Programs that run one after the other in one heap, and leave variables to each other. A runtime error ends a program,
/// not the session.
///
/// One thread runs them all, as a mutator of the heap; between programs it is in a safe region. Callers hand it work
/// and wait for it.
public final class Session implements AutoCloseable {

    private final ExecutorService thread;
    private final Descriptors descriptors;

    // Of the session's thread.
    private Heap heap;
    private Mutator mutator;
    private ProgramRuntime runtime;

    private Session(RunOptions options) {
        this.descriptors = new Descriptors(options.streams());
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
        runtime = new ProgramRuntime(heap, mutator, descriptors, List.of());
        runtime.types().remember();
        context().enterSafeRegion();
    }

    private MutatorContext context() {
        return ConcurrentHeap.contextOf(mutator);
    }

    /// Runs a program whose `main` takes and returns nothing. False after a runtime error, which is reported on standard
    /// error.
    public boolean run(Program program) throws InterruptedException {
        Optional<String> report = callActive(() -> runHere(program));
        report.ifPresent(
                text -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    descriptors.print(2, bytes, bytes.length);
                });
        return report.isEmpty();
    }

    private Optional<String> runHere(Program program) throws Exception {
        try {
            ProgramRuntime next = runtime.next(program.libraries());
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
            return Optional.empty();
        } catch (Throwable failure) {
            if (context().stack().depth() > 0) {
                context().popTo(0); // nothing else unwinds the frames of a program that failed
            }
            Optional<String> report = ErrorReport.of(failure);
            if (report.isEmpty()) {
                throw new IllegalStateException("the runtime failed: " + failure, failure);
            }
            return report;
        }
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
