package coex.cli.test;

import coex.runtime.error.VisibleText;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Line coverage as a table.
final class CoverageText {

    private CoverageText() {}

    static List<String> of(List<LineCoverage.Covered> files) {
        var rows = new ArrayList<String>();
        int width = files.stream().mapToInt(file -> nameOf(file).length()).max().orElse(0);
        String layout = "%-" + Math.max(5, width) + "s  %9s  %6s  %s";
        int count = 0;
        int run = 0;
        rows.add(layout.formatted("lines", "run", "%", "not run").stripTrailing());
        for (LineCoverage.Covered file : files) {
            count += file.count();
            run += file.run();
            rows.add(row(layout, nameOf(file), file.run(), file.count(), missing(file)));
        }
        if (files.size() > 1) {
            rows.add(row(layout, "all", run, count, ""));
        }
        return rows;
    }

    private static String nameOf(LineCoverage.Covered file) {
        return VisibleText.line(file.source().name());
    }

    private static String row(String layout, String name, int run, int count, String missing) {
        return layout.formatted(name, run + "/" + count, percent(run, count), missing)
                .stripTrailing();
    }

    static String percent(int run, int count) {
        return count == 0 ? "-" : String.format(Locale.ROOT, "%.1f", 100.0 * run / count);
    }

    /// Lines that were not run: `7, 12-15`. Lines in between on which there is nothing to run do
    /// not separate them.
    private static String missing(LineCoverage.Covered file) {
        var ranges = new ArrayList<int[]>();
        boolean goesOn = false;
        for (Map.Entry<Integer, Boolean> line : file.lines().entrySet()) {
            if (line.getValue()) {
                goesOn = false;
            } else if (goesOn) {
                ranges.getLast()[1] = line.getKey();
            } else {
                ranges.add(new int[] {line.getKey(), line.getKey()});
                goesOn = true;
            }
        }
        return ranges.stream()
                .map(range -> range[0] == range[1] ? "" + range[0] : range[0] + "-" + range[1])
                .collect(Collectors.joining(", "));
    }
}
