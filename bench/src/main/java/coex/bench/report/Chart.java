package coex.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// A picture in SVG, part of an HTML page whose style sheet gives it its colours.
final class Chart {

    private static final int WIDTH = 760;
    private static final int LABELS = 250;
    private static final int RIGHT = 120;

    /// As wide as a character is at most, on average.
    private static final double CHARACTER = 6.3;

    private static final int BAR = 14;
    private static final int GAP = 10;
    private static final int TOP = 8;
    private static final int AXIS = 30;
    private static final int LINES_HEIGHT = 220;
    private static final int LINES_LEFT = 70;
    private static final double MOST_FOR_LINEAR = 30;
    private static final int FEW_PLACES = 10;

    /// How many colours the style sheet has for peers; with more of them, some share one.
    static final int PEER_COLOURS = 6;

    private final StringBuilder svg = new StringBuilder();

    /// The peers of the chart, in the order of their colours.
    private final List<String> peers = new ArrayList<>();

    private Chart() {}

    /// One number among those of a row.
    ///
    /// @param isOurs whether it is ours or a peer's
    record Bar(String name, Measured number, boolean isOurs) {}

    /// What stands below each other under one name.
    record Bars(String label, List<Bar> bars) {}

    /// @param points what is at each place of the axis; 0 where nothing is
    record Line(String name, double[] points, boolean isOurs) {}

    /// Where lines have a point.
    ///
    /// @param at from 0, at the left, to 1
    /// @param isTick whether its name stands below
    record Place(double at, String name, boolean isTick) {

        /// Places as far from each other.
        static List<Place> evenly(List<String> names) {
            int steps = Math.max(1, names.size() - 1);
            return IntStream.range(0, names.size())
                    .mapToObj(i -> new Place((double) i / steps, names.get(i), true))
                    .toList();
        }
    }

    // Bars

    /// Bars from 0, or on a logarithmic axis if they differ too much for that.
    static String ofBars(String title, String unit, List<Bars> rows) {
        Chart chart = new Chart();
        chart.bars(title, unit, rows);
        return chart.svg.toString();
    }

    private void bars(String title, String unit, List<Bars> rows) {
        double low = Double.MAX_VALUE;
        double high = 0;
        int count = 0;
        int right = RIGHT;
        for (Bars row : rows) {
            for (Bar bar : row.bars) {
                low = Math.min(low, bar.number.low());
                high = Math.max(high, bar.number.high());
                right = Math.max(right, (int) (labelOf(bar).length() * CHARACTER) + 10);
                count++;
            }
        }
        Scale scale = Scale.of(low, high, WIDTH - LABELS - right);
        int height = TOP + count * BAR + rows.size() * GAP + AXIS;
        open(title, height);
        for (double tick : scale.ticks()) {
            double x = LABELS + scale.at(tick);
            text(
                    "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    x, TOP, x, height - AXIS);
            label(x, height - AXIS + 14, "middle", Numbers.plain(tick));
        }
        label(LABELS, height - 5, "start", unit + (scale.isLogarithmic() ? ", logarithmic" : ""));
        int y = TOP;
        for (Bars row : rows) {
            label(LABELS - 8, y + row.bars.size() * BAR / 2.0 + 4, "end", row.label);
            for (Bar bar : row.bars) {
                bar(scale, bar, y);
                y += BAR;
            }
            y += GAP;
        }
        svg.append("</svg>\n");
    }

    private void bar(Scale scale, Bar bar, int y) {
        double width = Math.max(1, scale.at(bar.number.value()));
        text(
                "<rect class='%s' x='%d' y='%d' width='%.1f' height='%d'/>",
                colour(bar.name, bar.isOurs), LABELS, y, width, BAR - 3);
        double end = width;
        if (bar.number.hasRange()) {
            double from = LABELS + scale.at(bar.number.low());
            end = scale.at(bar.number.high());
            double middle = y + (BAR - 3) / 2.0;
            text(
                    "<line class='range' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>",
                    from, middle, LABELS + end, middle);
        }
        label(LABELS + Math.max(width, end) + 5, y + 10, "start", labelOf(bar));
    }

    private static String labelOf(Bar bar) {
        return Numbers.plain(bar.number.value()) + " " + bar.name;
    }

    // Lines

    /// Lines over the places of an axis; the other axis is logarithmic.
    static String ofLines(String title, String unit, List<Place> places, List<Line> lines) {
        Chart chart = new Chart();
        chart.lines(title, unit, places, lines);
        return chart.svg.toString();
    }

    private void lines(String title, String unit, List<Place> places, List<Line> lines) {
        double low = Double.MAX_VALUE;
        double high = 0;
        for (Line line : lines) {
            for (double point : line.points) {
                if (point > 0) {
                    low = Math.min(low, point);
                    high = Math.max(high, point);
                }
            }
        }
        lines.forEach(line -> colour(line.name, line.isOurs));
        Scale scale =
                high == 0
                        ? Scale.of(0, 0, LINES_HEIGHT)
                        : Scale.logarithmic(low, high, LINES_HEIGHT);
        int right = WIDTH - RIGHT - 60;
        open(title, TOP + LINES_HEIGHT + AXIS);
        for (double tick : scale.ticks()) {
            double y = TOP + LINES_HEIGHT - scale.at(tick);
            text(
                    "<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>",
                    LINES_LEFT, y, right, y);
            label(LINES_LEFT - 6, y + 4, "end", Numbers.plain(tick));
        }
        double width = right - LINES_LEFT - 30.0;
        double radius = places.size() > FEW_PLACES ? 2 : 3.5;
        for (Place place : places) {
            if (place.isTick) {
                double x = LINES_LEFT + 15 + place.at * width;
                label(x, TOP + LINES_HEIGHT + 16, "middle", place.name);
            }
        }
        label(2, TOP + LINES_HEIGHT + AXIS - 5, "start", unit + ", logarithmic");
        double lastLabel = -100;
        List<Line> byEnd = new ArrayList<>(lines);
        byEnd.sort((a, b) -> Double.compare(last(b), last(a)));
        for (Line line : byEnd) {
            StringBuilder path = new StringBuilder();
            double end = 0;
            double y = 0;
            for (int i = 0; i < places.size(); i++) {
                if (line.points[i] > 0) {
                    double x = LINES_LEFT + 15 + places.get(i).at * width;
                    y = TOP + LINES_HEIGHT - scale.at(line.points[i]);
                    end = x;
                    path.append(
                            String.format(
                                    Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
                    text(
                            "<circle class='%s' cx='%.1f' cy='%.1f' r='%.1f'><title>%s, %s: %s"
                                    + " %s</title></circle>",
                            colour(line.name, line.isOurs),
                            x,
                            y,
                            radius,
                            escaped(line.name),
                            escaped(places.get(i).name),
                            Numbers.plain(line.points[i]),
                            unit);
                }
            }
            text("<path class='%s line' d='%s'/>", colour(line.name, line.isOurs), path);
            lastLabel = Math.max(lastLabel + 13, y + 4);
            text(
                    "<line class='%s' x1='%.1f' y1='%.1f' x2='%d' y2='%.1f'/>",
                    colour(line.name, line.isOurs), end, y, right + 2, lastLabel - 4);
            label(right + 4, lastLabel, "start", line.name);
        }
        svg.append("</svg>\n");
    }

    private static double last(Line line) {
        return line.points[line.points.length - 1];
    }

    // What stands where

    /// A dot for each comparison: how many times better or worse, the same on both sides of 1.
    static String ofFactors(String title, List<RecordedRow> rows) {
        Chart chart = new Chart();
        chart.factors(title, rows);
        return chart.svg.toString();
    }

    private void factors(String title, List<RecordedRow> rows) {
        double most = 2;
        for (RecordedRow row : rows) {
            double factor = Standing.factor(row);
            most = Math.max(most, Math.max(factor, 1 / factor));
        }
        double reach = Math.ceil(Math.log10(most));
        int middle = WIDTH / 2;
        double perDecade = (WIDTH / 2.0 - 50) / reach;
        int[] stacked = new int[WIDTH + 1];
        int height = 190;
        int base = height - AXIS;
        open(title, height);
        for (int decade = (int) -reach; decade <= reach; decade++) {
            double x = middle + decade * perDecade;
            text("<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>", x, TOP, x, base);
            String times = Numbers.plain(Math.pow(10, Math.abs(decade)));
            label(
                    x,
                    base + 15,
                    "middle",
                    decade == 0 ? "equal" : times + (decade < 0 ? " x worse" : " x better"));
        }
        for (RecordedRow row : rows) {
            int x = (int) Math.round(middle + Math.log10(Standing.factor(row)) * perDecade);
            int column = x / 6 * 6;
            int y = base - 5 - 6 * stacked[column]++;
            text(
                    "<circle class='%s' cx='%d' cy='%d' r='2.7'><title>%s: %s beside"
                            + " %s</title></circle>",
                    Standing.of(row).name().toLowerCase(Locale.ROOT),
                    column,
                    Math.max(TOP, y),
                    escaped(row.name()),
                    escaped(row.oursText()),
                    escaped(row.peerText()));
        }
        svg.append("</svg>\n");
    }

    // Parts

    private void open(String title, int height) {
        text("<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>", WIDTH, height, escaped(title));
    }

    /// The class of the style sheet for what is ours, or for the peer of that name.
    private String colour(String name, boolean isOurs) {
        if (isOurs) {
            return "ours";
        }
        if (!peers.contains(name)) {
            peers.add(name);
        }
        return "peer" + peers.indexOf(name) % PEER_COLOURS;
    }

    private void label(double x, double y, String anchor, String words) {
        text("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor, escaped(words));
    }

    private void text(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }

    /// From numbers to places on an axis.
    private record Scale(double low, double high, boolean isLogarithmic, double length) {

        /// Of numbers that are all 0 it is some scale from 0.
        static Scale of(double low, double high, double length) {
            if (high == 0) {
                return new Scale(0, 1, false, length);
            }
            return low > 0 && high / low > MOST_FOR_LINEAR
                    ? logarithmic(low, high, length)
                    : new Scale(0, high, false, length);
        }

        /// From the power of ten below to that above.
        static Scale logarithmic(double low, double high, double length) {
            double from = Math.floor(Math.log10(low) - 0.05);
            double to = Math.max(from + 1, Math.ceil(Math.log10(high)));
            return new Scale(Math.pow(10, from), Math.pow(10, to), true, length);
        }

        double at(double number) {
            double part =
                    isLogarithmic
                            ? Math.log10(number / low) / Math.log10(high / low)
                            : number / high;
            return length * Math.clamp(part, 0.0, 1.0);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            if (isLogarithmic) {
                for (double tick = low; tick <= high * 1.001; tick *= 10) {
                    ticks.add(tick);
                }
                return ticks;
            }
            double raw = high / 4;
            double power = Math.pow(10, Math.floor(Math.log10(raw)));
            double step =
                    raw / power > 5
                            ? 10 * power
                            : raw / power > 2 ? 5 * power : raw / power > 1 ? 2 * power : power;
            for (int i = 0; i * step <= high; i++) {
                ticks.add(i * step);
            }
            return ticks;
        }
    }
}
