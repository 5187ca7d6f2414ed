package coex.language.commentary;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A source taken apart: its text without notes, and the notes.
///
/// A note is a whole line: indentation, `#@`, a category in brackets, perhaps with an answer, and a
/// message. Any other line that begins with `#@` is an ordinary comment.
///
/// @param text the source without notes; its line ends are as they were
public record Commentary(String text, List<Note> notes) {

    private static final Pattern NOTE =
            Pattern.compile("([ \\t]*)#@[ \\t]*\\[(\\w+)(?::(\\w+))?\\](.*)");

    private static final Pattern LINE = Pattern.compile("[^\\r\\n]*(?:\\r\\n|\\r|\\n|\\z)");

    public static Commentary extract(String source) {
        var text = new StringBuilder();
        var notes = new ArrayList<Note>();
        int line = 1;
        for (String whole : lines(source)) {
            Optional<Note> note = parse(withoutEnd(whole), line);
            if (note.isPresent()) {
                notes.add(note.get());
            } else {
                text.append(whole);
                line++;
            }
        }
        return new Commentary(text.toString(), notes);
    }

    /// The source with `notes` in it, each on a line of its own before its line and indented like
    /// it.
    public static String write(String text, List<Note> notes) {
        var out = new StringBuilder();
        Map<Integer, List<Note>> byLine = notes.stream().collect(groupingBy(Note::line));
        String end = lineEnd(text);
        int line = 1;
        for (String whole : lines(text)) {
            for (Note note : byLine.getOrDefault(line, List.of())) {
                out.append(indentation(whole)).append(note.text()).append(end);
            }
            out.append(whole);
            line++;
        }
        return out.toString();
    }

    /// Notes by lines of the source with its notes, as notes by lines of [#text].
    public List<Note> inText(List<Note> found) {
        return found.stream().map(note -> note.at(lineInText(note.line()), note.column())).toList();
    }

    /// Note `i`, counted from 0, stood `i` lines below the line of the text that it precedes.
    private int lineInText(int line) {
        int above = 0;
        int rest = notes.size();
        while (above < rest) {
            int middle = (above + rest) >>> 1;
            if (notes.get(middle).line() + middle < line) {
                above = middle + 1;
            } else {
                rest = middle;
            }
        }
        return line - above;
    }

    private static Optional<Note> parse(String line, int number) {
        Matcher match = NOTE.matcher(line);
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            Category category = Category.valueOf(match.group(2));
            Response response =
                    match.group(3) == null
                            ? Response.NONE
                            : Response.valueOf(match.group(3).toUpperCase(Locale.ROOT));
            int column = match.group(1).length() + 1;
            return Optional.of(
                    new Note(category, match.group(4).strip(), response, number, column));
        } catch (IllegalArgumentException e) {
            // An unknown category or answer: an ordinary comment.
            return Optional.empty();
        }
    }

    /// The lines of a text with their ends; the last may have none.
    private static List<String> lines(String text) {
        var lines = new ArrayList<String>();
        Matcher match = LINE.matcher(text);
        while (match.find() && !match.group().isEmpty()) {
            lines.add(match.group());
        }
        return lines;
    }

    private static String withoutEnd(String line) {
        return line.replaceFirst("[\\r\\n]+\\z", "");
    }

    private static String indentation(String line) {
        return line.substring(0, line.length() - line.stripLeading().length())
                .replaceAll("[\\r\\n]", "");
    }

    /// How the lines of a text end: as the first one does.
    private static String lineEnd(String text) {
        Matcher end = Pattern.compile("\\r\\n|\\r|\\n").matcher(text);
        return end.find() ? end.group() : "\n";
    }
}
