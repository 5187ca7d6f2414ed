package coex.runtime.program;

import coex.runtime.io.Descriptors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Standard error as something to append to.
final class ErrorAppendable implements Appendable {

    private final Descriptors descriptors;

    ErrorAppendable(Descriptors descriptors) {
        this.descriptors = descriptors;
    }

    @Override
    public Appendable append(CharSequence text) throws IOException {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        descriptors.write(2, bytes, 0, bytes.length);
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
