package coex.language;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.Report;
import coex.language.problem.ReportRenderer;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Each code of a problem has a page in `docs/language/problems`: a program with the mistake, its
/// report, and mostly a program without it. `-Dcoex.golden=write` writes the reports as they are
/// now.
class ProblemPagesTest {

    private static final Path PAGES = Path.of("../docs/language/problems");
    private static final boolean WRITES = "write".equals(System.getProperty("coex.golden"));
    private static final Pattern BLOCK =
            Pattern.compile("```(coex|text)\n(.*?)```\n", Pattern.DOTALL);

    @Test
    void everyCodeHasAPageAndEveryPageACode() throws IOException {
        String index = Files.readString(PAGES.resolve("README.md"));
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(
                            pages.map(page -> page.getFileName().toString())
                                    .filter(name -> !name.equals("README.md"))
                                    .map(name -> name.replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(ReportCodes.all());
        }
        assertThat(ReportCodes.all())
                .allSatisfy(code -> assertThat(index).contains("(" + code + ".md)"));
    }

    @TestFactory
    List<DynamicTest> pagesShowWhatTheCompilerSays() throws IOException {
        return ReportCodes.all().stream()
                .map(code -> DynamicTest.dynamicTest(code, () -> check(code)))
                .toList();
    }

    private static void check(String code) throws IOException {
        Path page = PAGES.resolve(code + ".md");
        List<String> blocks = blocks(Files.readString(page));
        boolean isWarning = code.startsWith("W");
        List<Report> reports = reports(blocks.getFirst(), isWarning);
        assertThat(reports).extracting(Report::code).containsExactly(code);
        String drawn = new ReportRenderer(Palette.PLAIN).render(reports.getFirst());
        if (WRITES) {
            String text = Files.readString(page);
            int start = text.indexOf("```text\n") + "```text\n".length();
            Files.writeString(
                    page,
                    text.substring(0, start)
                            + drawn
                            + text.substring(text.indexOf("```\n", start)));
        }
        assertThat(blocks(Files.readString(page)).get(1)).isEqualTo(drawn);
        if (blocks.size() > 2) {
            assertThat(reports(blocks.get(2), isWarning)).isEmpty();
        }
    }

    private static List<String> blocks(String page) {
        var blocks = new ArrayList<String>();
        Matcher matcher = BLOCK.matcher(page);
        while (matcher.find()) {
            blocks.add(matcher.group(2));
        }
        return blocks;
    }

    private static List<Report> reports(String program, boolean isWarning) {
        Problems problems = isWarning ? Problems.withAdvice() : new Problems();
        var file = new SourceFile("example.coex", program);
        var modules = ModuleLoader.load(file, new TestModules(), problems);
        if (isWarning) {
            Checker.check(modules, problems);
        } else {
            Checker.check(modules, OutputOptions.AS_WRITTEN, problems);
        }
        return Stream.concat(problems.inOrder().stream(), problems.warnings().stream())
                .map(Problem::report)
                .collect(Collectors.toList());
    }
}
