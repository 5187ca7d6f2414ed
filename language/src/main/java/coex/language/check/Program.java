package coex.language.check;

import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.SourceTree;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.TypeProblem;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the bodies of a program share while they are checked.
final class Program {

    private final Problems problems;
    private final OutputOptions output;
    private final Instances instances;

    /// Methods that use their receiver themselves.
    private final Set<FunctionSymbol> usingSelf = new HashSet<>();

    /// The methods that a method calls by their bare names, on its own receiver.
    private final Map<FunctionSymbol, Set<FunctionSymbol>> siblings = new HashMap<>();

    /// Calls of methods on their types, and not on values.
    private final Map<Span, FunctionSymbol> callsOnTypes = new LinkedHashMap<>();

    Program(Problems problems, OutputOptions output) {
        this.problems = problems;
        this.output = output;
        this.instances = new Instances(problems);
    }

    Problems problems() {
        return problems;
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
        usingSelf.add(method);
    }

    void callsSibling(FunctionSymbol caller, FunctionSymbol callee) {
        siblings.computeIfAbsent(caller, _ -> new HashSet<>()).add(callee);
    }

    void callsOnType(FunctionSymbol method, Span call) {
        callsOnTypes.put(call, method);
    }

    /// Reports calls of instance methods on their types, when all methods are checked.
    void reportCallsWithoutReceiver() {
        callsOnTypes.forEach(
                (call, method) -> {
                    if (needsReceiver(method, new HashSet<>())) {
                        problems.add(
                                new TypeProblem.NotAllowed(
                                        call,
                                        "method without a receiver",
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
