package coex.cli.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What has changed from one text to another, in the form that `patch` and people read.
///
/// Lines that are unique in both texts are what the comparison holds on to, as in patience diff;
/// between two of them it looks again, and what has no such line is replaced as a whole. So it
/// takes little more time than sorting, and what it shows is right though not always the shortest.
final class UnifiedDiff {

    private static final int CONTEXT = 3;

    private enum Sign {
        SAME(' '),
        REMOVED('-'),
        ADDED('+');

        private final char mark;

        Sign(char mark) {
            this.mark = mark;
        }
    }

    private record Line(Sign sign, String text) {}

    private final List<String> before;
    private final List<String> after;
    private final List<Line> lines = new ArrayList<>();

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /// @param name how both texts are called
    static String between(String name, String before, String after) {
        var diff = new UnifiedDiff(lines(before), lines(after));
        diff.compare(0, diff.before.size(), 0, diff.after.size());
        return diff.print(name);
    }

    /// The lines with their ends, so that a missing last one is a difference.
    private static List<String> lines(String text) {
        var lines = new ArrayList<String>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start) + 1;
            end = end == 0 ? text.length() : end;
            lines.add(text.substring(start, end));
            start = end;
        }
        return lines;
    }

    private void compare(int fromBefore, int toBefore, int fromAfter, int toAfter) {
        int b = fromBefore;
        int a = fromAfter;
        while (b < toBefore && a < toAfter && before.get(b).equals(after.get(a))) {
            lines.add(new Line(Sign.SAME, before.get(b)));
            b++;
            a++;
        }
        int endBefore = toBefore;
        int endAfter = toAfter;
        while (b < endBefore
                && a < endAfter
                && before.get(endBefore - 1).equals(after.get(endAfter - 1))) {
            endBefore--;
            endAfter--;
        }
        middle(b, endBefore, a, endAfter);
        before.subList(endBefore, toBefore).forEach(text -> lines.add(new Line(Sign.SAME, text)));
    }

    private void middle(int fromBefore, int toBefore, int fromAfter, int toAfter) {
        List<int[]> anchors = increasing(uniqueInBoth(fromBefore, toBefore, fromAfter, toAfter));
        if (anchors.isEmpty()) {
            before.subList(fromBefore, toBefore)
                    .forEach(text -> lines.add(new Line(Sign.REMOVED, text)));
            after.subList(fromAfter, toAfter)
                    .forEach(text -> lines.add(new Line(Sign.ADDED, text)));
            return;
        }
        int b = fromBefore;
        int a = fromAfter;
        for (int[] anchor : anchors) {
            compare(b, anchor[0], a, anchor[1]);
            lines.add(new Line(Sign.SAME, before.get(anchor[0])));
            b = anchor[0] + 1;
            a = anchor[1] + 1;
        }
        compare(b, toBefore, a, toAfter);
    }

    /// The places of lines that both ranges have exactly once, in the order of the first.
    private List<int[]> uniqueInBoth(int fromBefore, int toBefore, int fromAfter, int toAfter) {
        Map<String, Integer> places = unique(after, fromAfter, toAfter);
        Map<String, Integer> own = unique(before, fromBefore, toBefore);
        var both = new ArrayList<int[]>();
        for (int i = fromBefore; i < toBefore; i++) {
            String text = before.get(i);
            int place = places.getOrDefault(text, -1);
            if (place >= 0 && own.get(text) >= 0) {
                both.add(new int[] {i, place});
            }
        }
        return both;
    }

    /// Where each line is, or -1 if it is there more than once.
    private static Map<String, Integer> unique(List<String> texts, int from, int to) {
        var places = new HashMap<String, Integer>();
        for (int i = from; i < to; i++) {
            places.merge(texts.get(i), i, (_, _) -> -1);
        }
        return places;
    }

    /// A longest run of pairs whose second places increase.
    private static List<int[]> increasing(List<int[]> pairs) {
        int[] previous = new int[pairs.size()];
        var ends = new ArrayList<Integer>();
        for (int i = 0; i < pairs.size(); i++) {
            int low = 0;
            int high = ends.size();
            while (low < high) {
                int middle = (low + high) / 2;
                if (pairs.get(ends.get(middle))[1] < pairs.get(i)[1]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            previous[i] = low == 0 ? -1 : ends.get(low - 1);
            if (low == ends.size()) {
                ends.add(i);
            } else {
                ends.set(low, i);
            }
        }
        var run = new ArrayList<int[]>();
        for (int i = ends.isEmpty() ? -1 : ends.getLast(); i >= 0; i = previous[i]) {
            run.addFirst(pairs.get(i));
        }
        return run;
    }

    private String print(String name) {
        var out = new StringBuilder("--- %s\n+++ %s\n".formatted(name, name));
        int index = 0;
        int lineBefore = 1;
        int lineAfter = 1;
        while (index < lines.size()) {
            int change = nextChange(index);
            if (change == lines.size()) {
                break;
            }
            int start = Math.max(index, change - CONTEXT);
            lineBefore += start - index;
            lineAfter += start - index;
            int end = endOfHunk(change);
            int countBefore = count(start, end, Sign.ADDED);
            int countAfter = count(start, end, Sign.REMOVED);
            out.append(
                    "@@ -%s +%s @@\n"
                            .formatted(
                                    range(lineBefore, countBefore), range(lineAfter, countAfter)));
            lines.subList(start, end).forEach(line -> append(line, out));
            lineBefore += countBefore;
            lineAfter += countAfter;
            index = end;
        }
        return out.toString();
    }

    private static String range(int first, int count) {
        return count == 0 ? (first - 1) + ",0" : count == 1 ? "" + first : first + "," + count;
    }

    private static void append(Line line, StringBuilder out) {
        out.append(line.sign.mark).append(line.text);
        if (!line.text.endsWith("\n")) {
            out.append("\n\\ No newline at end of file\n");
        }
    }

    private int nextChange(int from) {
        int next = from;
        while (next < lines.size() && lines.get(next).sign == Sign.SAME) {
            next++;
        }
        return next;
    }

    /// Changes with few equal lines between them belong together.
    private int endOfHunk(int change) {
        int last = change;
        int next = change;
        while (next < lines.size() && next - last <= 2 * CONTEXT) {
            last = next;
            next = nextChange(next + 1);
        }
        return Math.min(last + 1 + CONTEXT, lines.size());
    }

    /// How many lines of a hunk do not have a sign.
    private int count(int from, int to, Sign sign) {
        return (int) lines.subList(from, to).stream().filter(line -> line.sign != sign).count();
    }
}
