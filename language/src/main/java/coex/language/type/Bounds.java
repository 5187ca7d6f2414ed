package coex.language.type;

import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which types satisfy which bounds of type parameters.
public final class Bounds {

    /// What primitive types count as implementing.
    private static final Map<Type, Set<String>> PRIMITIVE =
            Map.of(
                    Type.Basic.INT, Set.of("Numeric", "Comparable", "Eq", "Hash", "Display"),
                    Type.Basic.FLOAT, Set.of("Numeric", "Comparable", "Display"),
                    Type.Basic.BOOL, Set.of("Eq", "Hash", "Display"),
                    Type.Basic.STRING, Set.of("Eq", "Hash", "Display", "Comparable"),
                    Type.Basic.BYTE, Set.of("Numeric", "Comparable", "Eq", "Hash"));

    private static final Set<String> BUILT_IN =
            Set.of("Numeric", "Comparable", "Eq", "Hash", "Display");

    private Bounds() {}

    static boolean isBuiltIn(String name) {
        return BUILT_IN.contains(name);
    }

    /// The traits that a module can name.
    static List<String> names(ModuleSymbol module) {
        var names = new ArrayList<>(BUILT_IN);
        names.addAll(module.traits().keySet());
        return names;
    }

    /// Why a type does not satisfy a bound, as the end of a sentence; empty if it does.
    ///
    /// @param module where the bound was written
    public static Optional<String> missing(Type type, Identifier bound, ModuleSymbol module) {
        Type known = Types.resolved(type);
        if (Types.isUnknown(known)
                || PRIMITIVE.getOrDefault(known, Set.of()).contains(bound.text())) {
            return Optional.empty();
        }
        Optional<TraitSymbol> trait = module.trait(bound.text());
        if (trait.isEmpty() && !isBuiltIn(bound.text())) {
            return Optional.empty(); // reported where it was written
        }
        if (trait.isPresent() && known instanceof Type.User user) {
            return trait.get()
                    .missingIn(user.symbol())
                    .map(method -> "it has no method like `%s`".formatted(spelling(method)));
        }
        return Optional.of("only types with its methods do");
    }

    private static String spelling(Decl.Signature method) {
        List<String> names =
                method.parameters().stream().map(parameter -> parameter.name().text()).toList();
        String arrow = method.result().isPresent() ? " -> ..." : "";
        return "%s %s(%s)%s"
                .formatted(method.kind().word(), method.name(), String.join(", ", names), arrow);
    }
}
