package coex.cli.doc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/// What the reference says about what is built in, in short: the first paragraph of an entry and
/// its first example, in Markdown. It is read when somebody asks for the first time. One thread at
/// a time.
public final class BuiltInTexts implements Function<String, String> {

    private static final String REFERENCE = "coex/cli/doc/pages/reference/";

    /// A page and an entry of it begin like this.
    private static final Pattern HEADING = Pattern.compile("#{1,3} .*");

    /// A link leads nowhere from an editor.
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

    private Map<String, String> texts;

    /// @param name as in `List.append`, `Channel<int>.send`, `print` or `posix`
    /// @return null if there is no entry
    @Override
    public String apply(String name) {
        if (texts == null) {
            texts = read();
        }
        return texts.get(name.replaceFirst("<.*>", "").toLowerCase(Locale.ROOT));
    }

    private static Map<String, String> read() {
        var texts = new HashMap<String, String>();
        try {
            ModuleTexts.in("coex.cli", REFERENCE).values().forEach(page -> addEntries(page, texts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    private static void addEntries(String page, Map<String, String> texts) {
        String[] lines = page.split("\n");
        boolean isCode = false;
        for (int i = 0; i < lines.length; i++) {
            isCode ^= lines[i].startsWith("```");
            if (!isCode && HEADING.matcher(lines[i]).matches()) {
                String name = lines[i].substring(lines[i].indexOf(' ') + 1);
                String text = textFrom(lines, i + 1);
                if (!text.isEmpty()) {
                    texts.putIfAbsent(name.toLowerCase(Locale.ROOT), text);
                }
            }
        }
    }

    /// Up to the first paragraph's end, and the first block of code before the next heading.
    private static String textFrom(String[] lines, int start) {
        var paragraph = new StringBuilder();
        var code = new StringBuilder();
        boolean isCode = false;
        boolean isParagraphOver = false;
        for (int i = start; i < lines.length; i++) {
            String line = lines[i];
            if (line.startsWith("```")) {
                code.append(line).append('\n');
                if (isCode) {
                    break;
                }
                isCode = true;
                isParagraphOver = true;
            } else if (isCode) {
                code.append(line).append('\n');
            } else if (HEADING.matcher(line).matches()) {
                break;
            } else if (line.isBlank()) {
                isParagraphOver = isParagraphOver || !paragraph.isEmpty();
            } else if (!isParagraphOver) {
                paragraph.append(line).append('\n');
            }
        }
        String said = LINK.matcher(paragraph).replaceAll("$1").strip();
        return code.isEmpty() ? said : said + "\n\n" + code.toString().strip();
    }
}
