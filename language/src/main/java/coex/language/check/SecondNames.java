package coex.language.check;

import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.Bind;
import coex.language.syntax.Identifier;
import coex.language.type.NameProblem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Reports names that one pattern binds twice: which part would they stand for?
final class SecondNames {

    private SecondNames() {}

    static void refuse(List<Identifier> names, Problems problems) {
        var first = new HashMap<String, Span>();
        for (Identifier name : names) {
            Span before = first.putIfAbsent(name.text(), name.span());
            if (before != null) {
                problems.add(new NameProblem.DeclaredTwice(name.span(), name.text(), before));
            }
        }
    }

    static void refuseIn(List<Bind> parts, Problems problems) {
        refuse(names(parts), problems);
    }

    private static List<Identifier> names(List<Bind> parts) {
        var names = new ArrayList<Identifier>();
        for (Bind part : parts) {
            switch (part) {
                case Bind.Nothing _ -> {}
                case Bind.Name(Identifier name) -> names.add(name);
                case Bind.Parts(List<Bind> inner, _) -> names.addAll(names(inner));
            }
        }
        return names;
    }
}
