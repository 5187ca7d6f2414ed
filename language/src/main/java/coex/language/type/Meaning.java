package coex.language.type;

import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;
import coex.language.syntax.SourceTree;

import java.util.List;
import java.util.Optional;

/// What a name in a source text stands for.
public sealed interface Meaning {

    String name();

    /// Its name where it is declared; empty if it is built in. Two meanings with a declaration are
    /// the same if they have the same declaration.
    Optional<Span> declaration();

    /// A variable, a parameter, or what a loop or a pattern binds.
    record Variable(Identifier declared, Type type, boolean isConst) implements Meaning {
        @Override
        public String name() {
            return declared.text();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(declared.span());
        }
    }

    /// A function, a method, or a formula of a matrix.
    record Function(FunctionSymbol symbol) implements Meaning {
        @Override
        public String name() {
            return symbol.name();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(symbol.declaration().name().span());
        }
    }

    /// A name that `replace` gave to a function.
    record Alias(SourceTree.Alias written, FunctionSymbol target) implements Meaning {
        @Override
        public String name() {
            return written.name().text();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(written.name().span());
        }
    }

    record Extern(ExternSymbol symbol) implements Meaning {
        @Override
        public String name() {
            return symbol.name();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(symbol.declaration().name().span());
        }
    }

    /// A struct or an enum.
    record UserType(TypeSymbol symbol) implements Meaning {
        @Override
        public String name() {
            return symbol.name();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(symbol.declaration().name().span());
        }
    }

    record Matrix(MatrixSymbol symbol) implements Meaning {
        @Override
        public String name() {
            return symbol.name();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(symbol.declaration().name().span());
        }
    }

    record Trait(TraitSymbol symbol) implements Meaning {
        @Override
        public String name() {
            return symbol.name();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(symbol.declaration().name().span());
        }
    }

    /// A field of a struct, or of a variant.
    record Field(TypeSymbol owner, Decl.Field written, Type type) implements Meaning {
        @Override
        public String name() {
            return written.name().text();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(written.name().span());
        }
    }

    record Variant(TypeSymbol owner, Decl.Case written) implements Meaning {
        @Override
        public String name() {
            return written.name().text();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(written.name().span());
        }
    }

    /// An imported file or package. It is declared by being there, at the start of its text.
    record Module(String name, ModuleSymbol symbol) implements Meaning {
        @Override
        public Optional<Span> declaration() {
            return symbol.trees().isEmpty()
                    ? Optional.empty()
                    : Optional.of(symbol.trees().getFirst().file().span(0, 0));
        }
    }

    /// A type parameter.
    record Parameter(Identifier declared) implements Meaning {
        @Override
        public String name() {
            return declared.text();
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.of(declared.span());
        }
    }

    /// Something that every program has.
    ///
    /// @param of what it is called on, as a program spells it: `List` for a method of lists,
    ///     `posix` for a function of that namespace, nothing for functions, namespaces and types
    /// @param parameters the types of its parameters, if it can be called
    /// @param result what it gives, if that does not depend on its arguments
    record BuiltIn(String of, String name, Optional<List<Type>> parameters, Optional<Type> result)
            implements Meaning {

        /// A type or a namespace.
        public static BuiltIn plain(String name) {
            return new BuiltIn("", name, Optional.empty(), Optional.empty());
        }

        @Override
        public Optional<Span> declaration() {
            return Optional.empty();
        }
    }
}
