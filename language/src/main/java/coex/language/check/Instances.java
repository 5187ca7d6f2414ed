package coex.language.check;

import coex.language.checked.FunctionInstance;
import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;
import coex.language.type.Types;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The instances of functions that a program needs: each call asks for one, and each is checked
/// once.
final class Instances {

    /// A function that calls itself with ever larger types would never end.
    private static final int MOST_OF_ONE_FUNCTION = 500;

    /// Such a function is known sooner by how deep its types are, when there are this many of it.
    private static final int MOST_LEVELS = 40;

    private final Supplier<Problems> problems;

    /// Whether an instance that is asked for now is to be checked.
    private final BooleanSupplier counting;

    private final Set<FunctionInstance> known = new LinkedHashSet<>();
    private final ArrayDeque<FunctionInstance> waiting = new ArrayDeque<>();
    private final Map<FunctionSymbol, Integer> counts = new HashMap<>();
    private final Map<FunctionInstance, Span> places = new HashMap<>();

    Instances(Supplier<Problems> problems, BooleanSupplier counting) {
        this.problems = problems;
        this.counting = counting;
    }

    /// The instance for these types, which is checked later if it is new.
    FunctionInstance of(FunctionSymbol function, List<Type> arguments, Span call) {
        boolean areTooLarge =
                arguments.stream().anyMatch(Types::isTooLarge) || isEndless(function, arguments);
        List<Type> settled =
                arguments.stream()
                        .map(type -> areTooLarge ? Type.Basic.UNKNOWN : Types.settled(type))
                        .toList();
        var instance = new FunctionInstance(function, settled);
        boolean isSound = settled.stream().noneMatch(Types::mentionsUnknown);
        if (areTooLarge && isRequested(function)) {
            reportEndless(function, call);
        } else if (areTooLarge) {
            reportTooLarge(function, call);
        }
        if (isSound && counting.getAsBoolean() && known.add(instance)) {
            if (counts.merge(function, 1, Integer::sum) > MOST_OF_ONE_FUNCTION) {
                reportEndless(function, call);
            } else {
                waiting.add(instance);
                places.put(instance, call);
            }
        }
        return instance;
    }

    /// Whether types have grown by a level with each of many instances.
    private boolean isEndless(FunctionSymbol function, List<Type> arguments) {
        return counts.getOrDefault(function, 0) > MOST_LEVELS
                && arguments.stream()
                        .anyMatch(type -> Types.depth(type, MOST_LEVELS) > MOST_LEVELS);
    }

    private void reportEndless(FunctionSymbol function, Span call) {
        problems.get()
                .add(
                        new TypeProblem.NotAllowed(
                                call,
                                TypeRule.ENDLESS_INSTANCES,
                                "'%s' is needed for more types than can be compiled: it calls itself with ever"
                                                .formatted(function)
                                        + " larger ones.",
                                Optional.of("call it with the types it was called with.")));
    }

    private void reportTooLarge(FunctionSymbol function, Span call) {
        problems.get()
                .add(
                        new TypeProblem.NotAllowed(
                                call,
                                TypeRule.TYPE_TOO_LARGE,
                                "'%s' is called with a type of more parts than can be compiled."
                                        .formatted(function),
                                Optional.of("name parts of it: declare types for them.")));
    }

    /// The call that asked for an instance first.
    Span askedAt(FunctionInstance instance) {
        return places.get(instance);
    }

    /// An instance to check, if one waits.
    Optional<FunctionInstance> next() {
        return Optional.ofNullable(waiting.poll());
    }

    boolean isRequested(FunctionSymbol function) {
        return counts.containsKey(function);
    }
}
