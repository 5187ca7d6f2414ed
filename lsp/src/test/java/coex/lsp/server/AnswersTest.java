package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureHelpParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceSymbolParams;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a client is answered over the pipe.
class AnswersTest {

    @TempDir private Path folder;
    private Session session;
    private String uri;
    private TextDocumentIdentifier document;

    @BeforeEach
    void start() throws Exception {
        folder = folder.toRealPath();
        session = Session.in(folder);
        uri = folder.resolve("main.coex").toUri().toString();
        document = new TextDocumentIdentifier(uri);
    }

    @AfterEach
    void end() throws Exception {
        assertThat(session.logged()).isEmpty();
        session.close();
    }

    private Marked open(String marked) {
        Marked text = Marked.of(marked);
        session.open(uri, text.text());
        return text;
    }

    // Problems

    @Test
    void problemsComeAndGoAsOneTypes() throws Exception {
        session.open(uri, "func main() -> int\n    return widht\n~\n");
        assertThat(session.codes(uri)).containsExactly("N001");
        session.change(uri, new Range(new Position(1, 11), new Position(1, 16)), "3");
        assertThat(session.problems(uri)).isEmpty();
        session.change(uri, new Range(new Position(1, 12), new Position(1, 12)), " + \"a\"");
        assertThat(session.problems(uri)).hasSize(1);
    }

    @Test
    void oneMistakeIsOneProblem() throws Exception {
        List<String> mistakes =
                List.of(
                        "func f() -> int\n    x = = 3\n    return x + y\n~\n",
                        "func f() -> int\n    return (1 + \n~\nfunc g() ~\n",
                        "func f() -> int\n"
                                + "    if 1 > 2\n"
                                + "        return 1\n"
                                + "    return 2\n"
                                + "~\n"
                                + "func g() ~\n",
                        "funk f()\n    return 1\n~\nfunc g() -> int\n    return 1\n~\n",
                        "type T:\n"
                                + "    a: int\n"
                                + "    b int\n"
                                + "~\n"
                                + "func g(t: T) -> int\n"
                                + "    return t.b\n"
                                + "~\n",
                        "func f() -> int\n    s = \"abc\n    return s.len()\n~\n");
        for (String text : mistakes) {
            session.open(uri, text);
            assertThat(session.problems(uri)).as(text).hasSize(1);
            session.close(uri);
        }
    }

    @Test
    void aProblemOfAnImportedFileIsSaidAtTheImport() throws Exception {
        Files.writeString(folder.resolve("util.coex"), "func f() -> int\n    return ghost\n~\n");
        session.open(uri, "import util\nfunc main() -> int\n    return util.f()\n~\n");
        List<Diagnostic> problems = session.problems(uri);
        assertThat(problems).hasSize(1);
        assertThat(problems.getFirst().getRange().getStart()).isEqualTo(new Position(0, 0));
        assertThat(problems.getFirst().getMessage().getLeft()).contains("util.coex", "ghost");
    }

    @Test
    void aChangeInAnOpenFileIsSeenByThoseThatImportIt() throws Exception {
        String util = folder.resolve("util.coex").toUri().toString();
        session.open(util, "func f() -> int\n    return 1\n~\n");
        session.open(uri, "import util\nfunc main() -> int\n    return util.f()\n~\n");
        assertThat(session.problems(uri)).isEmpty();
        session.change(util, "func g() -> int\n    return 1\n~\n");
        assertThat(session.problems(uri, found -> !found.isEmpty())).hasSize(1);
        session.change(util, "func f() -> int\n    return 2\n~\n");
        assertThat(session.problems(uri, List::isEmpty)).isEmpty();
    }

    @Test
    void aClosedTextHasNoProblems() throws Exception {
        session.open(uri, "func main() -> int\n    return widht\n~\n");
        assertThat(session.problems(uri)).hasSize(1);
        session.close(uri);
        assertThat(session.problems(uri, List::isEmpty)).isEmpty();
    }

    // Names

    private static final String PROGRAM =
            """
            # Adds two numbers.
            # Both of them.
            func |add(left: int, right: int) -> int
                return |left + right
            ~
            type Tank:
                level: int
                func filled(by: int) -> Tank
                    return Tank(|level: level + by)
                ~
            ~
            func main() -> int
                t = Tank(level: 3)
                total = |add(t.|level, right: 4)
                t = t.|filled(total)
                print(["a"].|append("b").len())
                return |total
            ~
            """;

    private String hover(Position position) throws Exception {
        Hover hover = Session.get(session.texts().hover(new HoverParams(document, position)));
        return hover == null ? "" : hover.getContents().getRight().getValue();
    }

    @Test
    void hoverShowsTypesAndDocumentation() throws Exception {
        Marked text = open(PROGRAM);
        assertThat(hover(text.cursors().get(3)))
                .contains("func add(left: int, right: int) -> int")
                .contains("Adds two numbers.\nBoth of them.");
        assertThat(hover(text.cursors().get(1))).contains("left: int");
        assertThat(hover(text.cursors().get(4))).contains("Tank.level: int");
        assertThat(hover(text.cursors().get(5))).contains("func Tank.filled(by: int) -> Tank");
        assertThat(hover(text.cursors().get(6))).contains("List.append(string) -> List<string>");
        assertThat(hover(text.cursors().get(7))).contains("total: int");
        assertThat(hover(new Position(0, 3))).isEmpty();
    }

    private List<String> definition(Position position) throws Exception {
        var found =
                Session.get(session.texts().definition(new DefinitionParams(document, position)));
        return found.getLeft().stream()
                .map(
                        place ->
                                Path.of(URI.create(place.getUri())).getFileName()
                                        + ":"
                                        + place.getRange().getStart().getLine())
                .toList();
    }

    @Test
    void definitionLeadsToTheDeclaration() throws Exception {
        Marked text = open(PROGRAM);
        assertThat(definition(text.cursors().get(3))).containsExactly("main.coex:2");
        assertThat(definition(text.cursors().get(1))).containsExactly("main.coex:2");
        assertThat(definition(text.cursors().get(2))).containsExactly("main.coex:6");
        assertThat(definition(text.cursors().get(4))).containsExactly("main.coex:6");
        assertThat(definition(text.cursors().get(7))).containsExactly("main.coex:13");
        assertThat(definition(text.cursors().get(6))).isEmpty();
    }

    @Test
    void definitionLeadsIntoImportedFiles() throws Exception {
        Files.writeString(folder.resolve("util.coex"), "\nfunc f() -> int\n    return 1\n~\n");
        Marked text = open("import |util\nfunc main() -> int\n    return util.|f()\n~\n");
        assertThat(definition(text.cursors().get(0))).containsExactly("util.coex:0");
        assertThat(definition(text.cursors().get(1))).containsExactly("util.coex:1");
    }

    private List<String> references(Position position, boolean declaration) throws Exception {
        var parameters = new ReferenceParams(document, position, new ReferenceContext(declaration));
        var places = new ArrayList<String>();
        for (Location each : Session.get(session.texts().references(parameters))) {
            places.add(
                    Path.of(URI.create(each.getUri())).getFileName()
                            + ":"
                            + each.getRange().getStart().getLine()
                            + ":"
                            + each.getRange().getStart().getCharacter());
        }
        return places;
    }

    @Test
    void referencesAreFoundInTheWholeWorkspace() throws Exception {
        Files.writeString(
                folder.resolve("other.coex"),
                "import main\nfunc h() -> int\n    return main.add(1, 2)\n~\n");
        Marked text = open(PROGRAM);
        assertThat(references(text.cursors().get(0), true))
                .containsExactly("main.coex:2:5", "main.coex:13:12", "other.coex:2:16");
        assertThat(references(text.cursors().get(0), false))
                .containsExactly("main.coex:13:12", "other.coex:2:16");
        assertThat(references(text.cursors().get(4), true))
                .containsExactly(
                        "main.coex:6:4",
                        "main.coex:8:20",
                        "main.coex:8:27",
                        "main.coex:12:13",
                        "main.coex:13:18");
    }

    private WorkspaceEdit rename(Position position, String name) throws Exception {
        return Session.get(session.texts().rename(new RenameParams(document, position, name)));
    }

    @Test
    void renamingChangesEveryUse() throws Exception {
        Path other = folder.resolve("other.coex");
        Files.writeString(other, "import main\nfunc h() -> int\n    return main.add(1, 2)\n~\n");
        Marked text = open(PROGRAM);
        WorkspaceEdit edit = rename(text.cursors().get(0), "plus");
        assertThat(edit.getChanges()).containsOnlyKeys(uri, other.toUri().toString());
        assertThat(edit.getChanges().get(uri)).hasSize(2);
        assertThat(edit.getChanges().get(other.toUri().toString()))
                .extracting(TextEdit::getNewText)
                .containsExactly("plus");
        // A field is also the name of arguments.
        assertThat(rename(text.cursors().get(4), "height").getChanges().get(uri)).hasSize(5);
    }

    @Test
    void renamingIsRefusedWhereItWouldChangeTheProgram() throws Exception {
        Marked text = open(PROGRAM);
        assertThatThrownBy(() -> rename(text.cursors().get(7), "t"))
                .isInstanceOf(ResponseErrorException.class);
        assertThatThrownBy(() -> rename(text.cursors().get(0), "Tank"))
                .hasMessageContaining("wrong after that");
        assertThatThrownBy(() -> rename(text.cursors().get(0), "while"))
                .hasMessageContaining("reserved word");
        assertThatThrownBy(() -> rename(text.cursors().get(0), "a b"))
                .hasMessageContaining("not a name");
        assertThatThrownBy(() -> rename(text.cursors().get(6), "push"))
                .hasMessageContaining("built in");
        assertThatThrownBy(() -> rename(text.cursors().get(1), "right"))
                .isInstanceOf(ResponseErrorException.class);
    }

    @Test
    void symbolsAreATreeOfDeclarations() throws Exception {
        open(PROGRAM);
        List<DocumentSymbol> symbols =
                Session.get(session.texts().documentSymbol(new DocumentSymbolParams(document)))
                        .stream()
                        .map(each -> each.getRight())
                        .toList();
        assertThat(symbols)
                .extracting(DocumentSymbol::getName)
                .containsExactly("add", "Tank", "main");
        assertThat(symbols.get(1).getChildren())
                .extracting(DocumentSymbol::getName)
                .containsExactly("level", "filled");
    }

    @Test
    void symbolsOfAllFilesAreFound() throws Exception {
        Files.createDirectory(folder.resolve("deep"));
        Files.writeString(folder.resolve("deep/far.coex"), "func far_away() ~\n");
        open(PROGRAM);
        var found =
                Session.get(
                        session.server()
                                .getWorkspaceService()
                                .symbol(new WorkspaceSymbolParams("fa")));
        assertThat(found.getRight()).extracting(each -> each.getName()).containsExactly("far_away");
        var methods =
                Session.get(
                        session.server()
                                .getWorkspaceService()
                                .symbol(new WorkspaceSymbolParams("Fill")));
        assertThat(methods.getRight()).extracting(each -> each.getName()).containsExactly("filled");
    }

    // What is typed

    private List<String> labels(String marked) throws Exception {
        Marked text = open(marked);
        List<String> labels =
                session.complete(uri, text.cursor()).stream()
                        .map(CompletionItem::getLabel)
                        .toList();
        session.close(uri);
        return labels;
    }

    private static final String TANK =
            "type Tank:\n"
                    + "    level: int\n"
                    + "    func filled(by: int) -> Tank\n"
                    + "        return self\n"
                    + "    ~\n"
                    + "~\n";

    @Test
    void completionAfterADotKnowsTheType() throws Exception {
        assertThat(labels("func f()\n    xs = [1]\n    xs.|\n~\n"))
                .contains("append", "len")
                .doesNotContain("split", "print");
        assertThat(labels("func f()\n    xs = [\"a\"]\n    y = xs.get(0).sp|\n    print(y)\n~\n"))
                .contains("split", "concat")
                .doesNotContain("append");
        assertThat(labels(TANK + "func f(t: Tank) -> int\n    return t.|\n~\n"))
                .containsExactly("level", "filled");
        assertThat(labels(TANK + "func f(t: Tank)\n    print((t.filled(1)).|\n~\n"))
                .containsExactly("level", "filled");
        assertThat(labels("func f()\n    x = posix.|\n~\n")).contains("open", "getenv");
        assertThat(labels("type M:\n    case A\n    case B(x: int)\n~\nfunc f()\n    m = M.|\n~\n"))
                .containsExactly("A", "B");
        assertThat(labels("import math\nfunc f()\n    x = math.|\n~\n")).contains("abs", "clamp");
    }

    @Test
    void completionKnowsWhatIsVisible() throws Exception {
        assertThat(
                        labels(
                                "func helper() ~\n"
                                        + "func f(count: int)\n"
                                        + "    for each in [1]\n"
                                        + "        |\n"
                                        + "    ~\n"
                                        + "    late = 1\n"
                                        + "~\n"))
                .contains("each", "count", "helper", "print", "while")
                .doesNotContain("late");
        assertThat(labels("func f(count: int)\n    print(cou|\n~\nfunc g() ~\n"))
                .contains("count", "g");
        assertThat(labels(TANK + "func f(x: T|)\n~\n")).contains("Tank", "int").doesNotContain("x");
    }

    @Test
    void completionOfArgumentsOffersTheirNames() throws Exception {
        assertThat(labels(TANK + "func f()\n    t = Tank(|\n~\n")).contains("level:");
        assertThat(labels("func g(a: int, b: int) ~\nfunc f()\n    g(1, |)\n~\n"))
                .contains("b:")
                .doesNotContain("a:");
    }

    @Test
    void completionOfPatternsOffersVariants() throws Exception {
        assertThat(
                        labels(
                                "type M:\n"
                                        + "    case A\n"
                                        + "    case B(x: int)\n"
                                        + "~\n"
                                        + "func f(m: M)\n"
                                        + "    match m\n"
                                        + "        case |:\n"
                                        + "        ~\n"
                                        + "    ~\n"
                                        + "~\n"))
                .contains("A", "B");
    }

    @Test
    void completionOfImportsOffersModules() throws Exception {
        Files.writeString(folder.resolve("util.coex"), "func f() ~\n");
        assertThat(labels("import |\n")).contains("util", "math", "regex").doesNotContain("main");
        assertThat(labels("import u|\nfunc main() ~\n")).contains("util");
        assertThat(labels("import util\nreplace g with util.|\nfunc main() ~\n"))
                .containsExactly("f");
    }

    private String documentation(CompletionItem item) throws Exception {
        CompletionItem resolved = Session.get(session.texts().resolveCompletionItem(item));
        return resolved.getDocumentation() == null
                ? ""
                : resolved.getDocumentation().getRight().getValue();
    }

    private CompletionItem item(String label, String text, int line, int column) throws Exception {
        session.open("untitled:doc", text);
        return session.complete("untitled:doc", new Position(line, column)).stream()
                .filter(each -> each.getLabel().equals(label))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsBuiltInIsExplained() throws Exception {
        String text = "func main()\n    xs = [1].append(2)\n    print(xs)\n~\n";
        session.open("untitled:built-in", text);
        var built = new TextDocumentIdentifier("untitled:built-in");
        for (var at : List.of(new Position(1, 15), new Position(2, 6))) {
            Hover hover = Session.get(session.texts().hover(new HoverParams(built, at)));
            assertThat(hover.getContents().getRight().getValue())
                    .endsWith(at.getLine() == 1 ? "About append." : "About print.");
        }
        CompletionItem append = item("append", "func main()\n    [1].\n~\n", 1, 8);
        assertThat(append.getDocumentation()).isNull();
        assertThat(documentation(append)).isEqualTo("About append.");
        assertThat(documentation(item("len", "func main()\n    [1].\n~\n", 1, 8))).isEmpty();
    }

    @Test
    void functionsOfTheLibraryAndOnesOwnAreExplained() throws Exception {
        String text = "import strings\n# Says it.\nfunc say()\n    strings.\n~\n";
        CompletionItem trim = item("trim", text, 3, 12);
        assertThat(documentation(trim)).startsWith("The text without blanks");
        assertThat(documentation(item("say", text.replace("strings.\n", "\n"), 3, 4)))
                .isEqualTo("Says it.");
        // of an answer before
        assertThat(documentation(trim)).isEmpty();
        var other = new CompletionItem("say");
        other.setDetail("func say(somebody: string)");
        assertThat(documentation(other)).isEmpty();
    }

    @Test
    void whatAModuleOfTheLibraryHasForItselfIsNotOffered() throws Exception {
        session.open("untitled:own", "import clock\nfunc main()\n    clock.\n~\n");
        assertThat(session.complete("untitled:own", new Position(2, 10)))
                .extracting(CompletionItem::getLabel)
                .contains("iso", "parse_iso")
                .doesNotContain("digits", "floor_div");
    }

    @Test
    void nothingIsCompletedInTexts() throws Exception {
        assertThat(labels("func f()\n    x = \"a |\n~\n")).isEmpty();
        assertThat(labels("func f()\n    # see |\n~\n")).isEmpty();
    }

    private SignatureHelp signature(String marked) throws Exception {
        Marked text = open(marked);
        SignatureHelp help =
                Session.get(
                        session.texts()
                                .signatureHelp(new SignatureHelpParams(document, text.cursor())));
        session.close(uri);
        return help;
    }

    @Test
    void signaturesShowWhichArgumentIsNext() throws Exception {
        String add = "func add(left: int, right: int) -> int\n    return left\n~\n";
        SignatureHelp first = signature(add + "func f()\n    x = add(|\n~\n");
        assertThat(first.getSignatures().getFirst().getLabel())
                .isEqualTo("func add(left: int, right: int) -> int");
        assertThat(first.getActiveParameter()).isZero();
        assertThat(signature(add + "func f()\n    x = add(1, |)\n~\n").getActiveParameter())
                .isEqualTo(1);
        assertThat(signature(add + "func f()\n    x = add(right: |\n~\n").getActiveParameter())
                .isEqualTo(1);
        assertThat(
                        signature(add + "func f()\n    x = add([1, 2].len(), |\n~\n")
                                .getActiveParameter())
                .isEqualTo(1);
        assertThat(signature("func f()\n    x = [1].set(0, |)\n~\n").getSignatures())
                .extracting(each -> each.getLabel())
                .containsExactly("List.set(int, int) -> List<int>");
        assertThat(signature("func f()\n    x = 1 + |\n~\n")).isNull();
    }

    // Texts

    @Test
    void coloursFollowWhatNamesStandFor() throws Exception {
        Marked text = open("func f(count: int) -> int\n    # hm\n    n = count\n    return n\n~\n");
        List<Integer> data =
                Session.get(session.texts().semanticTokensFull(new SemanticTokensParams(document)))
                        .getData();
        List<String> legend =
                session.initialized
                        .getCapabilities()
                        .getSemanticTokensProvider()
                        .getLegend()
                        .getTokenTypes();
        var seen = new ArrayList<String>();
        int line = 0;
        int start = 0;
        for (int i = 0; i < data.size(); i += 5) {
            start = data.get(i) == 0 ? start + data.get(i + 1) : data.get(i + 1);
            line += data.get(i);
            var range =
                    new Range(
                            new Position(line, start), new Position(line, start + data.get(i + 2)));
            seen.add(Marked.at(text.text(), range) + " " + legend.get(data.get(i + 3)));
        }
        assertThat(seen)
                .containsExactly(
                        "func keyword",
                        "f function",
                        "count parameter",
                        "int type",
                        "int type",
                        "# hm comment",
                        "n variable",
                        "count parameter",
                        "return keyword",
                        "n variable");
    }

    @Test
    void formattingGivesTheOneLayout() throws Exception {
        open("func main()->int\nreturn   1\n~\n");
        var edits =
                Session.get(
                        session.texts()
                                .formatting(
                                        new DocumentFormattingParams(
                                                document, new FormattingOptions(4, true))));
        assertThat(edits).hasSize(1);
        assertThat(edits.getFirst().getNewText()).isEqualTo("func main() -> int\n    return 1\n");
        session.change(uri, "func main()->int\nreturn   = 1\n~\n");
        assertThat(
                        Session.get(
                                session.texts()
                                        .formatting(
                                                new DocumentFormattingParams(
                                                        document, new FormattingOptions(4, true)))))
                .isEmpty();
    }

    private List<CodeAction> fixes(String text, Range range) throws Exception {
        session.open(uri, text);
        var parameters = new CodeActionParams(document, range, new CodeActionContext(List.of()));
        List<CodeAction> actions =
                Session.get(session.texts().codeAction(parameters)).stream()
                        .map(each -> each.getRight())
                        .toList();
        session.close(uri);
        return actions;
    }

    @Test
    void hintsAreQuickFixes() throws Exception {
        var secondLine = new Range(new Position(1, 0), new Position(1, 30));
        String misspelled = "func f(width: int) -> int\n    return widht\n~\n";
        List<CodeAction> actions = fixes(misspelled, secondLine);
        assertThat(actions).hasSize(1);
        assertThat(actions.getFirst().getTitle()).isEqualTo("Change to `width`");
        TextEdit edit = actions.getFirst().getEdit().getChanges().get(uri).getFirst();
        assertThat(edit.getNewText()).isEqualTo("width");
        assertThat(Marked.at(misspelled, edit.getRange())).isEqualTo("widht");
        assertThat(fixes("func f()\n    var x = 1\n~\n", secondLine))
                .extracting(CodeAction::getTitle)
                .containsExactly("Leave `var` out");
        assertThat(fixes("formula f() -> int\n    x = 1\n    return x\n~\n", secondLine))
                .extracting(CodeAction::getTitle)
                .containsExactly("Add `const`");
        assertThat(fixes(misspelled, new Range(new Position(0, 0), new Position(0, 1)))).isEmpty();
    }
}
