package coex.observe.report;

import java.util.Locale;

/// Lines of text.
public final class TextPage implements Page {

    private final Outlet outlet;
    private final long rows;

    TextPage(Outlet outlet, long rows) {
        this.outlet = outlet;
        this.rows = rows;
    }

    void line(String text) {
        outlet.append(text).append("\n");
    }

    void line(String format, Object... values) {
        line(String.format(Locale.ROOT, format, values));
    }

    void blank() {
        line("");
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
