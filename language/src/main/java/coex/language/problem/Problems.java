package coex.language.problem;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The problems found so far, at most one at any place: the first is the cause, and what follows at
/// the same place is mostly its consequence. Warnings are apart, and do not count. For one thread.
public final class Problems {

    private final List<Problem> found = new ArrayList<>();
    private final Set<Span> places = new HashSet<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final Set<Span> warningPlaces = new HashSet<>();

    private UnaryOperator<Problem> change = UnaryOperator.identity();
    private final boolean wantAdvice;

    public Problems() {
        this(false);
    }

    private Problems(boolean wantAdvice) {
        this.wantAdvice = wantAdvice;
    }

    /// For who also wants to hear of what is allowed, and probably not meant.
    public static Problems withAdvice() {
        return new Problems(true);
    }

    public boolean wantAdvice() {
        return wantAdvice;
    }

    /// What is added while `work` runs is changed first, as by saying what it was found for.
    public void changing(UnaryOperator<Problem> change, Runnable work) {
        UnaryOperator<Problem> before = this.change;
        this.change = change;
        try {
            work.run();
        } finally {
            this.change = before;
        }
    }

    public void add(Problem found) {
        Problem problem = change.apply(found);
        boolean isWarning = problem.isWarning();
        if ((isWarning ? warningPlaces : places).add(problem.report().place())) {
            (isWarning ? warnings : this.found).add(problem);
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public int count() {
        return found.size();
    }

    public void keepWarnings(Predicate<Problem> wanted) {
        warnings.removeIf(wanted.negate());
    }

    /// All problems but warnings, in the order of their files and places.
    public List<Problem> inOrder() {
        return inOrder(found);
    }

    /// All warnings, in the same order.
    public List<Problem> warnings() {
        return inOrder(warnings);
    }

    private static List<Problem> inOrder(List<Problem> found) {
        List<String> files =
                found.stream()
                        .map(problem -> problem.report().place().file().name())
                        .distinct()
                        .toList();
        return found.stream()
                .sorted(
                        Comparator.comparing(
                                        (Problem problem) ->
                                                files.indexOf(
                                                        problem.report().place().file().name()))
                                .thenComparing(problem -> problem.report().place().start()))
                .toList();
    }
}
