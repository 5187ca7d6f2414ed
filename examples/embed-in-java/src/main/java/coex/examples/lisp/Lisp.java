package coex.examples.lisp;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.Mutator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// A small Lisp whose values, functions and scopes are objects of a heap: an example of a language
/// on `coex.gc`. The guide "Writing a language on the heap" goes through it.
///
///     (set count (function (n) (if (= n 0) 0 (count (- n 1)))))
///     (print (count 1000000))
///
/// For the thread that opened it, which attaches to the heap.
public final class Lisp implements AutoCloseable {

    private final Mutator mutator;
    private final Values values;
    private final Evaluator evaluator;

    /// Opens a Lisp on a heap that has none yet, and that the caller closes.
    public Lisp(Heap heap, Consumer<String> output) {
        mutator = heap.attach();
        values = new Values(heap);
        Semaphore threads = new Semaphore(Runtime.getRuntime().availableProcessors());
        evaluator = new Evaluator(mutator, values, output, threads);
        for (Builtin builtin : Builtin.values()) {
            // Symbols are kept by their roots, so this one needs no frame while the next is made.
            long symbol = values.symbol(mutator, builtin.text);
            long operation = mutator.create(values.builtin, builtin.ordinal());
            mutator.setReference(symbol, values.symbolValue, operation);
        }
    }

    /// Runs a program, and gives the last value as it is printed.
    ///
    /// @throws LispException if the program has a mistake, or wants more than the heap has
    public String run(String program) {
        try (Frame frame = mutator.frame(2)) {
            Reader reader = new Reader(mutator, values, program);
            while (reader.hasNext()) {
                frame.set(0, reader.next());
                frame.set(1, evaluator.evaluate(frame.get(0), 0));
            }
            return values.show(mutator, frame.get(1));
        } catch (HeapExhaustedException e) {
            throw new LispException("the program needs more memory: " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new LispException("calls are nested too deep");
        } catch (ArithmeticException e) {
            throw new LispException("a number beyond 64 bits");
        }
    }

    @Override
    public void close() {
        values.close();
        mutator.close();
    }

    /// Runs the program in a file.
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("Usage: Lisp FILE");
            System.exit(2);
        }
        try (Heap heap = Heap.open();
                Lisp lisp = new Lisp(heap, System.out::println)) {
            lisp.run(Files.readString(Path.of(arguments[0])));
        } catch (LispException e) {
            System.err.println("lisp: " + e.getMessage());
            System.exit(1);
        } catch (IOException e) {
            System.err.println("lisp: cannot read " + arguments[0]);
            System.exit(1);
        }
    }
}
