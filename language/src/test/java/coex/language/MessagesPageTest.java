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

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `docs/language/messages.md` shows programs with a mistake, and what the compiler says of each.
/// `-Dcoex.golden=write` writes what it says now.
class MessagesPageTest {

    private static final Path PAGE = Path.of("../docs/language/messages.md");
    private static final boolean WRITES = "write".equals(System.getProperty("coex.golden"));
    private static final Pattern EXAMPLE =
            Pattern.compile("```coex\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);

    @Test
    void thePageShowsWhatTheCompilerSays() throws IOException {
        String page = Files.readString(PAGE);
        Matcher example = EXAMPLE.matcher(page);
        var now = new StringBuilder();
        int examples = 0;
        while (example.find()) {
            String reports = reports(example.group(1));
            assertThat(reports).as(example.group(1)).isNotEmpty();
            example.appendReplacement(
                    now,
                    Matcher.quoteReplacement(
                            "```coex\n%s```\n\n```text\n%s```\n"
                                    .formatted(example.group(1), reports)));
            examples++;
        }
        example.appendTail(now);
        assertThat(examples).isGreaterThanOrEqualTo(40);
        if (WRITES) {
            Files.writeString(PAGE, now);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(now.toString());
    }

    private static String reports(String program) {
        var problems = new Problems();
        var file = new SourceFile("example.coex", program);
        Checker.check(
                ModuleLoader.load(file, new TestModules(), problems),
                OutputOptions.AS_WRITTEN,
                problems);
        var renderer = new ReportRenderer(Palette.PLAIN);
        return problems.inOrder().stream()
                .map(Problem::report)
                .map(renderer::render)
                .collect(Collectors.joining("\n"));
    }
}
