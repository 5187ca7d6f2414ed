package coex.cli.heap;

import coex.observe.HeapCyclesMXBean.Cycle;
import coex.runtime.error.VisibleText;

import java.util.Locale;

/// A [TopSample] in one line, for files and pipes.
final class TopLine {
    private TopLine() {}

    static String of(TopSample sample) {
        return VisibleText.line(raw(sample));
    }

    private static String raw(TopSample sample) {
        var usage = sample.now().usage();
        TopSample.Rates rates = sample.rates();
        return String.format(
                Locale.ROOT,
                "%tT %s: %s of %s used, %s/s, %s objects/s, %s cycles/s, collecting %.0f%%, %s, %d"
                        + " stalls (+%d)",
                sample.now().at(),
                sample.heap(),
                Amounts.bytes(usage.getUsed()),
                Amounts.bytes(usage.getCommitted()),
                Amounts.bytes(rates.bytes()),
                Amounts.count(rates.objects()),
                Amounts.count(rates.cycles()),
                100 * rates.collectorShare(),
                last(sample.now().lastCycle()),
                sample.now().counts().stalls(),
                rates.stalls());
    }

    private static String last(Cycle cycle) {
        return cycle == null
                ? "no cycle yet"
                : "cycle %d (%s, %s) took %s"
                        .formatted(
                                cycle.id(),
                                cycle.kind(),
                                cycle.cause(),
                                Amounts.nanos(cycle.durationNanos()));
    }
}
