package coex.language;

import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleFinder;

import java.util.List;

/// A finder that has a few modules, and a package that cannot be used.
final class TestModules implements ModuleFinder {

    @Override
    public Found find(SourceTree.Import wanted, SourceFile importer) {
        if (wanted.target().equals("broken.cxz")) {
            return new Found.Unusable("broken.cxz is not a ZIP archive, or a damaged one.");
        }
        return switch (wanted.target()) {
            case "numbers" ->
                    module(
                            "numbers",
                            """
                            formula twice(_ x: int) -> int
                                return 2 * x
                            ~
                            func main() -> string
                                return "not the program's"
                            ~
                            """);
            case "rooms" -> module("rooms", "type Space:\n    size: int\n~\n");
            case "boxes" -> module("boxes", "type Space:\n    label: string\n~\n");
            default -> new Found.Nothing("There is no `%s.coex` here.".formatted(wanted.target()));
        };
    }

    @Override
    public List<String> known() {
        return List.of("math", "strings");
    }

    private static Found module(String name, String text) {
        return new Found.Module(new SourceFile(name + ".coex", text));
    }
}
