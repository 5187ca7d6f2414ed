package coex.language.warning;

import coex.language.problem.Problems;
import coex.language.syntax.Decl;
import coex.language.syntax.SourceTree;
import coex.language.syntax.TreeParts;
import coex.language.type.ModuleSymbol;

/// The advice that needs no types, for all files of a module that has no mistakes.
public final class SourceAdvice {

    private SourceAdvice() {}

    public static void find(ModuleSymbol module, Problems problems) {
        for (SourceTree tree : module.trees()) {
            UnusedImports.find(module, tree, problems);
            for (Decl.Function function : TreeParts.of(tree.declarations(), Decl.Function.class)) {
                UnusedNames.find(function, problems);
                UnreachableCode.find(function, problems);
            }
        }
    }
}
