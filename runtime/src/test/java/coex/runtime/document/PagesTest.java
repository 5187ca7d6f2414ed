package coex.runtime.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.language.problem.Report;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs every program in the guide, the reference and the heads of the library's modules, and
/// compares what it does with what the page
/// says. [Example] and [Folder] say how a page says it. `-Dcoex.golden=write` writes the outputs as
/// they are now, and `-Dcoex.pages=part` takes only pages whose path contains `part`.
class PagesTest {

    private static final Path DOCUMENTS = Path.of("../docs/language");
    private static final Path LIBRARY = Path.of("src/main/resources/coex/std");
    private static final boolean WRITES = "write".equals(System.getProperty("coex.golden"));
    private static final String ONLY = System.getProperty("coex.pages", "");

    @TempDir private Path temporary;

    @TestFactory
    List<DynamicContainer> programsDoWhatTheirPagesSay() throws IOException {
        var pages = new ArrayList<DynamicContainer>();
        for (Path path : pages("guide", "reference")) {
            var folder = new Folder(Files.createTempDirectory(temporary, "page"));
            Page page = Page.read(path);
            pages.add(
                    DynamicContainer.dynamicContainer(
                            DOCUMENTS.relativize(path).toString(), tests(page, folder)));
        }
        return pages;
    }

    /// The comment at the top of a module is its page, with an example.
    @TestFactory
    Stream<DynamicTest> eachModuleOfTheLibraryHasAnExampleThatRuns() throws IOException {
        try (Stream<Path> files = Files.list(LIBRARY)) {
            return files.sorted().toList().stream()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            file.getFileName().toString(), () -> checkHead(file)));
        }
    }

    private void checkHead(Path module) throws Exception {
        String head =
                Files.readAllLines(module).stream()
                        .takeWhile(line -> line.startsWith("#"))
                        .map(line -> line.replaceFirst("^# ?", "") + "\n")
                        .collect(Collectors.joining());
        Page page = Page.of(module, head);
        assertThat(page.blocks()).hasSize(1);
        String block = page.blocks().getFirst().content();
        String name = module.getFileName().toString().replace(".coex", "");
        assertThat(block).startsWith("import " + name + "\n");
        check(page, 0, Example.of(block), new Folder(Files.createTempDirectory(temporary, name)));
    }

    private static List<Path> pages(String... folders) throws IOException {
        var pages = new ArrayList<Path>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(DOCUMENTS.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> file.toString().contains(ONLY))
                        .sorted()
                        .forEach(pages::add);
            }
        }
        return pages;
    }

    private static List<DynamicTest> tests(Page page, Folder folder) {
        var tests = new ArrayList<DynamicTest>();
        for (int i = 0; i < page.blocks().size(); i++) {
            int index = i;
            Page.Block block = page.blocks().get(i);
            if (!List.of("text", "sh", "").contains(block.language())) {
                tests.add(
                        DynamicTest.dynamicTest(
                                "line " + block.line(), () -> check(page, index, folder)));
            }
        }
        return tests;
    }

    private static void check(Page page, int index, Folder folder) throws Exception {
        Page.Block block = page.blocks().get(index);
        boolean isFile = folder.add(block);
        if (isFile && !Example.isProgram(block.content())) {
            return;
        }
        assertThat(block.language()).isEqualTo("coex");
        if (folder.needsACompiler() && !hasCompiler()) {
            String lack = "NOT RUN for want of a C compiler: " + page.path() + ":" + block.line();
            System.err.println(lack);
            assumeTrue(false, lack);
        }
        check(page, index, Example.of(block.content()), folder);
    }

    static void check(Page page, int index, Example example, Folder folder) throws Exception {
        Folder.Outcome outcome = folder.outcome(example.source());
        boolean hasOutput =
                page.adjoin(index) && page.blocks().get(index + 1).language().equals("text");
        assertThat(hasOutput)
                .as("either a block `text` behind it, or comments such as `# prints`")
                .isNotEqualTo(example.hasExpectations());
        if (!hasOutput) {
            checkComments(example, outcome);
            return;
        }
        if (WRITES) {
            Page now = Page.read(page.path());
            Files.writeString(page.path(), now.with(now.blocks().get(index + 1), outcome.seen()));
        } else {
            assertThat(outcome.seen()).isEqualTo(page.blocks().get(index + 1).content());
        }
    }

    private static void checkComments(Example example, Folder.Outcome outcome) {
        assertThat(outcome.reports())
                .as(outcome.seen())
                .extracting(Report::code)
                .isEqualTo(example.errors());
        if (!example.errors().isEmpty()) {
            assertThat(example.prints()).as("nothing is run, and cannot print").isEmpty();
            return;
        }
        assertThat(outcome.run().out().lines().toList())
                .as(outcome.seen())
                .isEqualTo(example.prints());
        if (example.fails().isEmpty()) {
            assertThat(outcome.run().err()).isEmpty();
            assertThat(outcome.run().status()).isZero();
        } else {
            assertThat(outcome.run().err()).contains(example.fails());
        }
    }

    private static boolean hasCompiler() {
        return Stream.of(System.getenv("PATH").split(Pattern.quote(File.pathSeparator)))
                .anyMatch(
                        folder ->
                                Stream.of("clang", "cc", "gcc")
                                        .anyMatch(
                                                name -> Files.isExecutable(Path.of(folder, name))));
    }
}
