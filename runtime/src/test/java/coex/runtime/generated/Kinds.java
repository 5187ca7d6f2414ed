package coex.runtime.generated;

import java.util.List;
import java.util.stream.Collectors;

/// The types that generated programs use.
sealed interface Kinds {

    /// As a program spells it.
    String spelling();

    /// Whether `print` writes it the same everywhere: sets and maps have no order, functions no
    /// text, and matrices have one only as parts of something else.
    default boolean isPrintable() {
        return !(this instanceof Matrix) && hasText();
    }

    private boolean hasText() {
        return switch (this) {
            case Base _, Enum _, Matrix _ -> true;
            case ListOf(Kinds element) -> element.hasText();
            case ArrayOf(Kinds element) -> element.hasText();
            case SetOf _, MapOf _, Function _ -> false;
            case Tuple(List<Kinds> elements) -> elements.stream().allMatch(Kinds::hasText);
            case Struct struct -> struct.fields().stream().allMatch(Kinds::hasText);
            case Optional(Kinds value) -> value.hasText();
            case Result(Kinds value) -> value.hasText();
        };
    }

    /// Whether values are equal exactly when they look the same: floats are not, and functions.
    default boolean isExact() {
        return switch (this) {
            case Base base -> base != Base.FLOAT;
            case ListOf(Kinds element) -> element.isExact();
            case ArrayOf(Kinds element) -> element.isExact();
            case SetOf(Kinds element) -> element.isExact();
            case MapOf(Kinds key, Kinds value) -> key.isExact() && value.isExact();
            case Tuple(List<Kinds> elements) -> elements.stream().allMatch(Kinds::isExact);
            case Struct struct -> struct.fields().stream().allMatch(Kinds::isExact);
            case Enum _, Matrix _ -> true;
            case Optional(Kinds value) -> value.isExact();
            case Result(Kinds value) -> value.isExact();
            case Function _ -> false;
        };
    }

    /// Whether an expression of the type needs to be told what type it has.
    default boolean needsContext() {
        return this instanceof Optional
                || this instanceof Result
                || this instanceof Function
                || this == Base.JSON;
    }

    enum Base implements Kinds {
        INT,
        FLOAT,
        BOOL,
        STRING,
        BYTE,
        CHAR,
        JSON;

        @Override
        public String spelling() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    record ListOf(Kinds element) implements Kinds {
        @Override
        public String spelling() {
            return "[" + element.spelling() + "]";
        }
    }

    record ArrayOf(Kinds element) implements Kinds {
        @Override
        public String spelling() {
            return "Array<" + element.spelling() + ">";
        }
    }

    record SetOf(Kinds element) implements Kinds {
        @Override
        public String spelling() {
            return "Set<" + element.spelling() + ">";
        }
    }

    record MapOf(Kinds key, Kinds value) implements Kinds {
        @Override
        public String spelling() {
            return "Map<" + key.spelling() + ", " + value.spelling() + ">";
        }
    }

    record Tuple(List<Kinds> elements) implements Kinds {
        @Override
        public String spelling() {
            return elements.stream()
                    .map(Kinds::spelling)
                    .collect(Collectors.joining(", ", "(", ")"));
        }
    }

    /// Fields are called `f0`, `f1` and so on. An instance of a generic type has the method `got`,
    /// which gives the first field or its own first argument.
    record Struct(String spelling, List<Kinds> fields) implements Kinds {
        boolean isInstance() {
            return spelling.contains("<");
        }
    }

    /// Variants are called after the type and numbered: `E1V0`; their fields `g0`, `g1` and so on.
    record Enum(String spelling, List<List<Kinds>> variants) implements Kinds {}

    record Formula(String name, List<Kinds> parameters) {}

    record Matrix(String spelling, Kinds element, int width, int height, List<Formula> formulas)
            implements Kinds {}

    record Optional(Kinds value) implements Kinds {
        @Override
        public String spelling() {
            return value.spelling() + "?";
        }
    }

    /// Errors are strings.
    record Result(Kinds value) implements Kinds {
        @Override
        public String spelling() {
            return "Result<" + value.spelling() + ", string>";
        }
    }

    record Function(List<Kinds> parameters, Kinds result) implements Kinds {
        @Override
        public String spelling() {
            return parameters.stream()
                    .map(Kinds::spelling)
                    .collect(Collectors.joining(", ", "func(", ") -> " + result.spelling()));
        }
    }
}
