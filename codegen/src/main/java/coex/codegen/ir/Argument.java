package coex.codegen.ir;

import coex.language.type.Type;

/// What a runtime method is given.
public sealed interface Argument {

    record InRegister(Register register) implements Argument {}

    /// A register's value as 64 bits, as collections take elements.
    record AsBits(Register register) implements Argument {}

    /// What the runtime knows of a type, a constant.
    record TypeObject(Type type) implements Argument {}

    /// The operations of a collection type, a constant.
    record CollectionObject(Type type) implements Argument {}

    record Number(int value) implements Argument {}

    record JavaText(String value) implements Argument {}
}
