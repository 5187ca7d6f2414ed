package coex.language.type;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;
import coex.language.syntax.Identifier;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Values of types that do not fit.
public sealed interface TypeProblem extends Problem {

    /// Who expects a type: as the start of a sentence, and where that was said.
    ///
    /// @param note what is said of the place
    record Reason(String who, Optional<Span> place, String note) {

        public Reason(String who, Optional<Span> place) {
            this(who, place, "declared here");
        }

        /// `parameter 'h' of 'area'`
        public static Reason parameter(String name, String function, Optional<Span> place) {
            return new Reason(parameter(name, function), place);
        }

        /// @param name empty if the parameter has none
        public static String parameter(String name, String function) {
            return name.isEmpty()
                    ? "a parameter of '%s'".formatted(function)
                    : "parameter '%s' of '%s'".formatted(name, function);
        }
    }

    /// A mistake in a generic function that is one for certain types.
    ///
    /// @param types what its parameters stand for
    record InInstance(TypeProblem problem, Map<Type.Parameter, Type> types, Span call)
            implements TypeProblem {
        @Override
        public Report report() {
            String all =
                    types.entrySet().stream()
                            .map(
                                    entry ->
                                            "`%s` is %s"
                                                    .formatted(
                                                            entry.getKey().name(),
                                                            shortened(named(entry.getValue()))))
                            .collect(Collectors.joining(", "));
            return problem.report().noting(call, all + ", because of this");
        }

        private static String shortened(String type) {
            return type.length() <= LONGEST_TYPE ? type : type.substring(0, LONGEST_TYPE) + "...`";
        }

        private static final int LONGEST_TYPE = 60;
    }

    record Mismatch(
            Span place, Type found, Type expected, Optional<String> hint, Optional<Reason> reason)
            implements TypeProblem {

        public Mismatch(Span place, Type found, Type expected, Optional<String> hint) {
            this(place, found, expected, hint, Optional.empty());
        }

        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T001",
                            "type mismatch",
                            place,
                            reason.map(
                                            known ->
                                                    "Type mismatch: this is %s, but %s is %s."
                                                            .formatted(
                                                                    named(found),
                                                                    known.who(),
                                                                    named(expected)))
                                    .orElseGet(
                                            () ->
                                                    "Type mismatch: this is %s, but %s is expected here."
                                                            .formatted(
                                                                    named(found),
                                                                    named(expected))));
            Report noted =
                    reason.filter(known -> known.place().isPresent())
                            .map(known -> report.noting(known.place().get(), known.note()))
                            .orElse(report);
            return hint.map(noted::hinting).orElse(noted);
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

    /// @param wanted how many arguments, with the noun
    record ArgumentCount(
            Span place,
            String callee,
            String wanted,
            int given,
            Optional<Span> declared,
            Optional<String> hint)
            implements TypeProblem {

        public ArgumentCount(
                Span place, String callee, int wanted, int given, Optional<Span> declared) {
            this(place, callee, wanted, given, declared, Optional.empty());
        }

        public ArgumentCount(
                Span place,
                String callee,
                int wanted,
                int given,
                Optional<Span> declared,
                Optional<String> hint) {
            this(place, callee, count(wanted, "argument"), given, declared, hint);
        }

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
                                    .formatted(callee, wanted, given, given == 1 ? "is" : "are"));
            Report noted =
                    declared.map(other -> report.noting(other, "declared here")).orElse(report);
            return hint.map(noted::hinting).orElse(noted);
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

    record UnknownField(Span place, String field, String type, String what, Optional<String> hint)
            implements TypeProblem {

        public UnknownField(Span place, String field, String type, Optional<String> hint) {
            this(place, field, type, "field", hint);
        }

        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T005",
                            "unknown field",
                            place,
                            "'%s' has no %s '%s'.".formatted(type, what, field));
            return hint.map(report::hinting).orElse(report);
        }
    }

    /// A field or method that is there, but not like this.
    record NotOfTheType(Span place, String why, String instead) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of("T018", "not a member like this", place, why).hinting(instead);
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

    /// @param declared where the variable was that is called
    record NotCallable(Span place, Type type, Optional<Span> declared) implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T009",
                            "not a function",
                            place,
                            "This is %s and cannot be called.".formatted(named(type)));
            return declared.map(other -> report.noting(other, "declared here")).orElse(report);
        }
    }

    record UnknownArgument(
            Span place, String callee, String name, Optional<Span> declared, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "T010",
                            "unknown argument",
                            place,
                            "'%s' has no parameter '%s'.".formatted(callee, name));
            Report noted =
                    declared.map(other -> report.noting(other, "declared here")).orElse(report);
            return hint.map(noted::hinting).orElse(noted);
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

    /// What is against a rule of one type or construct, said in a sentence.
    record NotAllowed(Span place, TypeRule rule, String why, Optional<String> hint)
            implements TypeProblem {
        @Override
        public Report report() {
            Report report = Report.of(rule.code(), rule.title(), place, why);
            return hint.map(report::hinting).orElse(report);
        }
    }

    /// @param what the function, as the start of a sentence
    record TooManyParameters(Span place, String what, int given) implements TypeProblem {
        @Override
        public Report report() {
            return Report.of(
                            "T017",
                            "too many parameters",
                            place,
                            "%s, which is more than the JVM has room for: 127, or 254 of type `bool`, `byte` or `char`."
                                    .formatted(what.formatted(given)))
                    .hinting("put some of them into a struct.");
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
            boolean hasParts = type instanceof Type.Tuple || type instanceof Type.User;
            return Report.of(
                    "T016",
                    "wrong number of names",
                    place,
                    hasParts
                            ? "%s for %s, which has %s."
                                    .formatted(
                                            capitalised(count(names, "name")),
                                            named(type),
                                            count(parts, "element"))
                            : "%s is no tuple, so there is nothing for %s."
                                    .formatted(capitalised(named(type)), count(names, "name")));
        }
    }

    /// For sentences: `an int`, `a List<string>`.
    static String named(Type type) {
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

    static String capitalised(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
