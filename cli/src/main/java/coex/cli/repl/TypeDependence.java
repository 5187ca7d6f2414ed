package coex.cli.repl;

import coex.language.type.ModuleSymbol;
import coex.language.type.TypeSymbol;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Which types change when others are declared anew. Types are compared as they are spelled: a type
/// whose spelling contains a name depends on it.
final class TypeDependence {

    private TypeDependence() {}

    /// The names that are declared anew, and those of all types with fields that depend on them.
    static Set<String> closure(Set<String> changed, ModuleSymbol module) {
        var names = new HashSet<>(changed);
        boolean hasGrown = true;
        while (hasGrown) {
            hasGrown = false;
            for (TypeSymbol type : module.types().values()) {
                if (!names.contains(type.name())
                        && spellings(type).stream().anyMatch(text -> mentions(text, names))) {
                    hasGrown |= names.add(type.name());
                }
            }
        }
        return names;
    }

    private static List<String> spellings(TypeSymbol type) {
        return Stream.concat(
                        type.fields().stream(),
                        type.variants().stream().flatMap(variant -> variant.fields().stream()))
                .map(field -> field.type().spelling())
                .toList();
    }

    static boolean mentions(String spelling, Set<String> names) {
        return Stream.of(spelling.split("\\W+")).anyMatch(names::contains);
    }
}
