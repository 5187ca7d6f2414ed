package coex.runtime;

import coex.collections.list.ListType;
import coex.collections.text.Strings;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.memory.AccessModes;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.call.OutputCalls;
import coex.runtime.error.CoexError;
import coex.runtime.error.ErrorReport;
import coex.runtime.error.InterruptedProgram;
import coex.runtime.io.Descriptors;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.sandbox.TimeLimit;
import coex.runtime.task.Tasks;

import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Runs programs. Each run has a heap, a class loader and a thread of its own, so several can run
/// in one JVM, one after the other or at once.
public final class ProgramRunner {

    /// The exit status after a runtime error.
    public static final int FAILED = 1;

    /// That of programs which end by the signal that a pipe without a reader gives.
    public static final int UNREAD = 128 + 13;

    /// The status of a program that was ended from outside; that of the process says by what.
    public static final int INTERRUPTED = 130;

    private static final int STATUS_BITS = 0xFF;

    private static final byte[] OUT_OF_MEMORY =
            (ProcessEnd.NO_MEMORY + "\n").getBytes(StandardCharsets.UTF_8);

    /// Where output is limited. At most four bytes each.
    private static final int LONGEST_REPORT = 2000;

    private final Program program;
    private final RunOptions options;
    private final Descriptors descriptors;
    private final boolean callsMain;

    /// How long a program that has failed may take to end. A task that waits for input does not
    /// notice.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    // What the program's thread leaves behind; read after it has been joined.
    private int status;
    private Throwable failure;

    /// Set by the program's thread, volatile: whoever waits for the program sees when it fails.
    private volatile Tasks tasks;

    private ProgramRunner(Program program, RunOptions options, boolean callsMain) {
        this.program = program;
        this.options = options;
        this.callsMain = callsMain;
        this.descriptors =
                new Descriptors(
                        options.streams(),
                        options.permissions().files(),
                        options.limits().outputBytes());
    }

    /// Runs a program to its end and returns its exit status.
    ///
    /// @throws InterruptedException if the calling thread is interrupted; the program then goes on
    public static int run(Program program, RunOptions options) throws InterruptedException {
        return new ProgramRunner(program, options, true).run();
    }

    /// Does everything that running a program does, but for calling `main`: it prints an empty line
    /// instead.
    public static int prepare(Program program, RunOptions options) throws InterruptedException {
        return new ProgramRunner(program, options, false).run();
    }

    private int run() throws InterruptedException {
        Thread thread = new Thread(null, this::runMain, "coex main", options.stackBytes());
        thread.start();
        AccessModes.prepare(); // beside what the other one does first, which is to open a heap
        try {
            awaitEnd(thread);
            Tasks.Failure failed = tasks == null ? null : tasks.failure();
            if (failed == null && failure == null) {
                return status;
            }
            return report(failed == null ? failure : failed.thrown(), failed);
        } catch (OutOfMemoryError _) { // on this thread too
            descriptors.report(OUT_OF_MEMORY);
            return FAILED;
        }
    }

    private void awaitEnd(Thread thread) throws InterruptedException {
        while (!thread.join(PATIENCE)) {
            Tasks started = tasks;
            if (started != null && started.failure() != null) {
                thread.join(PATIENCE);
                return;
            }
        }
    }

    private int report(Throwable thrown, Tasks.Failure failed) {
        if (thrown instanceof InterruptedProgram) {
            return INTERRUPTED;
        }
        if (isUnread(thrown)) {
            return UNREAD;
        }
        Optional<String> report = ErrorReport.of(thrown, options.limits().reasonFor(thrown));
        if (report.isEmpty()) {
            throw new IllegalStateException("the runtime failed: " + thrown, thrown);
        }
        if (tasks != null) {
            try {
                tasks.output().free();
            } catch (UncheckedIOException | CoexError _) {
                // nobody reads it any more, or it is too much; which may be what is reported
            }
        }
        String where = failed == null ? "" : failed.where();
        descriptors.report(shortened(report.get() + where).getBytes(StandardCharsets.UTF_8));
        return FAILED;
    }

    /// Part of a report may be text that the program has chosen. Where output is limited, that
    /// must not be a way around it.
    private String shortened(String report) {
        if (options.limits().outputBytes() == 0 || report.length() <= LONGEST_REPORT) {
            return report;
        }
        return report.substring(0, LONGEST_REPORT) + "...\n";
    }

    /// Whether the reader of what a program prints is gone, as in
    /// `coex run numbers.coex | head -1`. That is no mistake of the program, and nothing is said
    /// about it.
    private static boolean isUnread(Throwable thrown) {
        return thrown instanceof UncheckedIOException failure
                && String.valueOf(failure.getCause().getMessage())
                        .toLowerCase(Locale.ROOT)
                        .contains("broken pipe");
    }

    private void runMain() {
        try (Heap heap = Heap.open(options.heap())) {
            Mutator mutator = heap.attach();
            var runtime =
                    new ProgramRuntime(
                            heap,
                            mutator,
                            descriptors,
                            program.libraries(),
                            options.permissions(),
                            options.limits());
            tasks = runtime.tasks();
            options.limits().time().ifPresent(this::endInTime);
            try (var _ = new EndWithProcess(tasks, Thread.currentThread(), descriptors)) {
                options.observer().started(heap, level -> runtime.trace().level(level));
                status =
                        ScopedValue.where(ProgramRuntime.STARTING, runtime)
                                .call(() -> start(runtime, mutator));
            } finally {
                options.observer().ended(heap);
                runtime.trace().close();
                descriptors.closeAll();
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    /// The error of a program that takes too long names where `main` is.
    private void endInTime(TimeLimit time) {
        Thread main = Thread.currentThread();
        time.tell(
                error -> {
                    error.setStackTrace(main.getStackTrace());
                    tasks.interrupt(error);
                });
    }

    private int start(ProgramRuntime runtime, Mutator mutator) throws Exception {
        var loader = new ProgramLoader(program);
        runtime.startsWith(loader);
        loader.initialise();
        Method main = main(loader);
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        long arguments = arguments(runtime, context);
        var given = new ArrayList<Object>();
        given.add(context);
        for (String parameter : program.mainParameters()) {
            given.add(
                    switch (parameter) {
                        case "args" -> arguments;
                        case "stdin" -> 0L;
                        case "stdout" -> 1L;
                        case "stderr" -> 2L;
                        default ->
                                throw new IllegalArgumentException(
                                        "not a parameter of main: " + parameter);
                    });
        }
        return runtime.tasks()
                .runMain(
                        context,
                        new ProgramDispatch(loader),
                        () -> {
                            if (!callsMain) {
                                OutputCalls.print(context, runtime, runtime.basicType("string"), 0);
                                return 0;
                            }
                            Object result = call(main, given);
                            return program.hasResult() ? (int) ((long) result & STATUS_BITS) : 0;
                        });
    }

    private static Object call(Method main, List<Object> given) throws Throwable {
        try {
            return main.invoke(null, given.toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /// By reflection: a method handle for the one call would cost more to link than most programs
    /// to run.
    private Method main(ProgramLoader loader) throws ReflectiveOperationException {
        var parameters = new ArrayList<Class<?>>();
        parameters.add(MutatorContext.class);
        program.mainParameters().forEach(_ -> parameters.add(long.class));
        return loader.loadClass(program.mainClass())
                .getMethod(program.mainMethod(), parameters.toArray(Class<?>[]::new));
    }

    private long arguments(ProgramRuntime runtime, MutatorContext context) {
        Strings strings = runtime.values().strings();
        ListType lists = ListType.of(runtime.heap(), strings);
        List<String> texts =
                program.mainParameters().contains("args") ? options.arguments() : List.of();
        long list = 0;
        try (RootFrame kept = RootFrame.slots(context, 1)) {
            for (String text : texts) {
                list = lists.append(context, list, strings.of(context, text));
                kept.set(0, list);
            }
            return runtime.values().kept(list);
        }
    }
}
