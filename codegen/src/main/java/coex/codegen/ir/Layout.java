package coex.codegen.ir;

import coex.language.type.Type;

import java.util.List;

/// What an object of the program is made of: a struct, a variant (also of a
/// Result), a tuple, an optional number, or a closure.
public sealed interface Layout {

    /// The kinds of its fields, in order.
    List<Field> fields();

    /// A field, which takes one byte, eight bytes, or the four of a handle.
    record Field(Type type) {}

    record Struct(Type type, List<Field> fields) implements Layout {}

    record Variant(Type type, int variant, List<Field> fields) implements Layout {}

    record Tuple(Type type, List<Field> fields) implements Layout {}

    /// What an optional number is when it is there.
    record Box(Type type, List<Field> fields) implements Layout {}

    /// A function value with the variables it has captured.
    ///
    /// @param names of those variables, for people who look into the heap
    record Closure(RoutineName routine, List<String> names, List<Field> fields) implements Layout {}
}
