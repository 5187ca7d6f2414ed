package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a report line by line, and fails at the first line that is not as the format says.
final class LineReader {

    private static final Pattern CODE_UNIT = Pattern.compile("\\\\u([0-9a-f]{4})");

    private final List<String> lines;
    private int next;

    LineReader(String text) {
        assertThat(text).endsWith("\n");
        lines = text.lines().toList();
    }

    /// The next line, which must match.
    MatchResult expect(String pattern) {
        MatchResult found = nextIf(pattern);
        assertThat(found)
                .as("line %d: expected %s found %s", next + 1, pattern, peek())
                .isNotNull();
        return found;
    }

    long number(String pattern) {
        return Long.parseLong(expect(pattern).group(1));
    }

    /// The next line if it matches, else null.
    MatchResult nextIf(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(peek());
        if (next < lines.size() && matcher.matches()) {
            next++;
            return matcher.toMatchResult();
        }
        return null;
    }

    private String peek() {
        return next < lines.size() ? lines.get(next) : "<the end>";
    }

    /// The number in `... N more`, 0 if there is no such line.
    long more(String indent, String what) {
        MatchResult found = nextIf(indent + "\\.\\.\\. (\\d+) more" + what);
        return found == null ? 0 : Long.parseLong(found.group(1));
    }

    void end() {
        assertThat(next).as("lines read; then follows: " + peek()).isEqualTo(lines.size());
    }

    /// Takes a name out of its quotes, if it has any.
    static String unquoted(String name) {
        if (!name.startsWith("\"")) {
            return name;
        }
        assertThat(name).endsWith("\"");
        return unescaped(name.substring(1, name.length() - 1));
    }

    static String unescaped(String text) {
        String characters =
                CODE_UNIT
                        .matcher(text.replace("\\\\", "\\u005c"))
                        .replaceAll(
                                unit -> {
                                    char value = (char) Integer.parseInt(unit.group(1), 16);
                                    return Matcher.quoteReplacement(
                                            value == '\\' ? "\\\\" : String.valueOf(value));
                                });
        return characters.translateEscapes();
    }
}
