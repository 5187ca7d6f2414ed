package coex.language.type;

import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.Report;
import coex.language.source.Span;

import java.util.List;
import java.util.Optional;

/// Names that mean nothing, or too much.
public sealed interface NameProblem extends Problem {

    /// @param why what is known of the name, as the end of a sentence
    /// @param elsewhere where it is declared, if it is
    record Undeclared(
            Span place, String name, String why, Optional<Span> elsewhere, Optional<String> hint)
            implements NameProblem {

        public Undeclared(Span place, String name, Optional<String> hint) {
            this(place, name, "nothing of that name is visible here", Optional.empty(), hint);
        }

        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "N001",
                            "undeclared identifier",
                            place,
                            "Undeclared identifier '%s': %s.".formatted(name, why));
            Report noted =
                    elsewhere.map(span -> report.noting(span, "declared here")).orElse(report);
            return hint.map(noted::hinting).orElse(noted);
        }
    }

    record DeclaredTwice(Span place, String name, Span first) implements NameProblem {
        @Override
        public Report report() {
            return Report.of(
                            "N002",
                            "declared twice",
                            place,
                            "'%s' is declared more than once.".formatted(name))
                    .noting(first, "declared here first")
                    .hinting("give one of them another name.");
        }
    }

    record NamedLikeBuiltIn(Span place, String name) implements NameProblem {
        @Override
        public Report report() {
            return Report.of(
                            "N003",
                            "name of a built-in type",
                            place,
                            "'%s' is a built-in type and cannot be declared again.".formatted(name))
                    .hinting("give the type another name.");
        }
    }

    record UnknownType(Span place, String name, Optional<String> hint) implements NameProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "N004",
                            "unknown type",
                            place,
                            "There is no type '%s'.".formatted(name));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record UnknownTrait(Span place, String name, Optional<String> hint) implements NameProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "N005",
                            "unknown trait",
                            place,
                            "There is no trait '%s'.".formatted(name));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record ModuleNotFound(Span place, String name, String searched, Optional<String> hint)
            implements NameProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "N006",
                            "module not found",
                            place,
                            "Module not found: %s. %s".formatted(name, searched));
            return hint.map(report::hinting).orElse(report);
        }
    }

    record ModuleUnusable(Span place, String why) implements NameProblem {
        @Override
        public Report report() {
            return Report.of("N007", "package cannot be used", place, why);
        }
    }

    record ModuleNotImported(Span place, String name) implements NameProblem {
        @Override
        public Report report() {
            return Report.of(
                            "N008",
                            "module not imported",
                            place,
                            "Module '%s' not imported in this file.".formatted(name))
                    .hinting("add `import %s` at the top.".formatted(name));
        }
    }

    record NotInModule(Span place, String function, String module, Optional<String> hint)
            implements NameProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "N009",
                            "no such function in the module",
                            place,
                            "Function '%s' not found in module '%s'.".formatted(function, module));
            return hint.map(report::hinting).orElse(report);
        }
    }

    /// @param choices how the module calls each, with the module's name before it
    record Ambiguous(Span place, String name, List<String> choices) implements NameProblem {

        /// Reports a bare name of a type that several imported modules declare.
        public static boolean isReported(
                ModuleSymbol module, String name, Span place, Problems problems) {
            List<ModuleSymbol> declaring = module.declaring(name);
            if (declaring.size() < 2) {
                return false;
            }
            problems.add(
                    new Ambiguous(
                            place,
                            name,
                            declaring.stream()
                                    .map(imported -> module.nameOf(imported) + "." + name)
                                    .toList()));
            return true;
        }

        @Override
        public Report report() {
            return Report.of(
                            "N012",
                            "type of several modules",
                            place,
                            "'%s' could be any of these types: %s."
                                    .formatted(name, "`" + String.join("`, `", choices) + "`"))
                    .hinting("say which, with the name of its module before it.");
        }
    }

    record RuntimeFunction(Span place, String name) implements NameProblem {
        @Override
        public Report report() {
            return Report.of(
                            "N013",
                            "function of the runtime",
                            place,
                            "'%s' cannot be declared: names that begin with %s are those of the runtime's own functions."
                                    .formatted(
                                            name,
                                            "`"
                                                    + String.join(
                                                            "` or `", ExternSymbol.RUNTIME_PREFIXES)
                                                    + "`"))
                    .hinting(
                            "import the module of the library that has what you need; a function of"
                                    + " your own needs another name.");
        }
    }

    record NoMain(Span place) implements NameProblem {
        @Override
        public Report report() {
            return Report.of(
                            "N010",
                            "no main",
                            place,
                            "This program has no `main`, so there is nothing to run.")
                    .hinting("add `func main() -> int`.");
        }
    }

    /// A `main` that is not a `func`, is generic, or has parameters it cannot be given.
    record BadMain(Span place, String why) implements NameProblem {
        @Override
        public Report report() {
            return Report.of("N011", "main in a wrong form", place, why)
                    .hinting(
                            "`main` is a func with any of `args: [string]` and `stdin: posix,"
                                + " stdout: posix, stderr: posix`, and returns int or nothing.");
        }
    }
}
