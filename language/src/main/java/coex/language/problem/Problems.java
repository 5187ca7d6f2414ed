package coex.language.problem;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The problems found so far, at most one at any place: the first is the cause, and what follows at
/// the same place is mostly its consequence. For one thread.
public final class Problems {

    private final List<Problem> found = new ArrayList<>();
    private final Set<Span> places = new HashSet<>();

    public Problems() {}

    public void add(Problem problem) {
        if (places.add(problem.report().place())) {
            found.add(problem);
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public int count() {
        return found.size();
    }

    /// All problems, in the order of their files and places.
    public List<Problem> inOrder() {
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
