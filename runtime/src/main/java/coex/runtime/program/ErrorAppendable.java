package coex.runtime.program;

import coex.runtime.error.CoexError;
import coex.runtime.io.Descriptors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Standard error as something to append to, by threads in the middle of things: they go on if the
/// program has written all that it may, and it ends.
final class ErrorAppendable implements Appendable {

    private final Descriptors descriptors;
    private final Consumer<CoexError> ending;

    /// @param ending ends the program
    ErrorAppendable(Descriptors descriptors, Consumer<CoexError> ending) {
        this.descriptors = descriptors;
        this.ending = ending;
    }

    @Override
    public Appendable append(CharSequence text) throws IOException {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        try {
            descriptors.write(2, bytes, 0, bytes.length);
        } catch (CoexError limit) {
            ending.accept(limit);
        }
        return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) throws IOException {
        return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char character) throws IOException {
        return append(String.valueOf(character));
    }
}
