package coex.examples.lisp;

import coex.gc.Field;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.Shape;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/// The kinds of values, as shapes of a heap. A value is a handle; 0 is the empty list.
///
/// Shapes belong to a heap, and all threads share them. Symbols and bindings are assigned to, so
/// their shapes are mutable; everything else never changes.
final class Values implements AutoCloseable {

    final Shape pair;
    final Shape number;
    final Shape text;
    final Shape symbol;
    final Shape builtin;
    final Shape function;
    final Shape binding;

    final Field head;
    final Field tail;
    final Field amount;
    final Field symbolValue;
    final Field builtinNumber;
    final Field parameters;
    final Field body;
    final Field scope;
    final Field bindingValue;
    final Field bindingName;
    final Field next;

    /// One symbol for each name: symbols are the same if their handles are.
    private final ConcurrentHashMap<String, GlobalRoot> symbols = new ConcurrentHashMap<>();

    private final Heap heap;

    Values(Heap heap) {
        this.heap = heap;
        pair = heap.shape("Pair").reference("head").reference("tail").build();
        number = heap.shape("Number").longField("value").build();
        text = heap.shape("Text").text().build();
        symbol = heap.shape("Symbol").reference("value").reference("name").mutable().build();
        builtin = heap.shape("Builtin").longField("number").build();
        function =
                heap.shape("Function")
                        .reference("parameters")
                        .reference("body")
                        .reference("scope")
                        .build();
        binding =
                heap.shape("Binding")
                        .reference("value")
                        .reference("name")
                        .reference("next")
                        .mutable()
                        .build();
        head = pair.field("head");
        tail = pair.field("tail");
        amount = number.field("value");
        symbolValue = symbol.field("value");
        builtinNumber = builtin.field("number");
        parameters = function.field("parameters");
        body = function.field("body");
        scope = function.field("scope");
        bindingValue = binding.field("value");
        bindingName = binding.field("name");
        next = binding.field("next");
    }

    /// The symbol of that name, made when it is first met; its value is itself until it is given
    /// one. A safepoint.
    long symbol(Mutator mutator, String name) {
        GlobalRoot known = symbols.get(name);
        if (known == null) {
            GlobalRoot made = heap.newRoot();
            made.set(mutator, mutator.create(symbol, 0, text(mutator, name)));
            mutator.setReference(made.get(mutator), symbolValue, made.get(mutator));
            known = symbols.putIfAbsent(name, made);
            if (known == null) {
                return made.get(mutator);
            }
            made.close(); // another thread was faster
        }
        return known.get(mutator);
    }

    /// A text. A safepoint.
    long text(Mutator mutator, String content) {
        byte[] utf8 = content.getBytes(StandardCharsets.UTF_8);
        long made = mutator.allocateArray(text, utf8.length);
        mutator.setBytes(made, 0, utf8, 0, utf8.length);
        mutator.seal(made);
        return made;
    }

    /// A list the other way round. The caller has the old one in a frame; the new one goes from
    /// each `create` into the next, which roots what it is given. A safepoint.
    long reversed(Mutator mutator, long list) {
        long made = 0;
        for (long rest = list; rest != 0; rest = mutator.getReference(rest, tail)) {
            made = mutator.create(pair, mutator.getReference(rest, head), made);
        }
        return made;
    }

    /// What a program prints for a value. Makes no object, so nothing needs a frame.
    String show(Mutator mutator, long value) {
        StringBuilder shown = new StringBuilder();
        show(mutator, value, shown, 0);
        return shown.toString();
    }

    private void show(Mutator mutator, long value, StringBuilder shown, int depth) {
        Shape shape = value == 0 ? pair : mutator.shapeOf(value);
        if (shape == number) {
            shown.append(mutator.getLong(value, amount));
        } else if (shape == symbol) {
            show(mutator, mutator.getReference(value, symbol.field("name")), shown, depth);
        } else if (shape == text) {
            byte[] utf8 = new byte[mutator.length(value)];
            mutator.getBytes(value, 0, utf8, 0, utf8.length);
            shown.append(new String(utf8, StandardCharsets.UTF_8));
        } else if (shape == pair && depth < 100) {
            String before = "(";
            for (long rest = value; rest != 0; ) {
                shown.append(before);
                before = " ";
                show(mutator, mutator.getReference(rest, head), shown, depth + 1);
                long after = mutator.getReference(rest, tail);
                rest = after != 0 && mutator.shapeOf(after) == pair ? after : 0;
            }
            shown.append(value == 0 ? "()" : ")");
        } else {
            shown.append('<').append(shape).append('>');
        }
    }

    @Override
    public void close() {
        symbols.values().forEach(GlobalRoot::close);
    }
}
