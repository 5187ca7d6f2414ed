package coex.language.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Decodes the bytes of a source file, which are UTF-8.
public final class SourceText {

    private SourceText() {}

    /// The text of `bytes`, without a byte-order mark.
    ///
    /// @throws NotUtf8Exception if they are not UTF-8
    public static String decode(byte[] bytes) throws NotUtf8Exception {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .decode(in, out, true);
        out.flip();
        if (result.isError()) {
            throw new NotUtf8Exception(lineAt(bytes, in.position()), bytes[in.position()] & 0xFF);
        }
        String text = out.toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static int lineAt(byte[] bytes, int position) {
        int line = 1;
        for (int i = 0; i < position; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r' && bytes[i + 1] != '\n') {
                line++;
            }
        }
        return line;
    }
}
