package coex.language.check;

import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.SourceTree;
import coex.language.syntax.SyntaxProblem;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameProblem;

import java.util.List;
import java.util.stream.Stream;

/// What earlier mistakes have left out of the trees of a program. Checking what depends on it would
/// find mistakes that are none.
final class Damage {

    private final List<Span> syntax;
    private final boolean isWide;

    private Damage(List<Span> syntax, boolean isWide) {
        this.syntax = syntax;
        this.isWide = isWide;
    }

    static Damage of(List<ModuleSymbol> modules, Problems problems) {
        List<Span> syntax =
                problems.inOrder().stream()
                        .filter(SyntaxProblem.class::isInstance)
                        .filter(problem -> !(problem instanceof SyntaxProblem.TooLate))
                        .map(problem -> problem.report().place())
                        .toList();
        List<Span> functions =
                modules.stream()
                        .flatMap(module -> module.trees().stream())
                        .flatMap(Damage::functions)
                        .toList();
        boolean isWide =
                problems.inOrder().stream().anyMatch(Damage::losesNames)
                        || syntax.stream()
                                .anyMatch(
                                        place ->
                                                functions.stream()
                                                        .noneMatch(whole -> isIn(place, whole)));
        return new Damage(syntax, isWide);
    }

    private static Stream<Span> functions(SourceTree tree) {
        return tree.declarations().stream()
                .flatMap(
                        declaration ->
                                switch (declaration) {
                                    case Decl.Function function -> Stream.of(function.span());
                                    case Decl.Type type ->
                                            type.methods().stream().map(Decl.Function::span);
                                    case Decl.Matrix matrix ->
                                            matrix.formulas().stream().map(Decl.Function::span);
                                    case Decl.Extern _, Decl.Trait _ -> Stream.<Span>empty();
                                });
    }

    private static boolean losesNames(Problem problem) {
        return problem instanceof NameProblem.ModuleNotFound
                || problem instanceof NameProblem.ModuleUnusable;
    }

    private static boolean isIn(Span place, Span whole) {
        return place.file() == whole.file()
                && whole.start() <= place.start()
                && place.start() < whole.end();
    }

    /// Whether declarations are missing: nothing can be said about the rest.
    boolean isWide() {
        return isWide;
    }

    /// Whether statements of a function are missing.
    boolean isIn(FunctionSymbol function) {
        Span whole = function.declaration().span();
        return syntax.stream().anyMatch(place -> isIn(place, whole));
    }
}
