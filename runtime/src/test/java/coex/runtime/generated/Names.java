package coex.runtime.generated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/// The names that are visible where a program is being generated.
final class Names {

    record Variable(String name, Kinds type, boolean isFixed) {}

    record Routine(String name, List<Kinds> parameters, Kinds result, boolean isTask) {}

    private final Random random;
    private final Deque<List<Variable>> scopes = new ArrayDeque<>();
    private final List<Routine> routines = new ArrayList<>();
    private int count;

    /// Whether a task is being generated, which calls no funcs.
    private boolean isInTask;

    /// Whether a formula is being generated, which calls no routines and prints nothing.
    private boolean isInFormula;

    Names(Random random) {
        this.random = random;
    }

    String fresh(String prefix) {
        return prefix + count++;
    }

    void open() {
        scopes.push(new ArrayList<>());
    }

    void close() {
        scopes.pop();
    }

    void declare(String name, Kinds type, boolean isFixed) {
        scopes.peek().add(new Variable(name, type, isFixed));
    }

    /// Takes a variable of the innermost block out of sight.
    void forget(Variable variable) {
        scopes.peek().remove(variable);
    }

    Optional<Variable> ofInnermost(Predicate<Variable> wanted) {
        return any(scopes.peek().stream().filter(wanted).toList());
    }

    Optional<Variable> variable(Predicate<Variable> wanted) {
        return any(scopes.stream().flatMap(List::stream).filter(wanted).toList());
    }

    Optional<Variable> variable(Kinds type) {
        return variable(one -> one.type().equals(type));
    }

    void add(Routine routine) {
        routines.add(routine);
    }

    void inTask(boolean is) {
        isInTask = is;
    }

    boolean isInTask() {
        return isInTask;
    }

    void inFormula(boolean is) {
        isInFormula = is;
    }

    boolean isInFormula() {
        return isInFormula;
    }

    Optional<Routine> routine(Predicate<Routine> wanted) {
        return any(
                routines.stream()
                        .filter(one -> !isInFormula && (one.isTask() || !isInTask))
                        .filter(wanted)
                        .toList());
    }

    private <T> Optional<T> any(List<T> all) {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }
}
