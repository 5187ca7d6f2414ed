package coex.lsp.answer;

import coex.language.problem.Report;
import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Fixes that put other words in the place of one, as the hint of its problem says.
final class WordFixes {

    /// Hints that name what should stand in the place of what is wrong.
    private static final List<Pattern> REPLACEMENTS =
            List.of(
                    Pattern.compile("did you mean `([^`]+)`\\?"),
                    Pattern.compile("write the variant with its type: `([^`]+)`\\."),
                    Pattern.compile("say which: `([^`(]+)\\(\\.\\.\\.\\)`\\."));

    /// The same for what is no name: an operator, or a word of another language.
    private static final Pattern INSTEAD =
            Pattern.compile("write `(and|or|not|==|while true|match)`(?: to \\w+)?\\.");

    private static final Pattern METHOD = Pattern.compile("`\\.([\\w.()]+)\\(\\.\\.\\.\\)`\\.");
    private static final Pattern CHOICE = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("\\w+");

    private static final String ELSE_IF = "else if";

    private WordFixes() {}

    static Stream<Fix> of(Report report) {
        String hint = report.hint().orElse("");
        return Stream.concat(
                Stream.of(
                                replacement(report, hint),
                                instead(report, hint),
                                method(report, hint),
                                functionWord(report, hint),
                                withoutVar(report, hint),
                                withoutLet(report, hint),
                                withConst(report),
                                elseIf(report, hint))
                        .flatMap(Optional::stream),
                choices(report));
    }

    private static Optional<Fix> replacement(Report report, String hint) {
        if (!isWord(report.place())) {
            return Optional.empty();
        }
        return REPLACEMENTS.stream()
                .map(pattern -> pattern.matcher(hint))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .map(text -> Fix.changeTo(report.place(), text));
    }

    private static boolean isWord(Span place) {
        return WORD.matcher(place.text()).matches();
    }

    private static Optional<Fix> instead(Report report, String hint) {
        Matcher found = INSTEAD.matcher(hint);
        if (!found.matches()) {
            return Optional.empty();
        }
        String text = found.group(1);
        return Optional.of(
                Fix.of(
                        "Change to `%s`".formatted(text),
                        report.place(),
                        WORD.matcher(text).matches() ? apart(report.place(), text) : text));
    }

    /// A word where an operator was, which may have touched its operands.
    private static String apart(Span place, String word) {
        String text = place.file().text();
        boolean touchesBefore = place.start() > 0 && isPartOfOperand(text, place.start() - 1);
        boolean touchesAfter = place.end() < text.length() && isPartOfOperand(text, place.end());
        return (touchesBefore ? " " : "") + word + (touchesAfter ? " " : "");
    }

    private static boolean isPartOfOperand(String text, int offset) {
        char c = text.charAt(offset);
        return Character.isLetterOrDigit(c) || "_\"')]}".indexOf(c) >= 0;
    }

    /// A method with another name, or one that is not called.
    private static Optional<Fix> method(Report report, String hint) {
        Matcher found = METHOD.matcher(hint);
        Span place = report.place();
        if (!found.find() || !isWord(place)) {
            return Optional.empty();
        }
        boolean isCalled = place.file().text().startsWith("(", place.end());
        return Optional.of(Fix.changeTo(place, found.group(1) + (isCalled ? "" : "()")));
    }

    /// `def` and its like.
    private static Optional<Fix> functionWord(Report report, String hint) {
        return hint.startsWith("functions begin with `func`") && isWord(report.place())
                ? Optional.of(Fix.changeTo(report.place(), "func"))
                : Optional.empty();
    }

    private static Optional<Fix> withoutVar(Report report, String hint) {
        boolean isVar =
                report.place().text().equals("var") && hint.contains("declared without `var`");
        return isVar
                ? Optional.of(without(report.place().file(), report.place().start(), "var"))
                : Optional.empty();
    }

    /// `let` stands just before what was not expected.
    private static Optional<Fix> withoutLet(Report report, String hint) {
        return hint.startsWith("a variable is declared by assigning it")
                ? wordBefore(report.place(), "let|val|auto")
                        .map(word -> without(report.place().file(), word.start(), word.text()))
                : Optional.empty();
    }

    private static Fix without(SourceFile file, int start, String word) {
        int end = start + word.length();
        while (end < file.text().length() && file.text().charAt(end) == ' ') {
            end++;
        }
        return Fix.of("Leave `%s` out".formatted(word), file.span(start, end), "");
    }

    /// A binding of a formula that is not const.
    private static Optional<Fix> withConst(Report report) {
        boolean isNeeded = report.message().contains("requires const") && isWord(report.place());
        Span before = report.place().file().span(report.place().start(), report.place().start());
        return isNeeded ? Optional.of(Fix.of("Add `const`", before, "const ")) : Optional.empty();
    }

    /// `elif` and its like stand just before what was not expected.
    private static Optional<Fix> elseIf(Report report, String hint) {
        return hint.equals("write `else if`.")
                ? wordBefore(report.place(), "elif|elsif|elseif")
                        .map(word -> Fix.changeTo(word, ELSE_IF))
                : Optional.empty();
    }

    private static Optional<Span> wordBefore(Span place, String words) {
        SourceFile file = place.file();
        int lineStart = file.startOfLine(place.line());
        Matcher word =
                Pattern.compile("\\b(" + words + ")\\s*$")
                        .matcher(file.text().substring(lineStart, place.start()));
        return word.find()
                ? Optional.of(file.span(lineStart + word.start(1), lineStart + word.end(1)))
                : Optional.empty();
    }

    /// A type that several modules declare.
    private static Stream<Fix> choices(Report report) {
        return report.code().equals("N012")
                ? CHOICE.matcher(report.message())
                        .results()
                        .map(choice -> Fix.changeTo(report.place(), choice.group(1)))
                : Stream.empty();
    }
}
