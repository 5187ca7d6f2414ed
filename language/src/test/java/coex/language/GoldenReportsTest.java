package coex.language;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.ReportRenderer;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Each file in `golden/` is a program with mistakes, a line of `=`, and the reports it must give.
/// `-Dcoex.golden=write` writes what the reports are now, to be read before it is committed.
class GoldenReportsTest {

    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final String DIVIDER = "=".repeat(80) + "\n";
    private static final boolean WRITES = "write".equals(System.getProperty("coex.golden"));

    @TestFactory
    List<DynamicTest> programsGiveTheirReports() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".golden"))
                    .sorted(Comparator.naturalOrder())
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            FOLDER.relativize(file).toString(), () -> check(file)))
                    .toList();
        }
    }

    @Test
    void everyCodeHasAGoldenReport() throws IOException {
        var shown = new StringBuilder();
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".golden")).toList()) {
                String golden = Files.readString(file);
                shown.append(golden.substring(golden.indexOf(DIVIDER)));
            }
        }
        assertThat(ReportCodes.all())
                .allSatisfy(
                        code ->
                                assertThat(shown)
                                        .containsPattern("(?m)^-- .*  %s$".formatted(code)));
    }

    private static void check(Path file) throws IOException {
        String golden = Files.readString(file);
        int divider = golden.indexOf(DIVIDER);
        String source = divider < 0 ? golden : golden.substring(0, divider);
        boolean isAdvice = file.getParent().endsWith("warning");
        String reports = reports(nameOf(file), source, isAdvice);
        if (WRITES) {
            Files.writeString(file, source + DIVIDER + reports);
        }
        assertThat(reports).isNotEmpty();
        assertThat(source + DIVIDER + reports).isEqualTo(Files.readString(file));
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString().replace(".golden", ".coex");
    }

    /// @param isAdvice whether to ask for what is only probably wrong
    private static String reports(String name, String source, boolean isAdvice) {
        Problems problems = isAdvice ? Problems.withAdvice() : new Problems();
        var modules = ModuleLoader.load(new SourceFile(name, source), new TestModules(), problems);
        if (isAdvice) {
            Checker.check(modules, problems);
            assertThat(problems.isEmpty()).isTrue();
            return rendered(problems);
        }
        var checked = Checker.check(modules, OutputOptions.AS_WRITTEN, problems);
        assertThat(checked.isPresent()).as("only warnings").isEqualTo(problems.isEmpty());
        return rendered(problems);
    }

    private static String rendered(Problems problems) {
        var renderer = new ReportRenderer(Palette.PLAIN);
        return Stream.concat(problems.inOrder().stream(), problems.warnings().stream())
                .map(Problem::report)
                .map(renderer::render)
                .collect(Collectors.joining("\n"));
    }
}
