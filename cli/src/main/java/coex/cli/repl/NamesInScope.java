package coex.cli.repl;

import coex.language.check.BuiltInSignatures;
import coex.language.check.InputChecker;
import coex.language.check.InputChecker.Binding;
import coex.language.syntax.TokenKind;
import coex.language.type.ModuleSymbol;
import coex.language.type.Type;
import coex.language.type.Type.Basic;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What can be named in an input, for those who type only the beginning of names.
///
/// @param module that of the session's declarations
record NamesInScope(ModuleSymbol module) {

    /// Everything that can stand where an expression or a statement begins.
    Set<String> with(List<Binding> bindings) {
        var names = new TreeSet<String>();
        bindings.forEach(binding -> names.add(binding.name()));
        names.addAll(declaredIn(module));
        names.addAll(module.imports().keySet());
        names.addAll(module.aliases().keySet());
        module.imports().values().forEach(imported -> names.addAll(unqualified(imported)));
        names.addAll(InputChecker.builtInNames());
        names.addAll(TokenKind.reservedWords());
        return names;
    }

    /// What can stand after a dot, if a module or an enum is named before it.
    ///
    /// @param text up to the dot
    Set<String> below(String text) {
        String owner = text.substring(endOfOther(text));
        var names = new TreeSet<String>();
        ModuleSymbol imported = module.imports().get(owner);
        if (imported != null) {
            names.addAll(imported.functions().keySet());
        }
        module.type(owner)
                .ifPresent(type -> type.variants().forEach(variant -> names.add(variant.name())));
        BuiltInSignatures.inNamespace(owner).forEach(each -> names.add(each.name()));
        return names;
    }

    /// What can stand after the dot behind a value.
    ///
    /// @param spelling its type
    Set<String> of(String spelling) {
        var names = new TreeSet<String>();
        String head = spelling.replaceFirst("[<(?].*", "");
        module.type(head)
                .ifPresent(
                        type -> {
                            type.fields().forEach(field -> names.add(field.name()));
                            names.addAll(type.methods().keySet());
                        });
        module.matrix(head)
                .ifPresent(
                        matrix -> {
                            names.addAll(matrix.formulas().keySet());
                            names.addAll(Set.of("get", "set", "width", "height"));
                        });
        builtIn(spelling.endsWith("?") ? "" : head)
                .ifPresent(
                        type ->
                                BuiltInSignatures.methods(type)
                                        .forEach(each -> names.add(each.name())));
        return names;
    }

    /// A type with the methods of all types that are spelled like this.
    private static Optional<Type> builtIn(String head) {
        return Optional.ofNullable(
                switch (head) {
                    case "List" -> new Type.ListOf(Basic.INT);
                    case "Array" -> new Type.ArrayOf(Basic.INT);
                    case "Set" -> new Type.SetOf(Basic.INT);
                    case "Map" -> new Type.MapOf(Basic.INT, Basic.INT);
                    case "Result" -> new Type.Result(Basic.INT, Basic.INT);
                    case "Channel" -> new Type.Channel(Basic.INT);
                    case "atomic_ref" -> new Type.AtomicRef(Basic.INT);
                    default -> {
                        for (Basic basic : Basic.values()) {
                            if (basic.spelling().equals(head)) {
                                yield basic;
                            }
                        }
                        yield null;
                    }
                });
    }

    /// Where the name begins that a text ends with.
    static int endOfOther(String text) {
        int start = text.length();
        while (start > 0 && isPartOfName(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    static boolean isPartOfName(char letter) {
        return letter == '_' || Character.isLetterOrDigit(letter);
    }

    private static Set<String> declaredIn(ModuleSymbol declaring) {
        var names = new TreeSet<String>();
        names.addAll(declaring.functions().keySet());
        names.addAll(declaring.externs().keySet());
        names.addAll(declaring.types().keySet());
        names.addAll(declaring.traits().keySet());
        names.addAll(declaring.matrices().keySet());
        return names;
    }

    /// Types of modules need no qualification, and nothing of a package does.
    private static Set<String> unqualified(ModuleSymbol imported) {
        return imported.isPackage() ? declaredIn(imported) : imported.types().keySet();
    }
}
