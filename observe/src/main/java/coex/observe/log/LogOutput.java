// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import java.io.IOException;

/// Where lines go. Used by one thread.
public interface LogOutput {

    /// Takes a whole line, its end included. It may be kept until [#flush].
    ///
    /// @throws IOException if this line or one kept could not be written
    void write(String line) throws IOException;

    /// Sees to it that everything taken is written.
    void flush() throws IOException;

    /// After a failure: forgets what was taken and is not written, and says how many lines that is.
    int discardUnwritten();

    /// Ends the output. What was not flushed is lost.
    void close() throws IOException;
}
