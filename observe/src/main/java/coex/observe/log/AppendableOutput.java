// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import java.io.Flushable;
import java.io.IOException;

/// Writes lines to whatever an embedder has, each with one call. It is the embedder's to close.
public final class AppendableOutput implements LogOutput {

    private final Appendable target;
    private int unwritten;

    public AppendableOutput(Appendable target) {
        this.target = target;
    }

    @Override
    public void write(String line) throws IOException {
        unwritten = 1;
        target.append(line);
        unwritten = 0;
    }

    @Override
    public void flush() throws IOException {
        if (target instanceof Flushable flushable) {
            flushable.flush();
        }
    }

    @Override
    public int discardUnwritten() {
        int discarded = unwritten;
        unwritten = 0;
        return discarded;
    }

    @Override
    public void close() {}
}
