package coex.language.syntax;

import coex.language.source.Span;

import java.util.List;
import java.util.Optional;

/// A declaration of a file, as it is written.
public sealed interface Decl {

    Identifier name();

    Span span();

    /// A function, a method, or a formula of a matrix.
    record Function(List<Annotation> annotations, Signature signature, Block body, Span span)
            implements Decl {
        @Override
        public Identifier name() {
            return signature.name();
        }
    }

    /// `@name` or `@name("text")`, which has no effect.
    record Annotation(Identifier name, Optional<Expr.StringLiteral> text) {}

    /// All of a function but its body.
    ///
    /// @param span from its kind to the end of its line
    record Signature(
            FunctionKind kind,
            Identifier name,
            List<Generic> generics,
            List<Parameter> parameters,
            Optional<TypeExpr> result,
            Span span) {}

    /// A type parameter with its bounds.
    record Generic(Identifier name, List<Identifier> bounds) {}

    /// A foreign function.
    record Extern(Identifier name, List<Parameter> parameters, Optional<TypeExpr> result, Span span)
            implements Decl {}

    /// A struct, if it has no cases, or an enum.
    record Type(
            Identifier name,
            List<Generic> generics,
            List<Field> fields,
            List<Case> cases,
            List<Function> methods,
            Span span)
            implements Decl {}

    record Field(Identifier name, TypeExpr type) {}

    record Case(Identifier name, List<Field> fields) {}

    record Trait(Identifier name, List<Generic> generics, List<Signature> methods, Span span)
            implements Decl {}

    /// @param sizes width, and height if it is given
    record Matrix(
            Identifier name,
            List<Expr> sizes,
            Optional<TypeExpr> element,
            Optional<Expr> initial,
            List<Function> formulas,
            Span span)
            implements Decl {}
}
