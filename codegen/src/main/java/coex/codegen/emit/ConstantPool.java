package coex.codegen.emit;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.language.type.ExternSymbol;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.LinkedHashMap;
import java.util.Map;

/// The constants that routines use, each a static field of the class `Constants` or, if it is a value, of
/// one of several others. Asking for one gives it a name; [ConstantsEmitter] and [ValuesEmitter] make
/// them when all have been asked for.
final class ConstantPool {

    /// The field with the runtime of the program.
    static final String RUNTIME = "runtime";

    private static final String VALUE = "value";

    /// Values that are made by one class: each takes some ten bytes of its initialiser.
    private static final int GROUP = 2000;

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
        return named(values, constant, VALUE);
    }

    /// Which of the classes with values has the one of this name.
    static int groupOf(String value) {
        return Integer.parseInt(value.substring(VALUE.length())) / GROUP;
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
