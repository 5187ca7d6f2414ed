package coex.lsp.answer;

import coex.language.problem.Report;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.lsp.analysis.Analysis;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Fixes of calls that look for a function where it is not: in another module, among the methods
/// of a value, or the other way round.
final class CallFixes {

    private static final Pattern IMPORT = Pattern.compile("add `import (\\w+)` at the top\\.");
    private static final Pattern FUNCTION =
            Pattern.compile("`import (\\w+)` and call `([\\w.]+)\\(.*\\)`\\.");
    private static final Pattern CONVERSION =
            Pattern.compile("make it a string with `(String\\.from)\\(\\.\\.\\.\\)`\\.");
    private static final Pattern METHOD =
            Pattern.compile("(?s)it is a method: `.*\\.(\\w+)\\(\\.\\.\\.\\)`\\.");

    private static final String UNDECLARED = "N001";

    private CallFixes() {}

    static Stream<Fix> of(Report report, Analysis analysis) {
        String hint = report.hint().orElse("");
        Stream<Fix> byHint =
                Stream.of(
                                missingImport(hint, analysis),
                                asFunction(report, hint, analysis),
                                asMethod(report, hint, analysis))
                        .flatMap(Optional::stream);
        return report.code().equals(UNDECLARED)
                ? Stream.concat(byHint, ofOtherModules(report.place(), analysis))
                : byHint;
    }

    private static Optional<Fix> missingImport(String hint, Analysis analysis) {
        Matcher found = IMPORT.matcher(hint);
        return found.matches()
                ? Optional.of(Fix.addedImport(found.group(1), analysis))
                : Optional.empty();
    }

    /// `text.trim()`, which is `strings.trim(text)`.
    private static Optional<Fix> asFunction(Report report, String hint, Analysis analysis) {
        Matcher imported = FUNCTION.matcher(hint);
        if (imported.matches()) {
            return functionInstead(report.place(), imported.group(2), analysis)
                    .map(fix -> fix.importing(imported.group(1), analysis));
        }
        Matcher builtIn = CONVERSION.matcher(hint);
        return builtIn.matches()
                ? functionInstead(report.place(), builtIn.group(1), analysis)
                : Optional.empty();
    }

    private static Optional<Fix> functionInstead(Span name, String function, Analysis analysis) {
        return call(
                        analysis,
                        callee ->
                                callee instanceof Expr.Member member
                                        && member.name().span().equals(name))
                .flatMap(call -> functionInstead(call, (Expr.Member) call.callee(), function));
    }

    private static Optional<Fix> functionInstead(Expr.Call call, Expr.Member member, String name) {
        SourceFile file = call.span().file();
        int bracket = file.text().indexOf('(', member.name().span().end());
        if (bracket < 0) {
            return Optional.empty();
        }
        String rest = call.arguments().isEmpty() ? "" : ", ";
        return Optional.of(
                Fix.of(
                        "Change to `%s(...)`".formatted(name),
                        file.span(call.span().start(), bracket + 1),
                        name + "(" + member.receiver().span().text() + rest));
    }

    /// `len(xs)`, which is `xs.len()`.
    private static Optional<Fix> asMethod(Report report, String hint, Analysis analysis) {
        Matcher found = METHOD.matcher(hint);
        return found.matches()
                ? call(analysis, callee -> callee.span().equals(report.place()))
                        .filter(call -> !call.arguments().isEmpty())
                        .map(call -> methodInstead(call, found.group(1)))
                : Optional.empty();
    }

    private static Fix methodInstead(Expr.Call call, String method) {
        List<Expr.Argument> arguments = call.arguments();
        Expr receiver = arguments.getFirst().value();
        int end = arguments.size() == 1 ? receiver.span().end() : startOf(arguments.get(1));
        String text = receiver.span().text();
        return Fix.of(
                "Change to `.%s(...)`".formatted(method),
                call.span().file().span(call.span().start(), end),
                (isAtom(receiver) ? text : "(" + text + ")") + "." + method + "(");
    }

    private static int startOf(Expr.Argument argument) {
        return argument.name().map(name -> name.span()).orElse(argument.value().span()).start();
    }

    /// Whether a point may follow.
    private static boolean isAtom(Expr expr) {
        return switch (expr) {
            case Expr.Name _,
                    Expr.Self _,
                    Expr.Member _,
                    Expr.Call _,
                    Expr.Index _,
                    Expr.ListLiteral _,
                    Expr.StringLiteral _ ->
                    true;
            default -> false;
        };
    }

    private interface Wanted {
        boolean is(Expr callee);
    }

    private static Optional<Expr.Call> call(Analysis analysis, Wanted wanted) {
        return TreeSearch.first(
                analysis.tree().declarations(), Expr.Call.class, call -> wanted.is(call.callee()));
    }

    /// A name that nobody declares here: a module, or a function of one.
    private static Stream<Fix> ofOtherModules(Span place, Analysis analysis) {
        String name = place.text();
        if (place.file().text().startsWith(".", place.end())) {
            return Importable.names(analysis.file()).contains(name)
                    ? Stream.of(Fix.addedImport(name, analysis))
                    : Stream.empty();
        }
        if (!place.file().text().startsWith("(", place.end())) {
            return Stream.empty();
        }
        Stream<String> imported =
                analysis.module().imports().entrySet().stream()
                        .filter(each -> each.getValue().functions().containsKey(name))
                        .map(each -> each.getKey());
        return Stream.concat(imported, LibraryModules.declaring(name).stream())
                .distinct()
                .map(
                        module ->
                                Fix.changeTo(place, module + "." + name)
                                        .importing(module, analysis));
    }
}
