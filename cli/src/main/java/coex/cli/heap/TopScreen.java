package coex.cli.heap;

import coex.observe.HeapCyclesMXBean.Cycle;
import coex.observe.HeapCyclesMXBean.PhaseTime;
import coex.observe.HeapCyclesMXBean.Running;
import coex.observe.HeapHoldsMXBean.Latency;
import coex.observe.HeapMXBean.Census;
import coex.observe.HeapMXBean.Counts;
import coex.observe.HeapMXBean.MutatorFigures;
import coex.observe.HeapMXBean.ShapeFigures;
import coex.runtime.error.VisibleText;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Draws a [TopSample] into a window of a given size. Pure: the same sample gives the same lines.
///
/// @param colour false if only emphasis may be used
/// @param unicode false if the terminal shows ASCII only
record TopScreen(int columns, int rows, boolean colour, boolean unicode) {

    private static final String HELD = latencies("HELD p50", "p99", "max");
    private static final String ANSWERED = latencies("ANSW p50", "p99", "max");
    private static final int LABEL = 11;
    private static final int WIDEST_BAR = 40;

    /// Below this width the times to answer are left out, and the actions stay.
    private static final int WIDE = 112;

    /// As many lines as the window has at most, none wider than it.
    List<AttributedString> lines(TopSample sample) {
        List<AttributedString> lines = new ArrayList<>(head(sample));
        int left = rows - lines.size();
        List<AttributedString> shapes = shapes(sample);
        int forShapes =
                Math.min(shapes.size(), Math.max(4, left - 2 - sample.now().mutators().size()));
        int forThreads = left - forShapes;
        if (forThreads >= 3) {
            lines.addAll(threads(sample, forThreads));
        }
        lines.addAll(shapes.subList(0, Math.clamp(rows - lines.size(), 0, shapes.size())));
        return lines.stream()
                .limit(rows)
                .map(TopScreen::visible)
                .map(line -> line.columnSubSequence(0, columns))
                .collect(Collectors.toList());
    }

    // The heap as a whole

    private List<AttributedString> head(TopSample sample) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(title(sample));
        lines.add(plain(sample.note()));
        lines.add(bar("objects", sample.now().pools().get("objects")));
        lines.add(bar("handles", sample.now().pools().get("handle table")));
        lines.add(rates(sample));
        lines.add(cycles(sample.now().counts()));
        lines.addAll(cycle(sample));
        lines.add(plain(""));
        return lines;
    }

    private AttributedString title(TopSample sample) {
        String left = "heap %s of process %d".formatted(sample.heap(), sample.pid());
        String right = "%tT   q quits".formatted(sample.now().at());
        int gap = Math.max(2, columns - left.length() - right.length());
        return new AttributedString(
                left + " ".repeat(gap) + right, AttributedStyle.DEFAULT.inverse());
    }

    /// Used, committed and the most there may be, on one scale: that of what is committed.
    private AttributedString bar(String label, MemoryUsage usage) {
        int width = Math.clamp(columns - LABEL - 48, 8, WIDEST_BAR);
        double share =
                usage.getCommitted() == 0 ? 0 : (double) usage.getUsed() / usage.getCommitted();
        int filled = (int) Math.round(share * width);
        AttributedStringBuilder line = label(label);
        line.style(shareStyle(share)).append((unicode ? "█" : "#").repeat(filled));
        line.style(faint()).append((unicode ? "░" : ".").repeat(width - filled));
        line.style(AttributedStyle.DEFAULT)
                .append(String.format(Locale.ROOT, " %3.0f%%  ", 100 * share))
                .append(Amounts.bytes(usage.getUsed()))
                .append(" of ")
                .append(Amounts.bytes(usage.getCommitted()));
        if (usage.getMax() > 0) {
            line.append(", at most ").append(Amounts.bytes(usage.getMax()));
        }
        return line.toAttributedString();
    }

    private AttributedString rates(TopSample sample) {
        TopSample.Rates rates = sample.rates();
        AttributedStringBuilder line = label("allocating");
        line.append(Amounts.bytes(rates.bytes())).append("/s, ");
        line.append(Amounts.count(rates.objects())).append(" objects/s;  ");
        line.append(Amounts.count(rates.cycles())).append(" cycles/s, collecting ");
        line.append(String.format(Locale.ROOT, "%.0f%%", 100 * rates.collectorShare()));
        line.append(" of the time;  ");
        line.style(rates.stalls() > 0 ? warning() : AttributedStyle.DEFAULT)
                .append(
                        "%d stalls (+%d)"
                                .formatted(sample.now().counts().stalls(), rates.stalls()));
        return line.toAttributedString();
    }

    private AttributedString cycles(Counts counts) {
        return label("cycles")
                .append(
                        "%s, %s of them young;  %s old, %s moved"
                                .formatted(
                                        Amounts.count(counts.cycles()),
                                        Amounts.count(counts.youngCycles()),
                                        Amounts.bytes(counts.bytesOld()),
                                        Amounts.bytes(counts.bytesMoved())))
                .toAttributedString();
    }

    private List<AttributedString> cycle(TopSample sample) {
        List<AttributedString> lines = new ArrayList<>();
        Cycle last = sample.now().lastCycle();
        Running running = sample.now().runningCycle();
        AttributedStringBuilder now = label("now");
        now.append(
                running == null
                        ? "no cycle"
                        : "cycle %d (%s, %s) for %s%s"
                                .formatted(
                                        running.id(),
                                        running.kind(),
                                        running.cause(),
                                        Amounts.nanos(running.nanos()),
                                        running.lastPhase().isEmpty()
                                                ? ""
                                                : ", past " + running.lastPhase()));
        lines.add(now.toAttributedString());
        if (last == null) {
            lines.add(label("last cycle").append("none since it is watched").toAttributedString());
            return lines;
        }
        lines.add(
                label("last cycle")
                        .append(
                                "%d (%s, %s) took %s%s: %s -> %s, %s dead"
                                        .formatted(
                                                last.id(),
                                                last.kind(),
                                                last.cause(),
                                                Amounts.nanos(last.durationNanos()),
                                                last.markers() > 1
                                                        ? ", " + last.markers() + " markers"
                                                        : "",
                                                used(last.memoryUsageBeforeGc().get("objects")),
                                                used(last.memoryUsageAfterGc().get("objects")),
                                                Amounts.count(last.objectsSwept())))
                        .toAttributedString());
        lines.addAll(phases(last));
        if (!last.slowestThread().isEmpty()) {
            lines.add(
                    label("")
                            .append(
                                    "slowest handshake %s, for %s"
                                            .formatted(
                                                    Amounts.nanos(last.slowestHandshakeNanos()),
                                                    last.slowestThread()))
                            .toAttributedString());
        }
        return lines;
    }

    private static String used(MemoryUsage usage) {
        return usage == null ? "?" : Amounts.bytes(usage.getUsed());
    }

    /// As many on a line as fit.
    private List<AttributedString> phases(Cycle last) {
        List<AttributedString> lines = new ArrayList<>();
        AttributedStringBuilder line = label("");
        for (PhaseTime phase : last.phases()) {
            String name = phase.phase().toLowerCase(Locale.ROOT).replace('_', ' ');
            String time = Amounts.nanos(phase.nanos());
            if (line.columnLength() > LABEL
                    && line.columnLength() + name.length() + time.length() + 1 > columns) {
                lines.add(line.toAttributedString());
                line = label("");
            }
            line.style(faint()).append(name).append(' ');
            line.style(AttributedStyle.DEFAULT).append(time).append("  ");
        }
        lines.add(line.toAttributedString());
        return lines;
    }

    // The threads

    /// A heading, threads, and a line for those that do not fit.
    private List<AttributedString> threads(TopSample sample, int most) {
        List<MutatorFigures> threads = new ArrayList<>(sample.now().mutators());
        threads.sort(
                Comparator.comparingLong(MutatorFigures::bytesAllocated)
                        .reversed()
                        .thenComparing(MutatorFigures::thread));
        int fit = most - 2; // the heading, an empty line
        List<AttributedString> lines = new ArrayList<>();
        lines.add(
                heading(
                        threadRow(
                                "THREAD",
                                "ALLOCATES/s",
                                HELD,
                                ANSWERED,
                                "STALLS",
                                "WAITED",
                                "FRAMES")));
        boolean all = threads.size() <= fit;
        for (MutatorFigures thread : threads.subList(0, all ? threads.size() : fit - 1)) {
            double rate = sample.rates().threadBytes().getOrDefault(thread.thread(), 0.0);
            lines.add(
                    plain(
                            threadRow(
                                    thread.thread(),
                                    Amounts.bytes(rate),
                                    latency(thread.actions()),
                                    latency(thread.answers()),
                                    Long.toString(thread.stalls()),
                                    Amounts.nanos(thread.stallNanos()),
                                    Long.toString(thread.stackDepth()))));
        }
        if (!all) {
            lines.add(faintly("and %d more threads".formatted(threads.size() - fit + 1)));
        }
        lines.add(plain(""));
        return lines;
    }

    /// The name takes the room that the rest leaves.
    private String threadRow(
            String thread,
            String rate,
            String held,
            String answered,
            String stalls,
            String waited,
            String frames) {
        String rest =
                String.format(
                        " %12s  %26s%s %7s %8s %7s",
                        rate,
                        held,
                        columns >= WIDE ? "  %26s".formatted(answered) : "",
                        stalls,
                        waited,
                        frames);
        return name(thread, columns - rest.length()) + rest;
    }

    private static String latency(Latency latency) {
        return latency.count() == 0
                ? "-"
                : latencies(
                        Amounts.nanos(latency.p50()),
                        Amounts.nanos(latency.p99()),
                        Amounts.nanos(latency.maximum()));
    }

    private static String latencies(String p50, String p99, String most) {
        return String.format("%8s %8s %8s", p50, p99, most);
    }

    // The shapes

    private List<AttributedString> shapes(TopSample sample) {
        Census census = sample.census();
        if (census == null) {
            return List.of();
        }
        List<AttributedString> lines = new ArrayList<>();
        lines.add(heading(shapeRow("SHAPE", "OBJECTS", "BYTES", "SHARE") + "   " + origin(sample)));
        for (ShapeFigures shape : census.shapes()) {
            double share = 100.0 * shape.bytes() / Math.max(1, census.bytes());
            lines.add(
                    plain(
                            shapeRow(
                                    shape.shape(),
                                    Amounts.count(shape.objects()),
                                    Amounts.bytes(shape.bytes()),
                                    String.format(Locale.ROOT, "%.1f%%", share))));
        }
        return lines;
    }

    private String shapeRow(String shape, String objects, String bytes, String share) {
        return name(shape, columns - 62) + String.format(" %9s %12s %7s", objects, bytes, share);
    }

    private static String origin(TopSample sample) {
        Census census = sample.census();
        return "%sof %s, %d s ago, in %s"
                .formatted(
                        census.complete() ? "" : "first ",
                        Amounts.count(census.objects()),
                        sample.censusAgeNanos() / 1_000_000_000,
                        Amounts.nanos(census.tookNanos()));
    }

    // Text

    private AttributedStringBuilder label(String text) {
        return new AttributedStringBuilder()
                .style(faint())
                .append(String.format("%-" + LABEL + "s", text))
                .style(AttributedStyle.DEFAULT);
    }

    /// Exactly as wide as there is room, within reason. The end of a name often tells more than its
    /// middle.
    private static String name(String given, int room) {
        String text = VisibleText.line(given);
        int width = Math.clamp(room, 12, 40);
        if (text.length() <= width) {
            return text + " ".repeat(width - text.length());
        }
        int end = width / 2;
        return text.substring(0, width - end - 1) + "~" + text.substring(text.length() - end);
    }

    /// Names are chosen by the program that is looked at; what would move the cursor, or do more,
    /// is written out.
    private static AttributedString visible(AttributedString line) {
        String text = line.toString();
        if (VisibleText.line(text).equals(text)) {
            return line;
        }
        AttributedStringBuilder shown = new AttributedStringBuilder();
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
            String character = Character.toString(text.codePointAt(at));
            shown.append(VisibleText.line(character), line.styleAt(at));
        }
        return shown.toAttributedString();
    }

    private static AttributedString plain(String text) {
        return new AttributedString(text);
    }

    private AttributedString faintly(String text) {
        return new AttributedString(text, faint());
    }

    private AttributedString heading(String text) {
        String padded = text + " ".repeat(Math.max(0, columns - text.length()));
        return new AttributedString(padded, AttributedStyle.DEFAULT.inverse());
    }

    private static AttributedStyle faint() {
        return AttributedStyle.DEFAULT.faint();
    }

    private AttributedStyle warning() {
        return colour
                ? AttributedStyle.DEFAULT.foreground(AttributedStyle.RED)
                : AttributedStyle.DEFAULT.bold();
    }

    private AttributedStyle shareStyle(double share) {
        if (!colour) {
            return AttributedStyle.DEFAULT;
        }
        return AttributedStyle.DEFAULT.foreground(
                share < 0.8 ? AttributedStyle.GREEN : AttributedStyle.YELLOW);
    }
}
