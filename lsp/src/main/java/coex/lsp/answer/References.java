package coex.lsp.answer;

import coex.language.source.SourceFile;
import coex.language.type.Meaning;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Place;
import coex.lsp.analysis.Use;
import coex.lsp.analysis.Workspace;
import coex.lsp.text.Positions;
import coex.lsp.text.Uris;

import org.eclipse.lsp4j.Location;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Where a name is declared, and where it is used: in the document, and for what other files can
/// see in all files of the workspace.
public final class References {

    private References() {}

    public static Optional<Location> definition(Analysis analysis, int offset) {
        return analysis.names()
                .at(analysis.file(), offset)
                .flatMap(use -> use.meaning().declaration())
                .flatMap(
                        span ->
                                Uris.uriOf(span.file().name())
                                        .or(
                                                () ->
                                                        span.file() == analysis.file()
                                                                ? Optional.of("")
                                                                : Optional.empty())
                                        .map(uri -> new Location(uri, Positions.range(span))));
    }

    /// The places where the name at a position is used, in the order of files and texts.
    public static Collection<Use> of(
            Analysis analysis, int offset, boolean withDeclaration, Workspace workspace) {
        Optional<Use> asked = analysis.names().at(analysis.file(), offset);
        if (asked.isEmpty()) {
            return List.of();
        }
        Meaning meaning = asked.get().meaning();
        if (meaning.declaration().isEmpty()) {
            // Something built in: its uses in this document.
            return analysis.names().of(analysis.file()).stream()
                    .filter(
                            use ->
                                    use.meaning() instanceof Meaning.BuiltIn builtIn
                                            && isSame(builtIn, meaning))
                    .toList();
        }
        Map<String, Use> found = usesOf(meaning, analysis, workspace);
        return found.values().stream()
                .filter(use -> withDeclaration || !use.isDeclaration())
                .toList();
    }

    private static boolean isSame(Meaning.BuiltIn one, Meaning other) {
        return other instanceof Meaning.BuiltIn second
                && one.of().equals(second.of())
                && one.name().equals(second.name());
    }

    /// All uses by their places, each once, whichever files' analyses show it.
    static Map<String, Use> usesOf(Meaning meaning, Analysis analysis, Workspace workspace) {
        Place declaration = Place.of(meaning.declaration().orElseThrow());
        var found = new TreeMap<String, Use>();
        add(analysis, declaration, found);
        if (!isLocal(meaning)) {
            for (SourceFile file : workspace.files().values()) {
                boolean mayUse =
                        file.text().contains(meaning.name())
                                && !file.name().equals(analysis.file().name());
                if (mayUse) {
                    add(workspace.analysisOf(file), declaration, found);
                }
            }
        }
        return found;
    }

    /// Whether nothing outside of the function can name it. A parameter can be named by calls.
    private static boolean isLocal(Meaning meaning) {
        return meaning instanceof Meaning.Parameter;
    }

    private static void add(Analysis analysis, Place declaration, Map<String, Use> found) {
        for (Use use : analysis.names().usesOf(declaration)) {
            String key = "%s:%09d".formatted(use.place().file().name(), use.place().start());
            found.putIfAbsent(key, use);
        }
    }

    public static Optional<Location> location(Use use) {
        return Uris.uriOf(use.place().file().name())
                .map(uri -> new Location(uri, Positions.range(use.place())));
    }
}
