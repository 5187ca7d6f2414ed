// SPDX-License-Identifier: Apache-2.0
package coex.web.heap;

import coex.observe.HeapCyclesMXBean.Cycle;
import coex.observe.HeapGoneException;
import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.HprofSummary;
import coex.observe.HeapMXBean.Validation;
import coex.observe.HeapSource;
import coex.web.server.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/// What the buttons of the page do: one thing at a time, and each says what came of it.
final class HeapActions {

    private static final DateTimeFormatter IN_FILE_NAMES =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-SSS", Locale.ROOT);

    private static final int SHOWN_PROBLEMS = 20;

    enum Action {
        COLLECT,
        COMPACT,
        VERIFY,
        DUMP;

        String inText() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final HeapSource source;
    private final Path dumps;

    /// What is being done; null if nothing is.
    private final AtomicReference<Action> underWay = new AtomicReference<>();

    HeapActions(HeapSource source, Path dumps) {
        this.source = source;
        this.dumps = dumps.toAbsolutePath();
    }

    /// The action with this name; null if there is none.
    static Action named(String name) {
        for (Action action : Action.values()) {
            if (action.inText().equals(name)) {
                return action;
            }
        }
        return null;
    }

    /// @return what came of it, for people
    /// @throws Refusal if something else is being done, or it failed
    String perform(Action action) throws IOException, Refusal {
        Action other = underWay.compareAndExchange(null, action);
        if (other != null) {
            throw new Refusal(409, "The heap is busy with this: " + other.inText() + ".");
        }
        try {
            return switch (action) {
                case COLLECT -> inText(source.ask(HeapMXBean::collect));
                case COMPACT -> inText(source.ask(HeapMXBean::compact));
                case VERIFY -> inText(source.ask(HeapMXBean::validate));
                case DUMP -> dump();
            };
        } catch (HeapGoneException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new Refusal(500, reason(e));
        } finally {
            underWay.set(null);
        }
    }

    static String reason(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static String inText(Cycle cycle) {
        if (cycle == null) {
            return "Done; the heap tells of no cycle.";
        }
        return String.format(
                Locale.ROOT,
                "Cycle %d took %.1f ms: %,d objects found dead, %,d bytes reclaimed; %,d objects"
                        + " with %,d bytes are alive.",
                cycle.id(),
                cycle.durationNanos() / 1e6,
                cycle.objectsSwept(),
                cycle.bytesReclaimed(),
                cycle.objectsMarked(),
                cycle.bytesMarked());
    }

    private static String inText(Validation validation) {
        if (validation.valid()) {
            return String.format(
                    Locale.ROOT, "No error found in %,d objects.", validation.objects());
        }
        return String.format(
                Locale.ROOT,
                "%,d errors found in %,d objects:%n%s",
                validation.errors(),
                validation.objects(),
                String.join("\n", validation.problems().stream().limit(SHOWN_PROBLEMS).toList()));
    }

    private String dump() throws IOException {
        String name = "heap-%s.hprof".formatted(IN_FILE_NAMES.format(LocalDateTime.now()));
        HprofSummary summary = source.ask(heap -> heap.hprof(dumps.resolve(name).toString()));
        return String.format(
                Locale.ROOT,
                "Written: %s, %,d bytes with %,d objects, in %.1f s.",
                summary.file(),
                summary.fileBytes(),
                summary.objects(),
                summary.nanos() / 1e9);
    }
}
