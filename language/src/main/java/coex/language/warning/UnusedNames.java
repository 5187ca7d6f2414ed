package coex.language.warning;

import coex.language.problem.Problems;
import coex.language.syntax.Bind;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.Pattern;
import coex.language.syntax.Stmt;
import coex.language.syntax.TreeParts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Names of a function that it never mentions again. A name is used if the function has it in any
/// expression, whichever variable of that name is meant there: nothing that is used is reported.
/// Parameters are not looked at, since callers and traits say which there are.
final class UnusedNames {

    private UnusedNames() {}

    static void find(Decl.Function function, Problems problems) {
        Set<String> used = new HashSet<>();
        for (Expr expr : TreeParts.of(function.body(), Expr.class)) {
            switch (expr) {
                case Expr.Name name -> used.add(name.text());
                case Expr.LlvmIr ir ->
                        ir.bindings().forEach(binding -> used.add(binding.variable().text()));
                default -> {}
            }
        }
        Set<String> reported = new HashSet<>();
        for (Identifier name : bound(function)) {
            boolean isMeant = name.text().startsWith("_") || used.contains(name.text());
            if (!isMeant && reported.add(name.text())) {
                problems.add(new Advice.UnusedName(name.span(), name.text()));
            }
        }
    }

    private static List<Identifier> bound(Decl.Function function) {
        var names = new ArrayList<Identifier>();
        for (Stmt statement : TreeParts.of(function.body(), Stmt.class)) {
            switch (statement) {
                case Stmt.Binding binding -> names.add(binding.name());
                case Stmt.Destructure destructure -> names.addAll(destructure.names());
                case Stmt.ForAssign gather -> names.add(gather.name());
                case Stmt.Select select ->
                        select.cases().forEach(receive -> names.add(receive.name()));
                default -> {}
            }
        }
        for (Bind bind : TreeParts.of(function.body(), Bind.class)) {
            if (bind instanceof Bind.Name(Identifier name)) {
                names.add(name);
            }
        }
        List<Pattern.Named> patterns = TreeParts.of(function.body(), Pattern.Named.class);
        names.removeIf(name -> isPartOf(patterns, name));
        return names;
    }

    /// The parts of a variant have names by their position, and `_` is not known to everybody.
    private static boolean isPartOf(List<Pattern.Named> patterns, Identifier name) {
        return patterns.stream()
                .anyMatch(
                        pattern ->
                                pattern.span().start() <= name.span().start()
                                        && name.span().end() <= pattern.span().end());
    }
}
