package coex.examples.lisp;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Computes the values of expressions, for one thread. A scope is a chain of bindings, 0 outside of
/// all functions; a name without a binding means the value of its symbol.
///
/// Whoever calls a method here keeps its arguments alive: they are in a slot of a frame, or
/// reachable from one. What a method gives, the caller puts into a slot before the next safepoint.
final class Evaluator {

    static final int DEEPEST = 1000;

    // The slots of the frame of `evaluate`.
    private static final int EXPRESSION = 0;
    private static final int SCOPE = 1;
    private static final int FUNCTION = 2;
    private static final int ARGUMENTS = 3;

    private final Mutator mutator;
    private final Values values;
    private final Consumer<String> output;
    private final Semaphore threads;
    private int depth;

    Evaluator(Mutator mutator, Values values, Consumer<String> output, Semaphore threads) {
        this.mutator = mutator;
        this.values = values;
        this.output = output;
        this.threads = threads;
    }

    /// The value of an expression. The last step of a function goes round the loop and takes no
    /// stack: the frame then holds the function's body and the scope of the call.
    long evaluate(long start, long startScope) {
        if (++depth > DEEPEST) {
            depth--;
            throw new LispException("calls are nested too deep");
        }
        try (Frame frame = mutator.frame(4)) {
            frame.set(EXPRESSION, start);
            frame.set(SCOPE, startScope);
            while (true) {
                mutator.safepoint(); // an endless loop must not keep the collector waiting
                long expression = frame.get(EXPRESSION);
                long scope = frame.get(SCOPE);
                if (is(expression, values.symbol)) {
                    return valueOf(expression, scope);
                }
                if (!is(expression, values.pair)) {
                    return expression;
                }
                long rest = tail(expression);
                switch (is(head(expression), values.symbol) ? show(head(expression)) : "") {
                    case "quote" -> {
                        return head(rest);
                    }
                    case "if" -> {
                        boolean holds = evaluate(head(rest), scope) != 0;
                        frame.set(EXPRESSION, head(holds ? tail(rest) : tail(tail(rest))));
                    }
                    case "set" -> {
                        long value = evaluate(head(tail(rest)), scope);
                        long cell = cellOf(require(head(rest), values.symbol), scope);
                        mutator.setReference(cell, valueField(cell), value);
                        return value;
                    }
                    case "function" -> {
                        return mutator.create(values.function, head(rest), head(tail(rest)), scope);
                    }
                    case "both" -> {
                        return both(head(rest), head(tail(rest)), scope);
                    }
                    default -> {
                        frame.set(FUNCTION, evaluate(head(expression), scope));
                        frame.set(ARGUMENTS, evaluateAll(rest, scope));
                        long function = frame.get(FUNCTION);
                        if (is(function, values.builtin)) {
                            return compute(function, frame.get(ARGUMENTS));
                        }
                        frame.set(SCOPE, bind(function, frame.get(ARGUMENTS)));
                        frame.set(EXPRESSION, mutator.getReference(function, values.body));
                    }
                }
            }
        } finally {
            depth--;
        }
    }

    /// The values of a list's elements. Those computed already are in the frame.
    private long evaluateAll(long list, long scope) {
        try (Frame frame = mutator.frame(1)) {
            for (long rest = list; rest != 0; rest = tail(rest)) {
                long value = evaluate(head(rest), scope);
                frame.set(0, mutator.create(values.pair, value, frame.get(0)));
            }
            return values.reversed(mutator, frame.get(0));
        }
    }

    private long valueOf(long symbol, long scope) {
        long cell = cellOf(symbol, scope);
        long value = mutator.getReference(cell, valueField(cell));
        if (value == symbol && cell == symbol) {
            throw new LispException("nothing is called " + show(symbol));
        }
        return value;
    }

    /// What holds the value of a name: a binding of the scope, or else the symbol itself.
    private long cellOf(long symbol, long scope) {
        long binding = scope;
        while (binding != 0 && mutator.getReference(binding, values.bindingName) != symbol) {
            binding = mutator.getReference(binding, values.next);
        }
        return binding != 0 ? binding : symbol;
    }

    private Field valueField(long cell) {
        return is(cell, values.symbol) ? values.symbolValue : values.bindingValue;
    }

    /// The scope of a call: the function's own, and before it the arguments by name.
    private long bind(long function, long arguments) {
        long name = mutator.getReference(require(function, values.function), values.parameters);
        long scope = mutator.getReference(function, values.scope);
        long value = arguments;
        for (; name != 0 && value != 0; name = tail(name), value = tail(value)) {
            scope = mutator.create(values.binding, head(value), head(name), scope);
        }
        if (name != 0 || value != 0) {
            long parameters = mutator.getReference(function, values.parameters);
            throw new LispException("called with " + show(arguments) + ": " + show(parameters));
        }
        return scope;
    }

    private long compute(long function, long arguments) {
        Builtin builtin = Builtin.values()[(int) mutator.getLong(function, values.builtinNumber)];
        long first = head(arguments);
        long second = head(tail(arguments));
        return switch (builtin) {
            case ADD -> number(Math.addExact(amount(first), amount(second)));
            case SUBTRACT -> number(Math.subtractExact(amount(first), amount(second)));
            case MULTIPLY -> number(Math.multiplyExact(amount(first), amount(second)));
            case LESS -> amount(first) < amount(second) ? number(1) : 0;
            case EQUAL -> amount(first) == amount(second) ? number(1) : 0;
            case PAIR -> mutator.create(values.pair, first, second);
            case HEAD -> head(require(first, values.pair));
            case TAIL -> tail(require(first, values.pair));
            case PRINT -> {
                output.accept(show(first));
                yield first;
            }
        };
    }

    /// The values of two expressions. If few threads are running, a new one computes the second; it
    /// leaves the value in a binding that this thread has in its frame.
    private long both(long first, long second, long scope) {
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.create(values.binding, 0, 0, 0));
            if (!threads.tryAcquire()) {
                frame.set(1, evaluate(first, scope));
                return list(frame.get(1), evaluate(second, scope));
            }
            Throwable[] failure = {null}; // read after the thread has ended
            Thread other =
                    mutator.spawn(
                            Thread.ofVirtual().factory(),
                            (its, given) -> failure[0] = computeFor(its, given),
                            second,
                            scope,
                            frame.get(0));
            try {
                frame.set(1, evaluate(first, scope));
            } finally {
                join(other);
            }
            switch (failure[0]) {
                case RuntimeException e -> throw e;
                case StackOverflowError e -> throw e;
                case null, default -> {}
            }
            return list(frame.get(1), mutator.getReference(frame.get(0), values.bindingValue));
        }
    }

    /// Runs on the new thread, with its own mutator; what it was given is in its first frame.
    private Throwable computeFor(Mutator its, Frame given) {
        try {
            Evaluator evaluator = new Evaluator(its, values, output, threads);
            long value = evaluator.evaluate(given.get(0), given.get(1));
            its.setReference(given.get(2), values.bindingValue, value);
            return null;
        } catch (RuntimeException | StackOverflowError e) {
            return e;
        } finally {
            threads.release();
        }
    }

    /// Waits in a safe region: the collector need not wait for a thread that waits.
    private void join(Thread thread) {
        try (SafeRegion _ = mutator.safeRegion()) {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LispException("interrupted");
        }
    }

    /// The first is rooted by the caller; the second goes straight into the list.
    private long list(long first, long second) {
        return mutator.create(values.pair, first, mutator.create(values.pair, second, 0));
    }

    private long number(long amount) {
        return mutator.create(values.number, amount);
    }

    private long amount(long value) {
        return mutator.getLong(require(value, values.number), values.amount);
    }

    private long require(long value, Shape shape) {
        if (!is(value, shape)) {
            throw new LispException("%s is no %s".formatted(show(value), shape.name()));
        }
        return value;
    }

    private boolean is(long value, Shape shape) {
        return value != 0 && mutator.shapeOf(value) == shape;
    }

    /// Past the end of a list there are empty lists.
    private long head(long list) {
        return is(list, values.pair) ? mutator.getReference(list, values.head) : 0;
    }

    private long tail(long list) {
        return is(list, values.pair) ? mutator.getReference(list, values.tail) : 0;
    }

    private String show(long value) {
        return values.show(mutator, value);
    }
}
