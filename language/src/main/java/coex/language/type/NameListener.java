package coex.language.type;

import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;

import java.util.List;

/// Is told what the names of a program stand for and what types its expressions have, while it is
/// checked: by the thread that checks, and more than once for what is checked more than once, such
/// as the body of a generic function. Types may be open still, and are fixed when all is checked.
///
/// A program with a listener is checked even where mistakes have left something out of its trees;
/// what would be reported of such parts is not.
public interface NameListener {

    /// For programs that are only compiled.
    NameListener NOBODY = new NameListener() {};

    /// A name was used, or a variable declared.
    default void names(Span place, Meaning meaning) {}

    /// A type parameter was used.
    default void namesParameter(Identifier name) {}

    /// An expression has a type.
    default void hasType(Expr expression, Type type) {}

    /// A name stands for nothing.
    ///
    /// @param visible the variables that are visible there, the innermost first
    default void isUnknown(String name, List<Meaning.Variable> visible) {}

    /// A name that stands where a type should is none.
    default void isUnknownType(Identifier name) {}
}
