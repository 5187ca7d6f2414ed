package coex.language.type;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;
import coex.language.syntax.Identifier;

import java.util.Optional;

/// Values of types that do not fit.
public sealed interface TypeProblem extends Problem {

    record Mismatch(Span place, Type found, Type expected, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T001",
                            "type mismatch",
                            place,
                            "Type mismatch: this is %s, but %s is expected here."
                                    .formatted(named(found), named(expected)));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record TypeArgumentCount(Span place, String name, int wanted, int given)
            implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                    "T002",
                    "wrong number of type arguments",
                    place,
                    "'%s' takes %s, but %d %s given."
                            .formatted(
                                    name,
                                    count(wanted, "type argument"),
                                    given,
                                    given == 1 ? "is" : "are"));
        }
    }

    record ArgumentCount(Span place, String callee, int wanted, int given, Optional<Span> declared)
            implements TypeProblem {

        public ArgumentCount(Span place, String callee, int wanted, int given) {
            this(place, callee, wanted, given, Optional.empty());
        }

        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T003",
                            "wrong number of arguments",
                            place,
                            "'%s' takes %s, but %d %s given."
                                    .formatted(
                                            callee,
                                            count(wanted, "argument"),
                                            given,
                                            given == 1 ? "is" : "are"));
            return declared.map(other -> report.noting(other, "declared here")).orElse(report);
        }
    }

    record UndefinedMethod(Span place, String method, String type, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T004",
                            "undefined method",
                            place,
                            "Undefined method '%s' on type '%s'.".formatted(method, type));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record UnknownField(Span place, String field, String type, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T005",
                            "unknown field",
                            place,
                            "'%s' has no field '%s'.".formatted(type, field));
            return hint.map(report::hinting).orElse(report);
        }
    }

    /// An operator between values it is not for.
    record BadOperands(Span place, String operator, Type left, Type right, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T006",
                            "operator between wrong types",
                            place,
                            "Type mismatch: `%s` does not apply to %s and %s."
                                    .formatted(operator, named(left), named(right)));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record NotSliceable(Span place, Type type) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                            "T007",
                            "no slices of this type",
                            place,
                            "Type '%s' does not support slice access.".formatted(type.spelling()))
                    .hinting("strings, Lists and Arrays have slices.");
        }
    }

    record NotIterable(Span place, Type type) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                            "T008",
                            "nothing to go through",
                            place,
                            "A loop cannot go through %s.".formatted(named(type)))
                    .hinting("loops take ranges, Lists, Arrays, Sets, Maps and strings.");
        }
    }

    record NotCallable(Span place, Type type) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                    "T009",
                    "not a function",
                    place,
                    "This is %s and cannot be called.".formatted(named(type)));
        }
    }

    record UnknownArgument(Span place, String callee, String name, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T010",
                            "unknown argument",
                            place,
                            "'%s' has no parameter '%s'.".formatted(callee, name));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record GivenTwice(Span place, String name) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                    "T011", "argument given twice", place, "'%s' is given twice.".formatted(name));
        }
    }

    record PositionalAfterNamed(Span place) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                            "T012",
                            "argument out of order",
                            place,
                            "An argument without a name cannot follow one with a name.")
                    .hinting("give this one a name too, or move it to the front.");
        }
    }

    record NoValue(Span place, String callee) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                            "T013",
                            "no value",
                            place,
                            "'%s' returns nothing, so its call cannot be used as a value."
                                    .formatted(callee))
                    .hinting("call it as a statement of its own.");
        }
    }

    /// A use that a type has no answer to, said in a sentence.
    record NotAllowed(Span place, String title, String why, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report = Report.of("T014", title, place, why);
            return hint.map(report::hinting).orElse(report);
        }
    }

    record BoundNotMet(Span place, Type type, Identifier bound, String missing)
            implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                            "T015",
                            "bound not met",
                            place,
                            "%s does not satisfy the bound '%s': %s."
                                    .formatted(capitalised(named(type)), bound.text(), missing))
                    .noting(bound.span(), "the bound");
        }
    }

    record PartCount(Span place, Type type, int names, int parts) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                    "T016",
                    "wrong number of names",
                    place,
                    "%s for %s, which has %s."
                            .formatted(
                                    capitalised(count(names, "name")),
                                    named(type),
                                    count(parts, "element")));
        }
    }

    /// For sentences: `an int`, `a List<string>`.
    private static String named(Type type) {
        String spelling = Types.resolved(type).spelling();
        return switch (Types.resolved(type)) {
            case Type.Basic.NIL -> "nil";
            case Type.Basic.NOTHING -> "nothing";
            case Type.Basic.UNKNOWN -> spelling;
            case Type.Open _ -> "a value of a type not known yet";
            default ->
                    ("aeiouAEIOU".indexOf(spelling.charAt(0)) >= 0 ? "an `" : "a `")
                            + spelling
                            + "`";
        };
    }

    private static String count(int number, String noun) {
        return number == 0
                ? "no " + noun + "s"
                : number == 1 ? "one " + noun : number + " " + noun + "s";
    }

    private static String capitalised(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
