import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks that doc comments are at most 100 columns wide, or wraps those that are wider.
///
/// [JavaFormat] runs it, since the formatter leaves doc comments alone. Only a paragraph, list item
/// or tag with a line that is too wide is wrapped anew. Tables, drawings and code stay as they are;
/// rows of tables and words without a space may be wider.
final class DocCommentWidth {
    static final int WIDEST = 100;

    private static final Pattern DOC_LINE = Pattern.compile("^(\\s*)///(.*)$");
    private static final Pattern FENCE = Pattern.compile("^\\s*(```|~~~).*");
    private static final Pattern TAG = Pattern.compile("^ (@\\w+ .*)$");
    private static final Pattern ITEM = Pattern.compile("^ (\\s*(?:[-*]|\\d+\\.) +)(.*)$");
    private static final Pattern UNTOUCHED = Pattern.compile("^\\s*[|#>].*");

    /// A run of characters without a space; spaces inside a code span count as such characters.
    private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|\\S)+");

    /// What would begin something else at the start of a line.
    private static final Pattern BEGINS_ANOTHER = Pattern.compile("[-*+]|\\d+\\.|[|#>@].*");

    private static final String TEXT_BLOCK = "\"\"\"";

    private DocCommentWidth() {}

    static void main(String[] args) throws IOException {
        String task = args.length == 2 ? args[0] : "";
        switch (task) {
            case "check" -> System.exit(check(Path.of(args[1])));
            case "fix" -> fix(Path.of(args[1]));
            default -> {
                System.err.println("Usage: java build/DocCommentWidth.java check|fix REPOSITORY");
                System.exit(2);
            }
        }
    }

    /// Names every line that is too wide. Returns 1 if there is one.
    static int check(Path repository) throws IOException {
        int status = 0;
        for (Path file : RepositoryFiles.endingIn(".java", repository)) {
            List<String> lines = Files.readAllLines(repository.resolve(file));
            for (int number : tooWide(lines)) {
                System.err.println(
                        "doc comment wider than %d columns: %s:%d"
                                .formatted(WIDEST, file, number + 1));
                status = 1;
            }
        }
        if (status != 0) {
            System.err.println("To wrap paragraphs: mvn -N -Pformat; code and drawings by hand");
        }
        return status;
    }

    static void fix(Path repository) throws IOException {
        for (Path file : RepositoryFiles.endingIn(".java", repository)) {
            Path path = repository.resolve(file);
            List<String> lines = Files.readAllLines(path);
            if (!tooWide(lines).isEmpty()) {
                Files.writeString(path, String.join("\n", wrapped(lines)) + "\n");
            }
        }
    }

    private static List<Integer> tooWide(List<String> lines) {
        List<Integer> found = new ArrayList<>();
        boolean inText = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher doc = DOC_LINE.matcher(line);
            if (!inText && doc.matches()) {
                if (isTooWide(line) && mayBeShorter(doc.group(2))) {
                    found.add(i);
                }
            } else {
                inText ^= opensOrEndsText(line);
            }
        }
        return found;
    }

    private static boolean isTooWide(String line) {
        return line.codePointCount(0, line.length()) > WIDEST;
    }

    private static boolean mayBeShorter(String content) {
        return !content.startsWith(" |") && WORD.matcher(content).results().count() > 1;
    }

    private static boolean opensOrEndsText(String line) {
        return (line.length() - line.replace(TEXT_BLOCK, "").length()) / TEXT_BLOCK.length() % 2
                == 1;
    }

    private static List<String> wrapped(List<String> lines) {
        List<String> result = new ArrayList<>();
        boolean inText = false;
        for (int i = 0; i < lines.size(); ) {
            if (inText || !DOC_LINE.matcher(lines.get(i)).matches()) {
                inText ^= opensOrEndsText(lines.get(i));
                result.add(lines.get(i++));
                continue;
            }
            int end = i;
            while (end < lines.size() && DOC_LINE.matcher(lines.get(end)).matches()) {
                end++;
            }
            new Comment(result).wrap(lines.subList(i, end));
            i = end;
        }
        return result;
    }

    /// One comment on its way from one list of lines to another.
    private static final class Comment {
        private final List<String> result;

        /// The lines of the paragraph, item or tag that was begun.
        private final List<String> open = new ArrayList<>();

        /// What the first and the other lines of it begin with.
        private String first;

        private String others;

        Comment(List<String> result) {
            this.result = result;
        }

        void wrap(List<String> lines) {
            boolean inFence = false;
            for (String line : lines) {
                Matcher doc = DOC_LINE.matcher(line);
                if (!doc.matches()) {
                    throw new IllegalArgumentException(line);
                }
                String indent = doc.group(1) + "///";
                String content = doc.group(2);
                boolean isFence = FENCE.matcher(content).matches();
                inFence ^= isFence;
                if (inFence || isFence || stands(content)) {
                    end();
                    result.add(line);
                } else {
                    add(indent, content, line);
                }
            }
            end();
        }

        /// Whether a line is no part of a text that can be wrapped.
        private boolean stands(String content) {
            boolean isCode = open.isEmpty() && content.startsWith("     ");
            return content.isBlank()
                    || isCode && !ITEM.matcher(content).matches()
                    || UNTOUCHED.matcher(content).matches();
        }

        private void add(String indent, String content, String line) {
            Matcher item = ITEM.matcher(content);
            if (TAG.matcher(content).matches()) {
                begin(indent + " ", indent + "     ");
            } else if (item.matches()) {
                String marker = item.group(1);
                begin(indent + " " + marker, indent + " " + " ".repeat(marker.length()));
            } else if (open.isEmpty()) {
                String lead =
                        content.substring(0, content.length() - content.stripLeading().length());
                begin(indent + lead, indent + lead);
            }
            open.add(line);
        }

        private void begin(String firstStart, String otherStart) {
            end();
            first = firstStart;
            others = otherStart;
        }

        private void end() {
            boolean keepsBreaks = open.stream().anyMatch(line -> line.endsWith("  "));
            if (keepsBreaks || open.stream().noneMatch(DocCommentWidth::isTooWide)) {
                result.addAll(open);
            } else {
                result.addAll(fill(words()));
            }
            open.clear();
        }

        private List<String> words() {
            var text = new StringBuilder(open.getFirst().substring(first.length()));
            for (String line : open.subList(1, open.size())) {
                text.append(' ').append(line.strip().substring(3).strip());
            }
            return WORD.matcher(text).results().map(word -> word.group()).toList();
        }

        private List<String> fill(List<String> words) {
            List<String> lines = new ArrayList<>();
            List<String> line = new ArrayList<>();
            for (String word : words) {
                String start = lines.isEmpty() ? first : others;
                line.add(word);
                if (line.size() > 1 && isTooWide(start + String.join(" ", line))) {
                    int end = line.size() - 1;
                    while (end > 1 && BEGINS_ANOTHER.matcher(line.get(end)).matches()) {
                        end--;
                    }
                    lines.add(start + String.join(" ", line.subList(0, end)));
                    line = new ArrayList<>(line.subList(end, line.size()));
                }
            }
            lines.add((lines.isEmpty() ? first : others) + String.join(" ", line));
            return lines;
        }
    }
}
