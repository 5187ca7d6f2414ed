package coex.lsp.answer;

import coex.language.type.Meaning;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Use;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;

import java.util.Optional;

/// What is shown where the mouse rests: what a name stands for, or the type of an expression.
public final class Hovers {

    private Hovers() {}

    public static Optional<Hover> at(Analysis analysis, int offset, Documentation documentation) {
        return analysis.names()
                .at(analysis.file(), offset)
                .map(use -> of(use, documentation))
                .or(
                        () ->
                                analysis.names()
                                        .typeAt(analysis.file(), offset)
                                        .map(type -> new Hover(code(Described.spelling(type)))));
    }

    private static Hover of(Use use, Documentation documentation) {
        var hover = new Hover(content(use.meaning(), documentation));
        hover.setRange(Positions.range(use.place()));
        return hover;
    }

    private static MarkupContent content(Meaning meaning, Documentation documentation) {
        MarkupContent content = code(Described.line(meaning));
        documentation
                .of(meaning)
                .ifPresent(text -> content.setValue(content.getValue() + "\n\n" + text));
        return content;
    }

    private static MarkupContent code(String line) {
        return new MarkupContent(MarkupKind.MARKDOWN, "```coex\n" + line + "\n```");
    }
}
