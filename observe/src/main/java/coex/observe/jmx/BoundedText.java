// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.io.IOException;

/// Text that refuses to grow beyond a limit, so that a tool's question cannot fill the JVM's heap.
final class BoundedText implements Appendable {

    private final StringBuilder text = new StringBuilder();
    private final long most;

    BoundedText(long most) {
        this.most = most;
    }

    @Override
    public Appendable append(CharSequence more) throws IOException {
        return append(more, 0, more.length());
    }

    @Override
    public Appendable append(CharSequence more, int start, int end) throws IOException {
        requireRoomFor(end - start);
        text.append(more, start, end);
        return this;
    }

    @Override
    public Appendable append(char more) throws IOException {
        requireRoomFor(1);
        text.append(more);
        return this;
    }

    private void requireRoomFor(int more) throws IOException {
        if (text.length() + (long) more > most) {
            throw new IOException(
                    "report too long for a string; limit its rows or write it to a file: most="
                            + most);
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
