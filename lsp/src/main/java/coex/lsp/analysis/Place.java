package coex.lsp.analysis;

import coex.language.source.Span;

/// A piece of a file by the file's name. Spans of the same place in two analyses differ, since each
/// reads its files anew.
public record Place(String file, int start, int end) {

    public static Place of(Span span) {
        return new Place(span.file().name(), span.start(), span.end());
    }
}
