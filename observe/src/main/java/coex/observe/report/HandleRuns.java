// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Handles in one state as runs of neighbours, of which only the first few are kept.
final class HandleRuns {

    /// Of each state no more runs than these are shown.
    static final int MOST_RUNS = 8;

    /// @param first the lowest handle
    /// @param last the highest
    record Run(long first, long last) {
        @Override
        public String toString() {
            return first == last ? Long.toString(first) : first + "-" + last;
        }
    }

    private final List<Run> firstRuns = new ArrayList<>();
    private long runs;
    private long handles;
    private long last = -1;

    /// Adds the handles from `first` to `newLast`, all above those before.
    void add(long first, long newLast) {
        boolean continues = runs > 0 && last + 1 == first;
        if (!continues) {
            runs++;
        }
        if (continues && runs <= MOST_RUNS) {
            firstRuns.add(new Run(firstRuns.removeLast().first(), newLast));
        } else if (runs <= MOST_RUNS) {
            firstRuns.add(new Run(first, newLast));
        }
        handles += newLast - first + 1;
        last = newLast;
    }

    List<Run> firstRuns() {
        return List.copyOf(firstRuns);
    }

    long runs() {
        return runs;
    }

    long handles() {
        return handles;
    }

    /// Two lines: the lowest handle, and the chain of the first runs.
    void write(TextPage page, String name) {
        if (runs == 0) {
            page.line("%s list head: none", name);
            page.line("%s list: (0 entries in 0 runs)", name);
            return;
        }
        String chain = firstRuns.stream().map(Run::toString).collect(Collectors.joining(" -> "));
        String rest = runs > firstRuns.size() ? " -> ..." : "";
        page.line("%s list head: %d", name, firstRuns.getFirst().first());
        page.line("%s list: %s%s (%d entries in %d runs)", name, chain, rest, handles, runs);
    }

    void write(JsonPage page, String name) {
        page.object(name);
        page.number("entries", handles);
        page.number("runs", runs);
        page.array("first_runs");
        for (Run run : firstRuns) {
            page.element();
            page.number("first", run.first());
            page.number("last", run.last());
            page.endObject();
        }
        page.endArray();
        page.endObject();
    }
}
