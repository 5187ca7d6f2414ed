package coex.language.check;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;

/// Variables used in ways they are not for.
sealed interface BindingProblem extends Problem {

    record ConstReassigned(Span place, String name, Span declared) implements BindingProblem {
        @Override
        public Report report() {
            return Report.of(
                            "B001",
                            "const reassigned",
                            place,
                            "Cannot reassign const binding '%s'.".formatted(name))
                    .noting(declared, "declared const here")
                    .hinting("leave `const` out there, or give the new value another name.");
        }
    }

    record Moved(Span place, String name, Span movedAt) implements BindingProblem {
        @Override
        public Report report() {
            return Report.of(
                            "B002",
                            "use of a moved variable",
                            place,
                            "Use of moved variable '%s': its value was given away before."
                                    .formatted(name))
                    .noting(movedAt, "moved here")
                    .hinting("copy with `=` instead of `:=`, or assign a new value first.");
        }
    }

    record NotAssignable(Span place, String why) implements BindingProblem {
        @Override
        public Report report() {
            return Report.of("B003", "cannot assign to this", place, why)
                    .hinting("assign to a variable, a field or an element of one.");
        }
    }

    record SelfAssigned(Span place) implements BindingProblem {
        @Override
        public Report report() {
            return Report.of(
                            "B004",
                            "methods cannot change their receiver",
                            place,
                            "The receiver of a method is a value, and `self` cannot be assigned"
                                    + " to.")
                    .hinting("return a changed copy instead.");
        }
    }

    record OutsideLoop(Span place, String word) implements BindingProblem {
        @Override
        public Report report() {
            return Report.of(
                    "B005",
                    "outside a loop",
                    place,
                    "`%s` stands outside of any loop.".formatted(word));
        }
    }

    record OutOfPlace(Span place, String word, String where) implements BindingProblem {
        @Override
        public Report report() {
            return Report.of(
                    "B006",
                    "out of place",
                    place,
                    "`%s` has a meaning only %s.".formatted(word, where));
        }
    }
}
