package coex.cli.repl;

import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.SourceTree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// What a session has declared: the trees of inputs, without what later inputs declared anew.
/// Immutable.
///
/// @param trees the newest last
record Declarations(List<SourceTree> trees) {

    static final Declarations NONE = new Declarations(List.of());

    /// These and those of an input, which replace others of the same names.
    Declarations with(SourceTree input) {
        Set<String> names = namesOf(input);
        var all =
                new ArrayList<>(
                        without(declaration -> names.contains(declaration.name().text())).trees);
        all.add(input);
        return new Declarations(List.copyOf(all));
    }

    /// These without the ones that problems are in.
    Declarations without(Problems problems) {
        return without(declaration -> isIn(declaration, problems));
    }

    private Declarations without(Predicate<Decl> isGone) {
        return new Declarations(trees.stream().map(tree -> without(tree, isGone)).toList());
    }

    private static SourceTree without(SourceTree tree, Predicate<Decl> isGone) {
        return new SourceTree(
                tree.file(),
                tree.imports(),
                tree.aliases(),
                tree.directives(),
                tree.declarations().stream().filter(isGone.negate()).toList());
    }

    private static boolean isIn(Decl declaration, Problems problems) {
        for (Problem problem : problems.inOrder()) {
            Span place = problem.report().place();
            Span whole = declaration.span();
            if (place.file() == whole.file()
                    && whole.start() <= place.start()
                    && place.start() < whole.end()) {
                return true;
            }
        }
        return false;
    }

    Set<String> names() {
        var names = new HashSet<String>();
        trees.forEach(tree -> names.addAll(namesOf(tree)));
        return names;
    }

    private static Set<String> namesOf(SourceTree tree) {
        var names = new HashSet<String>();
        tree.declarations().forEach(declaration -> names.add(declaration.name().text()));
        return names;
    }
}
