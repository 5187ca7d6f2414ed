package coex.lsp.answer;

import coex.language.problem.Report;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Stmt;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Place;
import coex.lsp.analysis.Use;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Fixes of what is allowed and probably not meant: leave it out, or say that it is meant.
final class AdviceFixes {

    private AdviceFixes() {}

    static Stream<Fix> of(Report report, Analysis analysis) {
        Span place = report.place();
        return switch (report.code()) {
            case "W002" -> Stream.concat(meant(place, analysis), leftOut(place, analysis));
            case "W003" -> line("Leave the import out", place).stream();
            case "W007" ->
                    Stream.of(
                            Fix.of(
                                    "Say that nobody needs it",
                                    place.file().span(place.start(), place.start()),
                                    "_unused = "));
            default -> Stream.empty();
        };
    }

    /// A name that says so, wherever the variable is written.
    private static Stream<Fix> meant(Span place, Analysis analysis) {
        String name = "_" + place.text();
        List<Fix.Change> changes =
                places(place, analysis).stream().map(each -> new Fix.Change(each, name)).toList();
        return Stream.of(new Fix("Call it `%s`".formatted(name), changes));
    }

    private static List<Span> places(Span place, Analysis analysis) {
        List<Span> known =
                analysis
                        .names()
                        .at(place.file(), place.start())
                        .flatMap(use -> use.meaning().declaration())
                        .map(Place::of)
                        .map(declaration -> analysis.names().usesOf(declaration))
                        .orElse(List.of())
                        .stream()
                        .map(Use::place)
                        .toList();
        return known.contains(place) ? known : List.of(place);
    }

    /// Only a value that is written there has no effect.
    private static Stream<Fix> leftOut(Span place, Analysis analysis) {
        boolean isOnlyWrite = places(place, analysis).size() == 1;
        return isOnlyWrite
                ? TreeSearch.first(
                        analysis.tree().declarations(),
                        Stmt.Binding.class,
                        binding -> binding.name().span().equals(place))
                        .filter(binding -> isWritten(binding.value()))
                        .flatMap(binding -> line("Leave it out", binding.span()))
                        .stream()
                : Stream.empty();
    }

    private static boolean isWritten(Expr value) {
        return switch (value) {
            case Expr.IntLiteral _,
                    Expr.FloatLiteral _,
                    Expr.StringLiteral _,
                    Expr.BoolLiteral _,
                    Expr.NilLiteral _,
                    Expr.Name _ ->
                    true;
            default -> false;
        };
    }

    /// Takes a line out, if there is nothing else on it.
    private static Optional<Fix> line(String title, Span place) {
        SourceFile file = place.file();
        String text = file.text();
        int start = file.startOfLine(place.line());
        int end = text.indexOf('\n', place.end());
        end = end < 0 ? text.length() : end + 1;
        boolean isAlone =
                text.substring(start, place.start()).isBlank()
                        && text.substring(place.end(), end).isBlank()
                        && place.text().indexOf('\n') < 0;
        return isAlone ? Optional.of(Fix.of(title, file.span(start, end), "")) : Optional.empty();
    }
}
