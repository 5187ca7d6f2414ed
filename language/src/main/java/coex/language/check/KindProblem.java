package coex.language.check;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;

/// Functions that do what their kind may not.
sealed interface KindProblem extends Problem {

    record NeedsConst(Span place, String formula, String name) implements KindProblem {
        @Override
        public Report report() {
            return Report.of(
                            "K001",
                            "formula binds without const",
                            place,
                            "Formula '%s' requires const bindings, and '%s' is none."
                                    .formatted(formula, name))
                    .hinting(
                            "write `const %s = ...` with a new name, or make it a func."
                                    .formatted(name));
        }
    }

    record CallsExtern(Span place, String extern, String kind, String caller, Span declared)
            implements KindProblem {
        @Override
        public Report report() {
            return Report.of(
                            "K002",
                            "extern called from a " + kind,
                            place,
                            "Cannot call extern function '%s' from %s '%s': only funcs may."
                                    .formatted(extern, kind, caller))
                    .noting(declared, "declared extern here")
                    .hinting("make '%s' a func.".formatted(caller));
        }
    }

    record NoForeignType(Span place, String function, String type, Span declared)
            implements KindProblem {
        @Override
        public Report report() {
            return Report.of(
                            "F002",
                            "no type of C",
                            place,
                            "'%s' is a function of C, which knows no `%s`: only int, float, bool, byte, char and string go there and back."
                                    .formatted(function, type))
                    .noting(declared, "declared here")
                    .hinting("pass the parts one by one, or as a string.");
        }
    }

    record CallsFuncValue(Span place, String caller) implements KindProblem {
        @Override
        public Report report() {
            return Report.of(
                            "K003",
                            "task calls a func",
                            place,
                            "%s is a task, so it may call only formulas and tasks. This value can be any func."
                                    .formatted(quoted(caller)))
                    .hinting("make its type `formula(...)` or `task(...)`.");
        }
    }

    /// @param allowed what the caller may call, as part of a sentence
    record CallsKind(
            Span place,
            String callerKind,
            String caller,
            String calleeKind,
            String callee,
            String allowed,
            Span declared)
            implements KindProblem {
        @Override
        public Report report() {
            return Report.of(
                            "K003",
                            "%s calls a %s".formatted(callerKind, calleeKind),
                            place,
                            "%s is a %s, so it may call only %s. `%s` is a %s:"
                                    .formatted(
                                            quoted(caller),
                                            callerKind,
                                            allowed,
                                            callee,
                                            calleeKind))
                    .noting(declared, "declared here")
                    .hinting(
                            "make %s a func, or `%s` a formula."
                                    .formatted(
                                            isNamed(caller) ? "`" + caller + "`" : caller, callee));
        }
    }

    record NotPure(Span place, String formula, String what) implements KindProblem {
        @Override
        public Report report() {
            return Report.of(
                            "K004",
                            "formula does more than compute",
                            place,
                            "%s is a formula, so it may not %s.".formatted(quoted(formula), what))
                    .hinting(
                            "make %s a func."
                                    .formatted(isNamed(formula) ? "`" + formula + "`" : "it"));
        }
    }

    private static boolean isNamed(String function) {
        return !function.contains(" ");
    }

    /// A function as the start of a sentence.
    private static String quoted(String function) {
        return isNamed(function)
                ? "`" + function + "`"
                : Character.toUpperCase(function.charAt(0)) + function.substring(1);
    }
}
