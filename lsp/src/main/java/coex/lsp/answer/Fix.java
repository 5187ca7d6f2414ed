package coex.lsp.answer;

import coex.language.source.Span;
import coex.language.syntax.SourceTree;
import coex.lsp.analysis.Analysis;
import coex.lsp.text.Positions;

import org.eclipse.lsp4j.TextEdit;

import java.util.ArrayList;
import java.util.List;

/// Changes of one file that make a problem go away. They do not overlap.
///
/// @param title what the editor shows of it
record Fix(String title, List<Change> changes) {

    record Change(Span place, String text) {}

    static Fix of(String title, Span place, String text) {
        return new Fix(title, List.of(new Change(place, text)));
    }

    static Fix changeTo(Span place, String text) {
        return of("Change to `%s`".formatted(text), place, text);
    }

    /// The same fix of a file that imports a module.
    Fix importing(String module, Analysis analysis) {
        if (analysis.module().imports().containsKey(module)) {
            return this;
        }
        var all = new ArrayList<>(addedImport(module, analysis).changes());
        all.addAll(changes);
        return new Fix(title, all);
    }

    /// An import before all others. A first line that says who runs the file stays the first.
    static Fix addedImport(String module, Analysis analysis) {
        List<SourceTree.Import> imports = analysis.tree().imports();
        String text = analysis.file().text();
        int start = 0;
        if (!imports.isEmpty()) {
            start = imports.getFirst().span().start();
        } else if (text.startsWith("#!") && text.contains("\n")) {
            start = text.indexOf('\n') + 1;
        }
        return of(
                "Add `import %s`".formatted(module),
                analysis.file().span(start, start),
                "import %s\n".formatted(module));
    }

    List<TextEdit> edits() {
        return changes.stream()
                .map(change -> new TextEdit(Positions.range(change.place()), change.text()))
                .toList();
    }
}
