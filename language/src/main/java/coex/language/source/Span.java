package coex.language.source;

/// A piece of a source text: from `start` up to, not including, `end`.
public record Span(SourceFile file, int start, int end) {

    public Span {
        if (start < 0 || end < start || end > file.text().length()) {
            throw new IllegalArgumentException(
                    "span outside its file: start=%d end=%d length=%d"
                            .formatted(start, end, file.text().length()));
        }
    }

    /// From the start of this span to the end of a later one in the same file.
    public Span to(Span last) {
        return new Span(file, start, Math.max(end, last.end));
    }

    /// The place just after this span.
    public Span after() {
        return new Span(file, end, end);
    }

    public int line() {
        return file.lineOf(start);
    }

    public int column() {
        return file.columnOf(start);
    }

    public String text() {
        return file.text().substring(start, end);
    }

    @Override
    public String toString() {
        return file.name() + ":" + line() + ":" + column();
    }
}
