package coex.language.format;

import coex.language.syntax.Comment;

/// Lays code out in lines. Brackets stay on one line if everything up to the next place for a break
/// fits there; otherwise they are broken, the outer ones before those within.
///
/// Brackets that are broken here have a line end behind the opening one, so they are broken when
/// the result is laid out again; those that are not find the same room again. That is why a second
/// time changes nothing.
final class DocWriter {

    static final String INDENT = "    ";

    private final StringBuilder out;
    private int column;

    private DocWriter(StringBuilder out) {
        this.out = out;
    }

    /// Appends a line, and those that it is broken into.
    static void line(Doc doc, int depth, StringBuilder out) {
        var writer = new DocWriter(out);
        writer.indent(depth);
        writer.breaking(doc, depth, 0);
        out.append('\n');
    }

    private void append(String text) {
        out.append(text);
        int lineEnd = text.lastIndexOf('\n');
        column = (lineEnd < 0 ? column : 0) + LineWidths.width(text.substring(lineEnd + 1));
    }

    private void indent(int depth) {
        append(INDENT.repeat(depth));
    }

    private void lineEnd() {
        out.append('\n');
        column = 0;
    }

    /// Writes code and breaks what does not fit.
    ///
    /// @param rest the width of what follows it on the same line
    private void breaking(Doc doc, int depth, int rest) {
        for (int i = 0; i < doc.parts().size(); i++) {
            switch (doc.parts().get(i)) {
                case Doc.Text(String text) -> append(text);
                case Doc.Brackets brackets -> {
                    int behind = widthBehind(doc, i, rest);
                    int indentation = INDENT.length() * depth;
                    if (brackets.isBroken() || !brackets.flat().fit(column, indentation, behind)) {
                        broken(brackets, depth);
                    } else {
                        flat(brackets, depth);
                    }
                }
            }
        }
    }

    /// The width from a part to the next place where a line can be broken.
    private static int widthBehind(Doc doc, int index, int rest) {
        int width = 0;
        for (Doc.Part part : doc.parts().subList(index + 1, doc.parts().size())) {
            switch (part) {
                case Doc.Brackets brackets -> {
                    return width + brackets.opening().length();
                }
                case Doc.Text(String text) -> {
                    int lineEnd = text.indexOf('\n');
                    if (lineEnd >= 0) {
                        return width + LineWidths.width(text.substring(0, lineEnd));
                    }
                    width += LineWidths.width(text);
                }
            }
        }
        return width + rest;
    }

    /// On one line, but for what is broken anyhow.
    private void flat(Doc.Brackets brackets, int depth) {
        append(brackets.opening());
        for (int i = 0; i < brackets.items().size(); i++) {
            append(i > 0 ? brackets.separator() + " " : "");
            for (Doc.Part part : brackets.items().get(i).doc().parts()) {
                switch (part) {
                    case Doc.Text(String text) -> append(text);
                    case Doc.Brackets inner -> {
                        if (inner.isBroken()) {
                            broken(inner, depth);
                        } else {
                            flat(inner, depth);
                        }
                    }
                }
            }
        }
        append(brackets.closing());
    }

    private void broken(Doc.Brackets brackets, int depth) {
        append(brackets.opening());
        brackets.behindOpening().ifPresent(this::commentBehind);
        lineEnd();
        for (int i = 0; i < brackets.items().size(); i++) {
            Doc.Item item = brackets.items().get(i);
            String separator = i + 1 < brackets.items().size() ? brackets.separator() : "";
            if (i > 0 && staysOnLine(brackets, item, separator)) {
                append(" ");
            } else {
                if (i > 0) {
                    lineEnd();
                }
                if (i > 0 && item.followsEmptyLine()) {
                    lineEnd();
                }
                item.before().forEach(comment -> commentLine(comment, depth + 1));
                indent(depth + 1);
            }
            breaking(item.doc(), depth + 1, separator.length());
            append(separator);
            item.behind().ifPresent(this::commentBehind);
        }
        if (!brackets.items().isEmpty()) {
            lineEnd();
        }
        brackets.beforeClosing().forEach(comment -> commentLine(comment, depth + 1));
        indent(depth);
        append(brackets.closing());
    }

    /// Short literals stay in the rows of the source, as far as these fit.
    private boolean staysOnLine(Doc.Brackets brackets, Doc.Item item, String separator) {
        if (!brackets.isTable() || item.startsRow()) {
            return false;
        }
        var widths = new LineWidths();
        widths.add(item.doc());
        return widths.fit(column + 1, 0, separator.length());
    }

    private void commentBehind(Comment comment) {
        append("  " + comment.span().text().stripTrailing());
    }

    private void commentLine(Comment comment, int depth) {
        indent(depth);
        append(comment.span().text().stripTrailing());
        lineEnd();
    }
}
