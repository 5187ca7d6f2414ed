package coex.language.problem;

/// The colours of reports.
public enum Palette {
    PLAIN("", "", "", "", ""),
    COLOURED("\u001B[36m", "\u001B[31;1m", "\u001B[34;1m", "\u001B[32m", "\u001B[0m");

    private final String header;
    private final String fault;
    private final String note;
    private final String hint;
    private final String end;

    Palette(String header, String fault, String note, String hint, String end) {
        this.header = header;
        this.fault = fault;
        this.note = note;
        this.hint = hint;
        this.end = end;
    }

    String header(String text) {
        return header + text + end;
    }

    String fault(String text) {
        return fault + text + end;
    }

    String note(String text) {
        return note + text + end;
    }

    String hint(String text) {
        return hint + text + end;
    }
}
