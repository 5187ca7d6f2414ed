package coex.lsp.answer;

import coex.language.problem.Problem;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.TokenKind;
import coex.language.type.Meaning;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Place;
import coex.lsp.analysis.Use;
import coex.lsp.analysis.Workspace;
import coex.lsp.text.Positions;
import coex.lsp.text.Uris;

import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Gives something another name, everywhere, or says why that cannot be done.
///
/// The changed texts are analysed before anybody sees them: the name must stand for the same thing
/// in all the same places, and nothing may be wrong that was not wrong before. So a new name that
/// another declaration hides, or that hides another, is refused.
public final class Renaming {

    /// Why something cannot be renamed.
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    private Renaming() {}

    /// What would be renamed.
    public static Range prepare(Analysis analysis, int offset) throws Refused {
        return Positions.range(renamed(analysis, offset).place());
    }

    private static Use renamed(Analysis analysis, int offset) throws Refused {
        Use use =
                analysis.names()
                        .at(analysis.file(), offset)
                        .orElseThrow(() -> new Refused("There is no name here."));
        Meaning meaning = use.meaning();
        if (meaning instanceof Meaning.BuiltIn) {
            throw new Refused("`%s` is built in.".formatted(meaning.name()));
        }
        if (meaning instanceof Meaning.Module) {
            throw new Refused("A module is named by its file: rename that.");
        }
        if (meaning instanceof Meaning.Extern) {
            throw new Refused("A foreign function is named by the C library it is in.");
        }
        if (meaning instanceof Meaning.Function(var function)
                && function.name().equals("main")
                && function.ownerType().isEmpty()) {
            throw new Refused("A program begins with `main`, which must be called so.");
        }
        SourceFile declaring = meaning.declaration().orElseThrow().file();
        if (declaring != analysis.file() && Uris.uriOf(declaring.name()).isEmpty()) {
            throw new Refused("`%s` is part of a library.".formatted(meaning.name()));
        }
        if (analysis.modules().stream()
                .filter(module -> module.isPackage())
                .flatMap(module -> module.trees().stream())
                .anyMatch(tree -> tree.file() == declaring)) {
            throw new Refused("`%s` is part of a package.".formatted(meaning.name()));
        }
        return use;
    }

    /// The changes of each file, by its name.
    public static Map<String, List<TextEdit>> rename(
            Analysis analysis, int offset, String newName, Workspace workspace) throws Refused {
        Use use = renamed(analysis, offset);
        String oldName = use.meaning().name();
        if (!NAME.matcher(newName).matches() || newName.equals("_")) {
            throw new Refused("`%s` is not a name.".formatted(newName));
        }
        if (TokenKind.reservedWords().contains(newName)) {
            throw new Refused("`%s` is a reserved word.".formatted(newName));
        }
        List<Use> uses =
                References.usesOf(use.meaning(), analysis, workspace).values().stream()
                        .filter(each -> each.place().text().equals(oldName))
                        .toList();
        Map<SourceFile, List<Span>> places = byFile(uses);
        verify(use.meaning(), newName, places, analysis, workspace);
        var edits = new LinkedHashMap<String, List<TextEdit>>();
        places.forEach(
                (file, spans) ->
                        edits.put(
                                file.name(),
                                spans.stream()
                                        .map(span -> new TextEdit(Positions.range(span), newName))
                                        .toList()));
        return edits;
    }

    private static Map<SourceFile, List<Span>> byFile(Collection<Use> uses) {
        var files = new TreeMap<String, SourceFile>();
        var places = new LinkedHashMap<SourceFile, List<Span>>();
        for (Use use : uses) {
            // Two analyses read the same file twice; any of the two will do.
            SourceFile file =
                    files.computeIfAbsent(use.place().file().name(), _ -> use.place().file());
            places.computeIfAbsent(file, _ -> new ArrayList<>())
                    .add(file.span(use.place().start(), use.place().end()));
        }
        return places;
    }

    private static void verify(
            Meaning meaning,
            String newName,
            Map<SourceFile, List<Span>> places,
            Analysis analysis,
            Workspace workspace)
            throws Refused {
        var changed = new LinkedHashMap<String, SourceFile>();
        var expected = new HashSet<Place>();
        places.forEach(
                (file, spans) -> changed.put(file.name(), changed(file, spans, newName, expected)));
        Place declared = moved(Place.of(meaning.declaration().orElseThrow()), places, newName);
        var seen = new HashSet<Place>();
        // The file that was asked about may only import what changes.
        changed.putIfAbsent(analysis.file().name(), analysis.file());
        for (SourceFile file : changed.values()) {
            Analysis after = workspace.analyse(file, changed);
            for (Use use : after.names().usesOf(declared)) {
                seen.add(Place.of(use.place()));
            }
            refuseNewMistakes(file, after, places, analysis, workspace);
        }
        if (!seen.equals(expected)) {
            throw new Refused(
                    "`%s` means something else where `%s` is used."
                            .formatted(newName, meaning.name()));
        }
    }

    private static void refuseNewMistakes(
            SourceFile file,
            Analysis after,
            Map<SourceFile, List<Span>> places,
            Analysis analysis,
            Workspace workspace)
            throws Refused {
        SourceFile original =
                places.keySet().stream()
                        .filter(each -> each.name().equals(file.name()))
                        .findFirst()
                        .orElse(analysis.file());
        Analysis before = workspace.analysisOf(original);
        Set<String> known = new HashSet<>();
        before.mistakes().forEach(problem -> known.add(problem.report().code()));
        if (after.mistakes().size() > before.mistakes().size()) {
            Problem first =
                    after.mistakes().stream()
                            .filter(problem -> !known.contains(problem.report().code()))
                            .findFirst()
                            .orElse(after.mistakes().getFirst());
            throw new Refused("The program would be wrong after that: " + first.report().message());
        }
    }

    private static SourceFile changed(
            SourceFile file, List<Span> spans, String newName, Set<Place> expected) {
        var text = new StringBuilder();
        int copied = 0;
        for (Span span : spans) {
            text.append(file.text(), copied, span.start());
            expected.add(new Place(file.name(), text.length(), text.length() + newName.length()));
            text.append(newName);
            copied = span.end();
        }
        text.append(file.text(), copied, file.text().length());
        return new SourceFile(file.name(), text.toString());
    }

    /// Where a place is after the changes.
    private static Place moved(Place place, Map<SourceFile, List<Span>> places, String newName) {
        int shift = 0;
        for (Map.Entry<SourceFile, List<Span>> entry : places.entrySet()) {
            if (entry.getKey().name().equals(place.file())) {
                for (Span span : entry.getValue()) {
                    if (span.start() < place.start()) {
                        shift += newName.length() - (span.end() - span.start());
                    }
                }
            }
        }
        int start = place.start() + shift;
        return new Place(place.file(), start, start + newName.length());
    }
}
