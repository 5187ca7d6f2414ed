package coex.language.check;

import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.SourceTree;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameListener;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What the bodies of a program share while they are checked.
final class Program {

    private final Problems problems;
    private final NameListener listener;
    private final OutputOptions output;
    private final Instances instances;

    /// Methods that use their receiver themselves.
    private final Set<FunctionSymbol> usingSelf = new HashSet<>();

    /// The methods that a method calls by their bare names, on its own receiver.
    private final Map<FunctionSymbol, Set<FunctionSymbol>> siblings = new HashMap<>();

    /// Calls of methods on their types, and not on values.
    private final Map<Span, FunctionSymbol> callsOnTypes = new LinkedHashMap<>();

    /// Takes what must not be said.
    private final Problems unsaid = new Problems();

    /// Whether so much is missing that nothing can be said about any of it.
    private final boolean isWide;

    /// Whether the function that is checked now has parts missing.
    private boolean isDamaged;

    Program(Problems problems, OutputOptions output, NameListener listener, boolean isWide) {
        this.isWide = isWide;
        this.problems = problems;
        this.listener = listener;
        this.output = output;
        this.instances = new Instances(this::problems, this::counts);
    }

    /// Where to report mistakes.
    Problems problems() {
        return isWide || isDamaged ? unsaid : problems;
    }

    NameListener listener() {
        return listener;
    }

    /// Whether what is found concerns the rest of the program. What a function with missing parts
    /// asks for may not be what it was to ask for.
    private boolean counts() {
        return isWide || !isDamaged;
    }

    /// Checks a function that has parts missing: nothing of it is reported.
    <T> T checkDamaged(Supplier<T> function) {
        isDamaged = true;
        try {
            return function.get();
        } finally {
            isDamaged = false;
        }
    }

    Instances instances() {
        return instances;
    }

    boolean prints(ModuleSymbol module) {
        return output.printing().orElse(directive(module, SourceTree.Output.PRINTING, true));
    }

    boolean debugs(ModuleSymbol module) {
        return output.debugging().orElse(directive(module, SourceTree.Output.DEBUGGING, false));
    }

    /// The last directive of a kind wins.
    private static boolean directive(
            ModuleSymbol module, SourceTree.Output output, boolean otherwise) {
        boolean isOn = otherwise;
        for (SourceTree tree : module.trees()) {
            for (SourceTree.Directive directive : tree.directives()) {
                isOn = directive.output() == output ? directive.isOn() : isOn;
            }
        }
        return isOn;
    }

    // Static methods

    void usesSelf(FunctionSymbol method) {
        if (counts()) {
            usingSelf.add(method);
        }
    }

    void callsSibling(FunctionSymbol caller, FunctionSymbol callee) {
        if (counts()) {
            siblings.computeIfAbsent(caller, _ -> new HashSet<>()).add(callee);
        }
    }

    void callsOnType(FunctionSymbol method, Span call) {
        if (counts()) {
            callsOnTypes.put(call, method);
        }
    }

    /// Reports calls of instance methods on their types, when all methods are checked.
    void reportCallsWithoutReceiver() {
        callsOnTypes.forEach(
                (call, method) -> {
                    if (needsReceiver(method, new HashSet<>())) {
                        problems()
                                .add(
                                        new TypeProblem.NotAllowed(
                                                call,
                                                TypeRule.NO_RECEIVER,
                                                "'%s' uses its receiver, so it must be called on a value."
                                                        .formatted(method),
                                                Optional.of(
                                                        "call it on a value: `x.%s(...)`."
                                                                .formatted(method.name()))));
                    }
                });
    }

    private boolean needsReceiver(FunctionSymbol method, Set<FunctionSymbol> seen) {
        return usingSelf.contains(method)
                || seen.add(method)
                        && siblings.getOrDefault(method, Set.of()).stream()
                                .anyMatch(sibling -> needsReceiver(sibling, seen));
    }
}
