package coex.language.format;

import coex.language.syntax.Comment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A piece of code that can be laid out: words that stay together, and brackets that are either on
/// one line with all that is in them, or broken, with what they hold on lines of its own.
record Doc(List<Part> parts) {

    sealed interface Part {}

    /// Only the text of inline IR has line ends in it.
    record Text(String text) implements Part {}

    /// @param separator what stands behind each item but the last: a comma, or nothing
    /// @param isTable whether items are short literals, which share lines
    /// @param isBroken whether the author has broken them, or a comment in them needs a line
    /// @param behindOpening a comment on the line of the opening bracket
    /// @param beforeClosing comments after the last item, on lines of their own
    /// @param flat how wide they are if they are not broken
    record Brackets(
            String opening,
            String closing,
            String separator,
            List<Item> items,
            boolean isTable,
            boolean isBroken,
            Optional<Comment> behindOpening,
            List<Comment> beforeClosing,
            LineWidths flat)
            implements Part {}

    /// What stands between brackets, up to a comma.
    ///
    /// @param startsRow whether the source has it on another line than the item before
    /// @param followsEmptyLine whether the source has an empty line before it
    /// @param before comments on lines of their own
    /// @param behind a comment on its last line
    record Item(
            Doc doc,
            boolean startsRow,
            boolean followsEmptyLine,
            List<Comment> before,
            Optional<Comment> behind) {}

    static Doc of(Part part) {
        return new Doc(List.of(part));
    }

    static Doc text(String text) {
        return of(new Text(text));
    }

    /// Pieces one after another: texts and docs.
    static Doc of(Object... pieces) {
        var parts = new ArrayList<Part>();
        for (Object piece : pieces) {
            switch (piece) {
                case String text -> {
                    if (!text.isEmpty()) {
                        parts.add(new Text(text));
                    }
                }
                case Doc doc -> parts.addAll(doc.parts);
                default -> throw new IllegalArgumentException("neither text nor doc: " + piece);
            }
        }
        return new Doc(parts);
    }

    static Doc joined(List<Doc> docs, String separator) {
        var pieces = new ArrayList<Object>();
        for (Doc doc : docs) {
            if (!pieces.isEmpty()) {
                pieces.add(separator);
            }
            pieces.add(doc);
        }
        return of(pieces.toArray());
    }
}
