package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.language.check.InputChecker;
import coex.runtime.launch.RunOption;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What `docs/design/names.md` says is ours is there: functions of the language, options, marks of
/// lines, and types with their members, tests among them.
class NamesDocumentTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final Set<String> NO_SOURCES = Set.of("target", ".git", "bench", "examples");

    /// The text of each source without its comments, by the name of its type.
    private final Map<String, String> sources = new HashMap<>();

    private static List<String> ours() throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/design/names.md"))) {
            String[] cells = line.split("\\|");
            if (cells.length >= 3 && !cells[1].contains("---")) {
                NAME.matcher(cells[2]).results().forEach(found -> names.add(found.group(1)));
            }
        }
        return names;
    }

    private void readSources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 20)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(NamesDocumentTest::isSource)
                            .toList();
            for (Path file : found) {
                String name = file.getFileName().toString().replace(".java", "");
                try (Stream<String> lines = Files.lines(file)) {
                    String code =
                            lines.map(String::strip)
                                    .filter(line -> !line.startsWith("//"))
                                    .collect(Collectors.joining("\n"));
                    sources.merge(name, code, (one, other) -> one + "\n" + other);
                }
            }
        }
    }

    private static boolean isSource(Path file) {
        for (Path part : file) {
            if (NO_SOURCES.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }

    private boolean isThere(String name) {
        if (name.startsWith("--")) {
            return RunOption.named(name).isPresent();
        }
        if (name.startsWith("[GC:")) {
            String mark = name.substring("[GC:".length(), name.length() - 1);
            return sources.get("ProgramReports").contains("write(\"" + mark + "\"")
                    || sources.get("ProgramReports").contains("\"" + mark + "\",")
                    || sources.get("GcCalls").contains(name);
        }
        if (name.equals("gc") || name.startsWith("gc_")) {
            return InputChecker.builtInNames().contains(name);
        }
        String[] parts = name.split("\\.");
        String code = sources.get(parts[0]);
        return code != null
                && Stream.of(parts)
                        .skip(1)
                        .allMatch(
                                part -> Pattern.compile("\\b" + part + "\\b").matcher(code).find());
    }

    @Test
    void everythingThatIsSaidToBeOursExists() throws IOException {
        readSources();
        List<String> names = ours();
        assertThat(names).hasSizeGreaterThan(150);
        Set<String> missing = new TreeSet<>(names);
        missing.removeIf(this::isThere);
        assertThat(missing).isEmpty();
    }

    @Test
    void whatDoesNotExistIsFound() throws IOException {
        readSources();
        assertThat(Stream.of("--nothing", "gc_nothing", "[GC:NOTHING]", "Nothing", "Heap.nothing"))
                .noneMatch(this::isThere);
    }

    @Test
    void everyFunctionOfTheCollectorIsNamed() throws IOException {
        List<String> functions =
                InputChecker.builtInNames().stream()
                        .filter(name -> name.equals("gc") || name.startsWith("gc_"))
                        .toList();
        assertThat(functions).hasSizeGreaterThan(10);
        assertThat(ours()).containsAll(functions);
    }

    @Test
    void theNumberOfPhasesIsThatOfTheCollector() throws IOException {
        List<String> words = List.of("ten", "eleven", "twelve", "thirteen", "fourteen");
        String text = Files.readString(ROOT.resolve("docs/design/names.md"));
        assertThat(Pattern.compile("(\\w+) phases").matcher(text).results())
                .hasSize(2)
                .allMatch(found -> words.indexOf(found.group(1)) + 10 == Phase.values().length);
    }
}
