package coex.lsp.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Files of a project import in the editor what the project says, as they do when it runs.
class ProjectsTest {

    private static final String MAIN =
            """
            import shapes
            import net

            func main() -> int
                print(net.twice(1))
                return shapes.area(2)
            ~
            """;

    @TempDir private Path folder;
    private Session session;

    @BeforeEach
    void start() throws Exception {
        folder = folder.toRealPath();
        file(
                "app/coex.toml",
                """
                name = "app"
                entry = "src/main.coex"
                [dependencies]
                shapes = "../shapes"
                net = "lib/net.cxz"
                """);
        file("app/src/main.coex", MAIN);
        file("shapes/coex.toml", "name = \"shapes\"\nentry = \"shapes.coex\"\n");
        file("shapes/shapes.coex", "formula area(n: int) -> int\n    return n * n\n~\n");
        archive();
        session = Session.in(folder.resolve("app"), folder.resolve("shapes"));
    }

    @AfterEach
    void end() throws Exception {
        assertThat(session.logged()).isEmpty();
        session.close();
    }

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void archive() throws IOException {
        Path file = folder.resolve("app/lib/net.cxz");
        Files.createDirectories(file.getParent());
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("manifest.toml"));
            String manifest =
                    "[library]\nname = \"net\"\nversion = \"1\"\nsource = [\"net.coex\"]\n";
            zip.write(manifest.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("src/net.coex"));
            zip.write(
                    "formula twice(n: int) -> int return n * 2 ~\n"
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    private String uri(String name) {
        return folder.resolve(name).toUri().toString();
    }

    /// What a client that watches files says when one has changed.
    private void fileHasChanged() {
        session.server()
                .getWorkspaceService()
                .didChangeWatchedFiles(new DidChangeWatchedFilesParams(List.of()));
    }

    @Test
    void dependenciesAreImported() throws Exception {
        String main = uri("app/src/main.coex");
        session.open(main, MAIN);
        assertThat(session.problems(main)).isEmpty();
        var at = new Position(5, 19);
        var document = new TextDocumentIdentifier(main);
        List<? extends Location> found =
                Session.get(session.texts().definition(new DefinitionParams(document, at)))
                        .getLeft();
        assertThat(found.stream().map(Location::getUri)).containsExactly(uri("shapes/shapes.coex"));
        List<? extends Location> uses =
                Session.get(
                        session.texts()
                                .references(
                                        new ReferenceParams(
                                                document, at, new ReferenceContext(true))));
        assertThat(uses.stream().map(Location::getUri))
                .containsExactlyInAnyOrder(main, uri("shapes/shapes.coex"));
    }

    @Test
    void anOpenFileOfADependencyIsAsItIsInTheEditor() throws Exception {
        String main = uri("app/src/main.coex");
        session.open(main, MAIN);
        assertThat(session.problems(main)).isEmpty();
        session.open(uri("shapes/shapes.coex"), "formula side() -> int\n    return 1\n~\n");
        assertThat(session.problems(main, found -> !found.isEmpty())).hasSize(1);
    }

    @Test
    void whatIsWrongInADependencyIsSaidAtTheImport() throws Exception {
        file("shapes/shapes.coex", "formula area(n: int) -> int\n    return ghost\n~\n");
        String main = uri("app/src/main.coex");
        session.open(main, MAIN);
        List<Diagnostic> problems = session.problems(main);
        assertThat(problems).hasSize(1);
        assertThat(problems.getFirst().getRange().getStart()).isEqualTo(new Position(0, 0));
        assertThat(problems.getFirst().getMessage().getLeft()).contains("shapes.coex", "ghost");
    }

    @Test
    void eachProjectHasItsOwnNames() throws Exception {
        String shapes = uri("shapes/shapes.coex");
        session.open(shapes, "import net\nfunc f()\n    print(net.twice(1))\n~\n");
        assertThat(session.codes(shapes)).containsExactly("N006");
    }

    @Test
    void aProjectFileThatIsWrongIsNamedAtTheImport() throws Exception {
        file("app/coex.toml", "name = \"app\"\nentry = 1\n");
        String main = uri("app/src/main.coex");
        session.open(main, MAIN);
        assertThat(session.problems(main))
                .extracting(problem -> problem.getMessage().getLeft())
                .anySatisfy(message -> assertThat(message).contains("coex.toml:2:9: a text in"));
        file(
                "app/coex.toml",
                """
                name = "app"
                entry = "src/main.coex"
                [dependencies]
                shapes = "../shapes"
                net = "lib/net.cxz"
                """);
        fileHasChanged();
        assertThat(session.problems(main, List::isEmpty)).isEmpty();
    }

    /// As `git checkout` changes files.
    @Test
    void aClientThatIsAskedToWatchFilesTellsWhatChangesOutsideOfIt() throws Exception {
        session.close();
        session = Session.watchingIn(folder.resolve("app"), folder.resolve("shapes"));
        String main = uri("app/src/main.coex");
        session.open(main, MAIN);
        assertThat(session.problems(main)).isEmpty();
        file("shapes/shapes.coex", "formula side() -> int\n    return 1\n~\n");
        assertThat(session.changedOutside(folder.resolve("shapes/shapes.coex"))).isTrue();
        assertThat(session.problems(main, found -> !found.isEmpty())).hasSize(1);
        file("shapes/shapes.coex", "formula area(n: int) -> int\n    return n\n~\n");
        assertThat(session.changedOutside(folder.resolve("shapes/shapes.coex"))).isTrue();
        assertThat(session.problems(main, List::isEmpty)).isEmpty();
        file("app/coex.toml", "name = \"app\"\nentry = \"src/main.coex\"\n");
        assertThat(session.changedOutside(folder.resolve("app/coex.toml"))).isTrue();
        assertThat(session.problems(main, found -> !found.isEmpty()))
                .extracting(problem -> problem.getCode().getLeft())
                .containsOnly("N006");
        assertThat(session.changedOutside(folder.resolve("app/lib/net.cxz"))).isTrue();
        assertThat(session.changedOutside(folder.resolve("app/notes.txt"))).isFalse();
    }

    @Test
    void aClientThatCannotBeAskedIsNotAsked() throws Exception {
        assertThat(session.changedOutside(folder.resolve("shapes/shapes.coex"))).isFalse();
    }

    @Test
    void importsAreCompleted() throws Exception {
        String main = uri("app/src/main.coex");
        session.open(main, "import \nfunc main() ~\n");
        assertThat(session.complete(main, new Position(0, 7)))
                .extracting(CompletionItem::getLabel)
                .contains("shapes", "net", "math");
    }
}
