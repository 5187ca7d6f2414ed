package coex.language;

import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleFinder;

/// A finder that has one module, `numbers`, and a package that cannot be used.
final class TestModules implements ModuleFinder {

    @Override
    public Found find(SourceTree.Import wanted, SourceFile importer) {
        if (wanted.target().equals("broken.cxz")) {
            return new Found.Unusable("broken.cxz is not a ZIP archive, or a damaged one.");
        }
        return wanted.target().equals("numbers")
                ? new Found.Module(
                        new SourceFile(
                                "numbers.coex",
                                """
                                formula twice(_ x: int) -> int
                                    return 2 * x
                                ~
                                func main() -> string
                                    return "not the program's"
                                ~
                                """))
                : new Found.Nothing("There is no `%s.coex` here.".formatted(wanted.target()));
    }
}
