// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import java.util.Locale;

/// Lines of text. They may begin with a mark, which says to programs what they are; then none is
/// blank.
public final class TextPage implements Page {

    private final Outlet outlet;
    private final long rows;
    private final String mark;

    TextPage(Outlet outlet, long rows) {
        this(outlet, rows, "");
    }

    /// @param mark what every line begins with
    TextPage(Outlet outlet, long rows, String mark) {
        this.outlet = outlet;
        this.rows = rows;
        this.mark = mark;
    }

    /// The same page for so many rows.
    TextPage limitedTo(long most) {
        return new TextPage(outlet, most, mark);
    }

    void line(String text) {
        outlet.append(mark).append(text).append("\n");
    }

    void line(String format, Object... values) {
        line(String.format(Locale.ROOT, format, values));
    }

    void blank() {
        if (mark.isEmpty()) {
            line("");
        }
    }

    /// Says how many rows were left out, if any were.
    void more(String indent, long count, String what) {
        if (count > 0) {
            line("%s... %d more%s", indent, count, what.isEmpty() ? "" : " " + what);
        }
    }

    @Override
    public void rest() {
        outlet.drain();
    }

    @Override
    public long rows() {
        return rows;
    }
}
