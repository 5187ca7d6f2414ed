package coex.lsp.answer;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleSymbol;
import coex.lsp.analysis.Analysis;
import coex.lsp.text.Positions;
import coex.lsp.text.Uris;

import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DiagnosticTag;
import org.eclipse.lsp4j.Location;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The problems of a document. What is wrong in files that it imports is said at the import: each
/// of those has problems of its own when it is opened.
public final class Diagnostics {

    private static final String SOURCE = "coex";

    /// Advice that something could be left out, which editors fade: a name, an import, what is
    /// never reached.
    private static final Set<String> UNNECESSARY = Set.of("W002", "W003", "W004");

    private Diagnostics() {}

    public static List<Diagnostic> of(Analysis analysis) {
        var diagnostics = new ArrayList<Diagnostic>();
        var elsewhere = new LinkedHashMap<SourceFile, List<Report>>();
        for (Problem problem : analysis.mistakes()) {
            Report report = problem.report();
            if (report.place().file() == analysis.file()) {
                diagnostics.add(diagnostic(report, DiagnosticSeverity.Error));
            } else {
                elsewhere
                        .computeIfAbsent(report.place().file(), _ -> new ArrayList<>())
                        .add(report);
            }
        }
        for (Problem problem : analysis.warnings()) {
            if (problem.report().place().file() == analysis.file()) {
                diagnostics.add(diagnostic(problem.report(), DiagnosticSeverity.Warning));
            }
        }
        elsewhere.forEach(
                (file, reports) ->
                        importing(analysis, file)
                                .ifPresent(
                                        place -> diagnostics.add(ofImport(place, file, reports))));
        return diagnostics;
    }

    private static Diagnostic diagnostic(Report report, DiagnosticSeverity severity) {
        String hint = report.hint().map(text -> "\nHint: " + text).orElse("");
        var diagnostic =
                new Diagnostic(
                        Positions.range(report.place()), report.message() + hint, severity, SOURCE);
        diagnostic.setCode(report.code());
        if (UNNECESSARY.contains(report.code())) {
            diagnostic.setTags(List.of(DiagnosticTag.Unnecessary));
        }
        var related = new ArrayList<DiagnosticRelatedInformation>();
        for (Report.Note note : report.notes()) {
            related(note.place(), note.label()).ifPresent(related::add);
        }
        if (!related.isEmpty()) {
            diagnostic.setRelatedInformation(related);
        }
        return diagnostic;
    }

    private static Optional<DiagnosticRelatedInformation> related(Span place, String label) {
        return Uris.uriOf(place.file().name())
                .map(
                        uri ->
                                new DiagnosticRelatedInformation(
                                        new Location(uri, Positions.range(place)), label));
    }

    /// The import that leads to a file, at once or through others.
    private static Optional<Span> importing(Analysis analysis, SourceFile file) {
        for (SourceTree.Import written : analysis.tree().imports()) {
            String name = written.target().replaceFirst("^.*/", "").replaceFirst("\\.cxz$", "");
            ModuleSymbol imported = analysis.module().imports().get(name);
            if (imported != null && leadsTo(imported, file, new ArrayList<>())) {
                return Optional.of(written.span());
            }
        }
        return Optional.empty();
    }

    private static boolean leadsTo(ModuleSymbol module, SourceFile file, List<ModuleSymbol> seen) {
        if (seen.contains(module)) {
            return false;
        }
        seen.add(module);
        return module.trees().stream().anyMatch(tree -> tree.file() == file)
                || module.imports().values().stream().anyMatch(next -> leadsTo(next, file, seen));
    }

    private static Diagnostic ofImport(Span place, SourceFile file, List<Report> reports) {
        Report first = reports.getFirst();
        String message =
                "%s has %s: %s"
                        .formatted(
                                file.name(),
                                reports.size() == 1 ? "a problem" : reports.size() + " problems",
                                first.message());
        var diagnostic =
                new Diagnostic(Positions.range(place), message, DiagnosticSeverity.Error, SOURCE);
        diagnostic.setCode(first.code());
        related(first.place(), first.title())
                .ifPresent(info -> diagnostic.setRelatedInformation(List.of(info)));
        return diagnostic;
    }

    /// What was said of each place, for those who repair it.
    static Map<Span, Report> reports(Analysis analysis) {
        var reports = new LinkedHashMap<Span, Report>();
        var all = new ArrayList<>(analysis.mistakes());
        all.addAll(analysis.warnings());
        for (Problem problem : all) {
            if (problem.report().place().file() == analysis.file()) {
                reports.putIfAbsent(problem.report().place(), problem.report());
            }
        }
        return reports;
    }
}
