package coex.codegen.emit;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.language.type.ExternSymbol;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.LinkedHashMap;
import java.util.Map;

/// The constants that routines use, each a static field of the class `Constants`. Asking for one gives it
/// a name; [ConstantsEmitter] makes them when all have been asked for.
final class ConstantPool {

    /// The field with the runtime of the program.
    static final String RUNTIME = "runtime";

    private final Map<Type, String> types = new LinkedHashMap<>();
    private final Map<Type, String> collections = new LinkedHashMap<>();
    private final Map<Layout, String> layouts = new LinkedHashMap<>();
    private final Map<Constant, String> values = new LinkedHashMap<>();
    private final Map<ExternSymbol, String> externs = new LinkedHashMap<>();

    String type(Type type) {
        return named(types, Types.settled(type), "type");
    }

    String collection(Type type) {
        return named(collections, Types.settled(type), "collection");
    }

    String layout(Layout layout) {
        return named(layouts, layout, "layout");
    }

    /// The offset of a field.
    String offset(Layout layout, int field) {
        return layout(layout) + "_" + field;
    }

    String value(Constant constant) {
        return named(values, constant, "value");
    }

    String extern(ExternSymbol function) {
        return named(externs, function, "extern");
    }

    private static <K> String named(Map<K, String> names, K key, String prefix) {
        return names.computeIfAbsent(key, _ -> prefix + names.size());
    }

    Map<Type, String> types() {
        return types;
    }

    Map<Type, String> collections() {
        return collections;
    }

    Map<Layout, String> layouts() {
        return layouts;
    }

    Map<Constant, String> values() {
        return values;
    }

    Map<ExternSymbol, String> externs() {
        return externs;
    }
}
