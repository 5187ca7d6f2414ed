package coex.cli.doc;

import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the guide, the reference and the pages of problems say of one thing, for a terminal without
/// colours.
public final class ShippedDocuments {

    private ShippedDocuments() {}

    /// Empty if they have nothing of that name.
    public static Optional<String> find(String wanted) throws IOException {
        List<Lookup.Entry> found = new Lookup(Manual.shipped()).find(wanted);
        return switch (found.size()) {
            case 0 -> Optional.empty();
            case 1 ->
                    Optional.of(
                            new TerminalText(Colours.NONE).entry(found.getFirst()).stripTrailing());
            default ->
                    Optional.of(
                            found.stream()
                                    .map(entry -> "\n    " + entry.name())
                                    .collect(
                                            Collectors.joining(
                                                    "",
                                                    "`%s` is one of these:"
                                                            .formatted(VisibleText.line(wanted)),
                                                    "")));
        };
    }
}
