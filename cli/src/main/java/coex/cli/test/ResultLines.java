package coex.cli.test;

import coex.runtime.error.VisibleText;

import java.io.PrintWriter;
import java.util.List;

/// Prints results: a line for each test, and what is wrong with those that failed below theirs.
record ResultLines(PrintWriter out) implements TestSuite.Listener {

    private static final String INDENT = "      ";

    private static final int MOST_LINES_OF_OUTPUT = 50;

    @Override
    public void ended(TestResult result) {
        out.println(
                "%s  %s  %s  (%d ms)"
                        .formatted(
                                result.passed() ? "ok  " : "FAIL",
                                VisibleText.line(result.test().file()),
                                result.test().name(),
                                result.took().toMillis()));
        if (!result.passed()) {
            result.detail().lines().forEach(line -> out.println(INDENT + line));
            List<String> written = result.output().lines().toList();
            if (!written.isEmpty()) {
                out.println(INDENT + "it wrote:");
                int skipped = Math.max(0, written.size() - MOST_LINES_OF_OUTPUT);
                if (skipped > 0) {
                    out.println(INDENT + "  ... %d lines before".formatted(skipped));
                }
                written.stream().skip(skipped).forEach(line -> out.println(INDENT + "  " + line));
            }
        }
        out.flush();
    }

    @Override
    public void allEnded(List<TestResult> results, List<String> broken) {
        long failed = results.stream().filter(result -> !result.passed()).count();
        String files =
                broken.isEmpty()
                        ? ""
                        : broken.size() == 1
                                ? ", 1 file with mistakes"
                                : ", %d files with mistakes".formatted(broken.size());
        out.println(
                "%d %s, %d failed%s"
                        .formatted(
                                results.size(),
                                results.size() == 1 ? "test" : "tests",
                                failed,
                                files));
        out.flush();
    }
}
