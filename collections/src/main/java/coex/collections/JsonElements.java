// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.json.JsonSyntaxException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

/// The elements of one array in a JSON text that is read from a stream, made as they are asked for.
/// For one thread.
final class JsonElements extends Spliterators.AbstractSpliterator<PersistentJson> {

    private enum State {
        BEFORE,
        INSIDE,
        BEHIND
    }

    private final JsonValues kind;
    private final JsonStreamReader reader;
    private final String pointer;
    private final List<String> steps;
    private State state = State.BEFORE;

    /// The number of the next element.
    private long number;

    JsonElements(JsonValues kind, InputStream source, String pointer) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.kind = kind;
        this.reader = new JsonStreamReader(source);
        this.pointer = pointer;
        this.steps = JsonPath.steps(pointer);
    }

    @Override
    public boolean tryAdvance(Consumer<? super PersistentJson> action) {
        PersistentJson element;
        try {
            element = state == State.BEHIND ? null : next();
        } catch (JsonSyntaxException e) {
            String path = state == State.BEFORE ? "" : pointer;
            state = State.BEHIND;
            throw new JsonTextException(e, path);
        } catch (IOException e) {
            state = State.BEHIND;
            throw new UncheckedIOException(e);
        } catch (Throwable e) {
            state = State.BEHIND;
            throw e;
        }
        if (element == null) {
            return false;
        }
        action.accept(element);
        return true;
    }

    /// The next element; null if there is none.
    private PersistentJson next() throws IOException {
        if (state == State.BEFORE) {
            toArray();
            state = State.INSIDE;
            if (reader.next() == ']') {
                reader.expect(']', ']');
                return end();
            }
        } else if (reader.expect(']', ',')) {
            return end();
        }
        return element();
    }

    /// Nothing, once the array has ended.
    private PersistentJson end() throws IOException {
        state = State.BEHIND;
        if (steps.isEmpty() && reader.next() >= 0) {
            throw reader.fail("the end of the text", reader.next());
        }
        return null;
    }

    private PersistentJson element() throws IOException {
        reader.next();
        int line = reader.line();
        int column = reader.column();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        reader.value(bytes);
        if (bytes.size() == 0) {
            throw reader.fail("a value", reader.next());
        }
        String path = pointer + "/" + number++;
        try {
            return kind.parse(bytes.toByteArray());
        } catch (JsonTextException e) {
            throw new JsonTextException(e, line, column, path);
        }
    }

    // Finding the array

    /// Goes beyond the bracket that begins it.
    private void toArray() throws IOException {
        reader.skipMark();
        for (String step : steps) {
            switch (reader.next()) {
                case '{' -> toField(step);
                case '[' -> toElement(step);
                case -1 -> throw reader.fail("a value", -1);
                default -> throw nothingThere(step);
            }
        }
        int found = reader.next();
        if (found < 0) {
            throw reader.fail("a value", found);
        }
        if (found != '[') {
            throw new IllegalArgumentException(
                    "not an array: pointer=%s line=%d column=%d"
                            .formatted(pointer, reader.line(), reader.column()));
        }
        reader.expect('[', '[');
    }

    private void toField(String step) throws IOException {
        reader.expect('{', '{');
        if (reader.next() == '}') {
            throw nothingThere(step);
        }
        while (true) {
            String name = reader.string();
            reader.expect(':', ':');
            if (name.equals(step)) {
                return;
            }
            passOver();
            if (reader.expect('}', ',')) {
                throw nothingThere(step);
            }
        }
    }

    private void toElement(String step) throws IOException {
        int index = JsonPath.index(step);
        reader.expect('[', '[');
        if (index < 0 || reader.next() == ']') {
            throw nothingThere(step);
        }
        for (int i = 0; i < index; i++) {
            passOver();
            if (reader.expect(']', ',')) {
                throw nothingThere(step);
            }
        }
    }

    private void passOver() throws IOException {
        switch (reader.next()) {
            case -1, ',', ':', ']', '}' -> throw reader.fail("a value", reader.next());
            default -> reader.value(null);
        }
    }

    private IllegalArgumentException nothingThere(String step) {
        return new IllegalArgumentException(
                "nothing is there: pointer=%s step=%s".formatted(pointer, step));
    }
}
