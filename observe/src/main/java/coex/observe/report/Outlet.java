// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/// Holds what was written until it may be passed on.
///
/// While a thread looks at an object the collector may be waiting for it, so what it writes then
/// goes into memory. [#drain] gives it to the real target, which may take any time.
final class Outlet extends Writer {

    private final Appendable target;
    private final StringBuilder held = new StringBuilder();

    Outlet(Appendable target) {
        this.target = target;
    }

    @Override
    public void write(char[] characters, int from, int count) {
        held.append(characters, from, count);
    }

    @Override
    public Outlet append(CharSequence text) {
        held.append(text);
        return this;
    }

    @Override
    public void flush() {} // what is held stays held until it is drained

    @Override
    public void close() {}

    /// Passes on what is held.
    ///
    /// @throws UncheckedIOException what the target throws
    void drain() {
        if (!held.isEmpty()) {
            try {
                target.append(held.toString()); // which the target may keep
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            held.setLength(0);
        }
    }
}
