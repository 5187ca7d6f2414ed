package coex.language.type;

import coex.language.syntax.FunctionKind;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// The type of a value.
///
/// Types compare by structure, once open ones are replaced by what they turned out to be
/// ([Types#resolved]).
public sealed interface Type {

    /// The type as a program spells it.
    String spelling();

    /// Types without parameters.
    enum Basic implements Type {
        INT("int"),
        FLOAT("float"),
        BOOL("bool"),
        BYTE("byte"),
        CHAR("char"),
        STRING("string"),
        JSON("json"),
        POSIX("posix"),
        ATOMIC_INT("atomic_int"),
        ATOMIC_FLOAT("atomic_float"),
        ATOMIC_BOOL("atomic_bool"),

        /// What `nil` is before anything is expected of it.
        NIL("nil"),

        /// What a call without a result has for a type.
        NOTHING("nothing"),

        /// `a..b`, which only loops take.
        RANGE("range"),

        /// What a mistake was reported about. It fits everything, so that one mistake is one
        /// report.
        UNKNOWN("an unknown type");

        private final String spelling;

        Basic(String spelling) {
            this.spelling = spelling;
        }

        @Override
        public String spelling() {
            return spelling;
        }
    }

    record ListOf(Type element) implements Type {
        @Override
        public String spelling() {
            return "List<" + element.spelling() + ">";
        }
    }

    record ArrayOf(Type element) implements Type {
        @Override
        public String spelling() {
            return "Array<" + element.spelling() + ">";
        }
    }

    record SetOf(Type element) implements Type {
        @Override
        public String spelling() {
            return "Set<" + element.spelling() + ">";
        }
    }

    record MapOf(Type key, Type value) implements Type {
        @Override
        public String spelling() {
            return "Map<" + key.spelling() + ", " + value.spelling() + ">";
        }
    }

    /// Names of elements say how to reach them and are not part of the type.
    final class Tuple implements Type {

        private final List<Type> elements;
        private final List<Optional<String>> names;

        public Tuple(List<Type> elements, List<Optional<String>> names) {
            this.elements = List.copyOf(elements);
            this.names = List.copyOf(names);
        }

        public static Tuple of(List<Type> elements) {
            return new Tuple(
                    elements, elements.stream().map(_ -> Optional.<String>empty()).toList());
        }

        public List<Type> elements() {
            return elements;
        }

        public List<Optional<String>> names() {
            return names;
        }

        @Override
        public String spelling() {
            var text = new StringBuilder("(");
            for (int i = 0; i < elements.size(); i++) {
                text.append(i == 0 ? "" : ", ");
                names.get(i).ifPresent(name -> text.append(name).append(": "));
                text.append(elements.get(i).spelling());
            }
            return text.append(')').toString();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Tuple tuple && elements.equals(tuple.elements);
        }

        @Override
        public int hashCode() {
            return elements.hashCode();
        }

        @Override
        public String toString() {
            return spelling();
        }
    }

    record Optionally(Type value) implements Type {
        public Optionally {
            if (value instanceof Optionally) {
                throw new IllegalArgumentException("optional of an optional: " + value.spelling());
            }
        }

        @Override
        public String spelling() {
            return value.spelling() + "?";
        }
    }

    record Result(Type value, Type error) implements Type {
        @Override
        public String spelling() {
            return "Result<" + value.spelling() + ", " + error.spelling() + ">";
        }
    }

    /// @param result NOTHING if there is none
    record Function(FunctionKind kind, List<Type> parameters, Type result) implements Type {
        public Function {
            parameters = List.copyOf(parameters);
        }

        @Override
        public String spelling() {
            String list = parameters.stream().map(Type::spelling).collect(Collectors.joining(", "));
            String arrow = result == Basic.NOTHING ? "" : " -> " + result.spelling();
            return kind.word() + "(" + list + ")" + arrow;
        }
    }

    /// A struct or an enum, with its type arguments.
    record User(TypeSymbol symbol, List<Type> arguments) implements Type {
        public User {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String spelling() {
            return arguments.isEmpty()
                    ? symbol.name()
                    : symbol.name()
                            + arguments.stream()
                                    .map(Type::spelling)
                                    .collect(Collectors.joining(", ", "<", ">"));
        }
    }

    record Matrix(MatrixSymbol symbol) implements Type {
        @Override
        public String spelling() {
            return symbol.name();
        }
    }

    record AtomicRef(Type value) implements Type {
        @Override
        public String spelling() {
            return "atomic_ref<" + value.spelling() + ">";
        }
    }

    record Channel(Type element) implements Type {
        @Override
        public String spelling() {
            return "Channel<" + element.spelling() + ">";
        }
    }

    /// A type parameter. It stands in signatures only: bodies are checked with arguments in its
    /// place.
    record Parameter(String name, Object owner) implements Type {
        @Override
        public String spelling() {
            return name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Parameter parameter
                    && owner == parameter.owner
                    && name.equals(parameter.name);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, System.identityHashCode(owner));
        }
    }

    /// A type not known yet: that of the elements of `[]`, of the error of `Result.ok(1)`. The
    /// first use that needs to know fixes it; if none does, it is `int`. Used by the one thread
    /// that checks.
    final class Open implements Type {

        private Optional<Type> fixed = Optional.empty();

        public Open() {}

        public Optional<Type> fixed() {
            return fixed;
        }

        public void fix(Type type) {
            if (fixed.isPresent() || type == this) {
                throw new IllegalStateException("open type fixed twice or to itself: " + type);
            }
            fixed = Optional.of(type);
        }

        @Override
        public String spelling() {
            return fixed.map(Type::spelling).orElse("an open type");
        }
    }
}
