package coex.language.warning;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;

import java.util.List;

/// What is allowed, and probably not meant. Only who asks for advice gets it.
public sealed interface Advice extends Problem {

    @Override
    default boolean isWarning() {
        return true;
    }

    record UnusedName(Span place, String name) implements Advice {
        @Override
        public Report report() {
            return Report.of(
                            "W002",
                            "warning: name never used",
                            place,
                            "Nothing uses '%s'.".formatted(name))
                    .hinting(
                            "leave it out, or call it `_%s` if it has to be there."
                                    .formatted(name));
        }
    }

    record UnusedImport(Span place, String module) implements Advice {
        @Override
        public Report report() {
            return Report.of(
                            "W003",
                            "warning: import never used",
                            place,
                            "Nothing of module '%s' is used in this file.".formatted(module))
                    .hinting("leave the import out.");
        }
    }

    record Unreachable(Span place, Span reason) implements Advice {
        @Override
        public Report report() {
            return Report.of(
                            "W004",
                            "warning: never reached",
                            place,
                            "This is never reached: what stands before it always leaves.")
                    .noting(reason, "leaves here")
                    .hinting("leave it out, or move it up.");
        }
    }

    /// @param missing the variants that no case is for
    record MissedCases(Span place, String type, List<String> missing) implements Advice {
        @Override
        public Report report() {
            return Report.of(
                            "W005",
                            "warning: match misses cases",
                            place,
                            "For %s of '%s' this match does nothing."
                                    .formatted("`" + String.join("`, `", missing) + "`", type))
                    .hinting("add cases for them, or `case _:` for all that is left.");
        }
    }

    record Shadows(Span place, String name, Span outer) implements Advice {
        @Override
        public Report report() {
            return Report.of(
                            "W006",
                            "warning: name hides another",
                            place,
                            "'%s' hides a variable of the same name until this block ends."
                                    .formatted(name))
                    .noting(outer, "hidden until then")
                    .hinting("give one of them another name.");
        }
    }

    /// @param why what is lost
    record ThrownAway(Span place, String why) implements Advice {
        @Override
        public Report report() {
            return Report.of("W007", "warning: result thrown away", place, why)
                    .hinting("use what it gives, or say that nobody needs it: `_unused = ...`.");
        }
    }
}
