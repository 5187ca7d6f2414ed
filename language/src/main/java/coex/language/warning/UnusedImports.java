package coex.language.warning;

import coex.language.problem.Problems;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.Pattern;
import coex.language.syntax.SourceTree;
import coex.language.syntax.TreeParts;
import coex.language.syntax.TypeExpr;
import coex.language.type.ModuleSymbol;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Imports of which a file mentions nothing: neither the module, nor a type, trait or variant that
/// it declares, nor, of a package, a function.
final class UnusedImports {

    private UnusedImports() {}

    static void find(ModuleSymbol module, SourceTree tree, Problems problems) {
        Set<String> mentioned = mentioned(tree);
        for (SourceTree.Import wanted : tree.imports()) {
            for (Map.Entry<String, ModuleSymbol> entry : module.imports().entrySet()) {
                if (isOf(wanted, entry.getKey())
                        && names(entry.getKey(), entry.getValue()).stream()
                                .noneMatch(mentioned::contains)) {
                    problems.add(new Advice.UnusedImport(wanted.span(), entry.getKey()));
                }
            }
        }
    }

    /// Whether an import is what a file calls a module by: its name, or the last part of its path.
    private static boolean isOf(SourceTree.Import wanted, String name) {
        String last = wanted.target().substring(wanted.target().lastIndexOf('/') + 1);
        int dot = last.indexOf('.');
        return name.equals(dot < 0 ? last : last.substring(0, dot));
    }

    private static Set<String> names(String name, ModuleSymbol module) {
        var names = new HashSet<String>();
        names.add(name);
        names.addAll(module.types().keySet());
        names.addAll(module.matrices().keySet());
        names.addAll(module.traits().keySet());
        module.types()
                .values()
                .forEach(type -> type.variants().forEach(variant -> names.add(variant.name())));
        if (module.isPackage()) {
            names.addAll(module.functions().keySet());
            names.addAll(module.externs().keySet());
        }
        return names;
    }

    private static Set<String> mentioned(SourceTree tree) {
        var names = new HashSet<String>();
        TreeParts.of(tree.declarations(), Expr.Name.class).forEach(name -> names.add(name.text()));
        for (TypeExpr.Named type : TreeParts.of(tree.declarations(), TypeExpr.Named.class)) {
            names.addAll(Set.of(type.name().text().split("\\.")));
        }
        TreeParts.of(tree.declarations(), Pattern.Named.class)
                .forEach(pattern -> names.add(pattern.name().text()));
        TreeParts.of(tree.declarations(), Decl.Generic.class)
                .forEach(generic -> generic.bounds().forEach(bound -> names.add(bound.text())));
        tree.aliases().forEach(alias -> names.add(alias.path().getFirst().text()));
        return names;
    }
}
