package coex.codegen.emit;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.language.type.ExternSymbol;
import coex.language.type.Type;
import coex.language.type.Types;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The constants that routines use, each a static field of some class. Asking for one gives it a
/// place; [ConstantsEmitter] and [ValuesEmitter] make them when all have been asked for.
///
/// Constants of one kind are spread over several classes, since the initialiser of a class cannot
/// be long.
final class ConstantPool {

    /// The runtime of the program.
    static final Place RUNTIME = new Place(Names.CONSTANTS, "runtime");

    /// About as many bytes as the initialiser of a class may have.
    private static final int MOST_BYTES = 40_000;

    /// About as many bytes as it takes to make a constant, and for each part of it.
    private static final int BYTES = 30;

    private final Places<Type> types = new Places<>("Types");
    private final Places<Type> collections = new Places<>("Collections");
    private final Places<Layout> layouts = new Places<>("Layouts");
    private final Places<Constant> values = new Places<>("Values");
    private final Places<ExternSymbol> externs = new Places<>("Externs");

    /// A static field.
    record Place(ClassDesc owner, String field) {

        void load(ClassDesc type, CodeBuilder code) {
            code.getstatic(owner, field, type);
        }
    }

    /// The places of constants of one kind, in the order they were asked for.
    private static final class Places<K> {

        private final String kind;
        private final Map<K, Place> places = new LinkedHashMap<>();
        private int bytes;

        Places(String kind) {
            this.kind = kind;
        }

        Place of(K key, int parts) {
            Place known = places.get(key);
            if (known == null) {
                known = new Place(Names.constants(kind, bytes / MOST_BYTES), "c" + places.size());
                bytes += BYTES * (1 + parts);
                places.put(key, known);
            }
            return known;
        }

        Map<ClassDesc, List<K>> byClass() {
            Map<ClassDesc, List<K>> classes = new LinkedHashMap<>();
            places.forEach(
                    (key, place) ->
                            classes.computeIfAbsent(place.owner(), _ -> new ArrayList<>())
                                    .add(key));
            return classes;
        }
    }

    /// A type. The types it is made of come before it, but for the fields of a user's type: it is
    /// made without them.
    Place type(Type given) {
        Type type = Types.settled(given);
        Place known = types.places.get(type);
        if (known != null) {
            return known;
        }
        List<Type> parts = type instanceof Type.User ? List.of() : TypeParts.of(type);
        parts.forEach(this::type);
        return types.of(type, parts.size());
    }

    Place collection(Type type) {
        return collections.of(Types.settled(type), 0);
    }

    Place layout(Layout layout) {
        return layouts.of(layout, layout.fields().size());
    }

    /// The offset of a field.
    Place offset(Layout layout, int field) {
        Place place = layout(layout);
        return new Place(place.owner(), place.field() + "_" + field);
    }

    Place value(Constant constant) {
        return values.of(constant, 0);
    }

    Place extern(ExternSymbol function) {
        return externs.of(function, function.parameters().size());
    }

    List<Type> types() {
        return List.copyOf(types.places.keySet());
    }

    List<Layout> layouts() {
        return List.copyOf(layouts.places.keySet());
    }

    Map<ClassDesc, List<Type>> typesByClass() {
        return types.byClass();
    }

    Map<ClassDesc, List<Type>> collectionsByClass() {
        return collections.byClass();
    }

    Map<ClassDesc, List<Layout>> layoutsByClass() {
        return layouts.byClass();
    }

    Map<ClassDesc, List<Constant>> valuesByClass() {
        return values.byClass();
    }

    Map<ClassDesc, List<ExternSymbol>> externsByClass() {
        return externs.byClass();
    }
}
