package coex.cli.test;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Results as an XML file in the form of JUnit, which services for continuous integration read.
/// Each file is a suite.
final class JunitReport {

    private JunitReport() {}

    /// @param broken the files that could not be compiled
    static String of(List<TestResult> results, List<String> broken) {
        Map<String, List<TestResult>> byFile =
                results.stream()
                        .collect(
                                Collectors.groupingBy(
                                        result -> result.test().file(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(
                "<testsuites tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%s\">\n"
                        .formatted(
                                results.size() + broken.size(),
                                failures(results),
                                broken.size(),
                                seconds(results)));
        byFile.forEach((file, ofFile) -> addSuite(xml, file, ofFile));
        for (String file : broken) {
            xml.append(
                    """
                      <testsuite name="%1$s" tests="1" failures="0" errors="1">
                        <testcase classname="%1$s" name="compiles"><error message="it has mistakes"/></testcase>
                      </testsuite>
                    """
                            .formatted(escaped(file)));
        }
        return xml.append("</testsuites>\n").toString();
    }

    private static void addSuite(StringBuilder xml, String file, List<TestResult> results) {
        xml.append(
                "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" time=\"%s\">\n"
                        .formatted(
                                escaped(file),
                                results.size(),
                                failures(results),
                                seconds(results)));
        for (TestResult result : results) {
            xml.append(
                    "    <testcase classname=\"%s\" name=\"%s\" time=\"%s\">"
                            .formatted(
                                    escaped(file),
                                    escaped(result.test().name()),
                                    seconds(result.took())));
            if (!result.passed()) {
                String first = result.detail().lines().findFirst().orElse("");
                xml.append("<failure message=\"%s\">".formatted(escaped(first)));
                xml.append(escaped(result.detail())).append("</failure>");
            }
            if (!result.output().isEmpty()) {
                xml.append("<system-out>").append(escaped(result.output()));
                xml.append("</system-out>");
            }
            xml.append("</testcase>\n");
        }
        xml.append("  </testsuite>\n");
    }

    private static long failures(List<TestResult> results) {
        return results.stream().filter(result -> !result.passed()).count();
    }

    private static String seconds(List<TestResult> results) {
        return seconds(
                results.stream().map(TestResult::took).reduce(Duration.ZERO, Duration::plus));
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
    }

    /// Most control characters cannot be in XML at all.
    private static String escaped(String text) {
        var escaped = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '&' -> escaped.append("&amp;");
                                case '<' -> escaped.append("&lt;");
                                case '>' -> escaped.append("&gt;");
                                case '"' -> escaped.append("&quot;");
                                default -> {
                                    boolean isAllowed =
                                            c >= ' ' && c < 0xD800
                                                    || c >= 0xE000 && c < 0xFFFE
                                                    || c > 0xFFFF
                                                    || c == '\n'
                                                    || c == '\t';
                                    escaped.appendCodePoint(isAllowed ? c : '?');
                                }
                            }
                        });
        return escaped.toString();
    }
}
