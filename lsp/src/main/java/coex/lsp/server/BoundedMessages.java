package coex.lsp.server;

import org.eclipse.lsp4j.jsonrpc.MessageIssueHandler;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.json.StreamMessageProducer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Reads messages, and gives up on what cannot be one: a header without an end, or a message larger
/// than any text. What is at the other end then does not speak the protocol, and waiting for a
/// gigabyte of it would cost the memory that the editor needs.
final class BoundedMessages extends StreamMessageProducer {

    private static final int LONGEST_HEADER = 16 << 10;
    private static final int LARGEST_MESSAGE = 64 << 20;

    BoundedMessages(InputStream in, MessageJsonHandler handler, MessageIssueHandler issues) {
        super(new Counted(in), handler, issues);
    }

    @Override
    protected boolean handleMessage(InputStream input, Headers headers) {
        if (headers.contentLength > LARGEST_MESSAGE) {
            throw new IllegalStateException(
                    "message too large: bytes=%d most=%d"
                            .formatted(headers.contentLength, LARGEST_MESSAGE));
        }
        return super.handleMessage(input, headers);
    }

    /// A message that is none; the next may be one.
    @Override
    protected void fireError(Throwable error) {
        String said = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
        System.err.println("coex lsp: not a message: " + said);
    }

    /// Headers are read byte by byte, messages in pieces.
    private static final class Counted extends FilterInputStream {
        private int inHeader;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            if (++inHeader > LONGEST_HEADER) {
                throw new IOException(
                        "not a message of the language server protocol: no header in %d bytes"
                                .formatted(LONGEST_HEADER));
            }
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            inHeader = 0;
            return super.read(bytes, offset, length);
        }
    }
}
