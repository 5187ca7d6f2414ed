package coex.lsp.answer;

import coex.language.problem.Report;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.lsp.analysis.Analysis;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What hints of problems suggest, as changes of the text that an editor can make.
public final class QuickFixes {

    /// Hints that name what should stand in the place of what is wrong.
    private static final List<Pattern> REPLACEMENTS =
            List.of(
                    Pattern.compile("did you mean `([^`]+)`\\?"),
                    Pattern.compile("write the variant with its type: `([^`]+)`\\."),
                    Pattern.compile("say which: `([^`(]+)\\(\\.\\.\\.\\)`\\."));

    private static final Pattern IMPORT = Pattern.compile("add `(import \\w+)` at the top\\.");
    private static final Pattern WORD = Pattern.compile("\\w+");

    private QuickFixes() {}

    /// The fixes of problems that touch a piece of the text.
    public static List<CodeAction> in(String uri, Analysis analysis, Span selected) {
        var actions = new ArrayList<CodeAction>();
        List<Diagnostic> diagnostics = Diagnostics.of(analysis);
        Diagnostics.reports(analysis)
                .forEach(
                        (place, report) -> {
                            boolean touches =
                                    place.start() <= selected.end()
                                            && selected.start() <= place.end();
                            if (touches) {
                                fix(report)
                                        .map(fix -> action(uri, fix, report, diagnostics))
                                        .ifPresent(actions::add);
                            }
                        });
        return actions;
    }

    /// A change that makes one problem go away.
    private record Fix(String title, Span place, String text) {}

    private static Optional<Fix> fix(Report report) {
        String hint = report.hint().orElse("");
        return replacement(report, hint)
                .or(() -> missingImport(report, hint))
                .or(() -> withoutVar(report, hint))
                .or(() -> withConst(report))
                .or(() -> elseIf(report, hint));
    }

    private static Optional<Fix> replacement(Report report, String hint) {
        if (!WORD.matcher(report.place().text()).matches()) {
            return Optional.empty();
        }
        return REPLACEMENTS.stream()
                .map(pattern -> pattern.matcher(hint))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .map(text -> new Fix("Change to `%s`".formatted(text), report.place(), text));
    }

    private static Optional<Fix> missingImport(Report report, String hint) {
        Matcher found = IMPORT.matcher(hint);
        return found.matches()
                ? Optional.of(
                        new Fix(
                                "Add `%s`".formatted(found.group(1)),
                                report.place().file().span(0, 0),
                                found.group(1) + "\n"))
                : Optional.empty();
    }

    private static Optional<Fix> withoutVar(Report report, String hint) {
        boolean isVar =
                report.place().text().equals("var") && hint.contains("declared without `var`");
        if (!isVar) {
            return Optional.empty();
        }
        SourceFile file = report.place().file();
        int end = report.place().end();
        while (end < file.text().length() && file.text().charAt(end) == ' ') {
            end++;
        }
        return Optional.of(new Fix("Leave `var` out", file.span(report.place().start(), end), ""));
    }

    /// A binding of a formula that is not const.
    private static Optional<Fix> withConst(Report report) {
        boolean isNeeded =
                report.message().contains("requires const")
                        && WORD.matcher(report.place().text()).matches();
        Span before = report.place().file().span(report.place().start(), report.place().start());
        return isNeeded ? Optional.of(new Fix("Add `const`", before, "const ")) : Optional.empty();
    }

    /// `elif` and its like stand just before what was not expected.
    private static Optional<Fix> elseIf(Report report, String hint) {
        if (!hint.equals("write `else if`.")) {
            return Optional.empty();
        }
        SourceFile file = report.place().file();
        int lineStart = file.startOfLine(report.place().line());
        Matcher word =
                Pattern.compile("\\b(elif|elsif|elseif)\\s*$")
                        .matcher(file.text().substring(lineStart, report.place().start()));
        return word.find()
                ? Optional.of(
                        new Fix(
                                "Change to `else if`",
                                file.span(lineStart + word.start(1), lineStart + word.end(1)),
                                "else if"))
                : Optional.empty();
    }

    private static CodeAction action(
            String uri, Fix fix, Report report, List<Diagnostic> diagnostics) {
        var action = new CodeAction(fix.title());
        action.setKind(CodeActionKind.QuickFix);
        action.setEdit(
                new WorkspaceEdit(
                        Map.of(
                                uri,
                                List.of(new TextEdit(Positions.range(fix.place()), fix.text())))));
        action.setDiagnostics(
                diagnostics.stream()
                        .filter(each -> each.getRange().equals(Positions.range(report.place())))
                        .toList());
        return action;
    }
}
