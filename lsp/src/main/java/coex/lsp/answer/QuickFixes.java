package coex.lsp.answer;

import coex.language.problem.Report;
import coex.language.source.Span;
import coex.lsp.analysis.Analysis;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.WorkspaceEdit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What hints of problems suggest, as changes of the text that an editor can make.
public final class QuickFixes {

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
                                fixes(report, analysis)
                                        .map(fix -> action(uri, fix, report, diagnostics))
                                        .forEach(actions::add);
                            }
                        });
        return actions;
    }

    private static Stream<Fix> fixes(Report report, Analysis analysis) {
        return Stream.of(
                        WordFixes.of(report),
                        CallFixes.of(report, analysis),
                        AdviceFixes.of(report, analysis))
                .flatMap(each -> each);
    }

    private static CodeAction action(
            String uri, Fix fix, Report report, List<Diagnostic> diagnostics) {
        var action = new CodeAction(fix.title());
        action.setKind(CodeActionKind.QuickFix);
        action.setEdit(new WorkspaceEdit(Map.of(uri, fix.edits())));
        action.setDiagnostics(
                diagnostics.stream()
                        .filter(each -> each.getRange().equals(Positions.range(report.place())))
                        .toList());
        return action;
    }
}
