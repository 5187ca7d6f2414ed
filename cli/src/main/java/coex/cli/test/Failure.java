package coex.cli.test;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Lexer;
import coex.language.syntax.Token;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A runtime error that ended a test, as the runtime reports it on standard error.
///
/// @param before what the test wrote there itself
/// @param message may have several lines
/// @param frames the functions that were running, the innermost first
record Failure(String before, String message, List<Frame> frames) {

    record Frame(String function, String file, int line) {}

    private static final String HEAD = "Runtime error: ";
    private static final Pattern FRAME = Pattern.compile("    at (.*) \\((.*):(\\d+)\\)");

    /// The module whose functions fail on behalf of those that call them.
    private static final String ASSERTIONS = "testing.coex";

    private static final int MOST_LINES = 8;

    /// The report at the end of what was written to standard error, if there is one.
    static Optional<Failure> in(String err) {
        int head = err.lastIndexOf("\n" + HEAD) + 1;
        if (head == 0 && !err.startsWith(HEAD)) {
            return Optional.empty();
        }
        var message = new StringBuilder();
        var frames = new ArrayList<Frame>();
        for (String line : err.substring(head + HEAD.length()).lines().toList()) {
            Matcher frame = FRAME.matcher(line);
            if (frame.matches()) {
                int number = Integer.parseInt(frame.group(3));
                frames.add(new Frame(frame.group(1), frame.group(2), number));
            } else if (frames.isEmpty()) {
                message.append(message.isEmpty() ? "" : "\n").append(line);
            }
        }
        return Optional.of(new Failure(err.substring(0, head), message.toString(), frames));
    }

    /// Where it happened, with the text that stands there, and what happened.
    String shown(List<SourceFile> sources) {
        boolean isAssertion = !frames.isEmpty() && frames.getFirst().file().equals(ASSERTIONS);
        Optional<Frame> place =
                frames.stream().filter(frame -> !frame.file().equals(ASSERTIONS)).findFirst();
        String what = isAssertion ? message : HEAD + message;
        if (place.isEmpty()) {
            return what;
        }
        var shown = new StringBuilder();
        Frame at = place.get();
        Optional<SourceFile> source = source(at, sources);
        shown.append(source.map(SourceFile::name).orElse(at.file())).append(':').append(at.line());
        source.ifPresent(file -> shown.append(": ").append(textAt(file, at.line())));
        shown.append('\n').append(what);
        frames.stream()
                .dropWhile(frame -> !frame.equals(at))
                .skip(1)
                .forEach(
                        frame ->
                                shown.append(
                                        "\n    called by %s (%s:%d)"
                                                .formatted(
                                                        frame.function(),
                                                        frame.file(),
                                                        frame.line())));
        return shown.toString();
    }

    /// Frames have the names of files without their folders.
    private static Optional<SourceFile> source(Frame frame, List<SourceFile> sources) {
        return sources.stream()
                .filter(
                        source ->
                                source.name().equals(frame.file())
                                        || source.name().endsWith("/" + frame.file()))
                .filter(source -> frame.line() <= source.lineCount())
                .findFirst();
    }

    /// What stands on a line, with the lines before and after it on which brackets are open.
    private static String textAt(SourceFile source, int line) {
        int depth = 0;
        int first = line;
        int last = line;
        int current = 0;
        for (Token token : Lexer.read(source, new Problems()).tokens()) {
            int at = token.span().line();
            boolean beginsLine = at > current;
            current = Math.max(at, current);
            if (beginsLine && depth <= 0) {
                if (at > line) {
                    break;
                }
                first = at;
            }
            last = Math.max(last, at);
            switch (token.span().text()) {
                case "(", "[", "{" -> depth++;
                case ")", "]", "}" -> depth--;
                default -> {}
            }
        }
        if (first > line || last - first >= MOST_LINES) {
            return source.line(line).strip();
        }
        var text = new StringBuilder(source.line(first).strip());
        for (int next = first + 1; next <= last; next++) {
            text.append("\n    ").append(source.line(next).strip());
        }
        return text.toString();
    }
}
