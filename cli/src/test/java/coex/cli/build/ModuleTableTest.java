package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The table of modules in `docs/ARCHITECTURE.md` says what the module descriptors say; of modules
/// on the class path, what their POMs say of our own modules.
class ModuleTableTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern ROW =
            Pattern.compile("\\| \\[[^]]+]\\(\\.\\./([^)]+)\\) \\| (.+?) \\| .+ \\| (.+) \\|");
    private static final Pattern NAME = Pattern.compile("`([\\w.-]+)`( when compiling)?");
    private static final Pattern REQUIRES =
            Pattern.compile("(?m)^ *requires ((?:static |transitive )*)([\\w.]+);");
    private static final Pattern DEPENDENCY =
            Pattern.compile("(?s)<dependency>((?:(?!</dependency>).)*)</dependency>");
    private static final Pattern OURS = Pattern.compile("<artifactId>coex-([\\w-]+)</artifactId>");

    @Test
    void everyRowNamesTheModuleAndWhatItNeeds() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        for (MatchResult row : rows()) {
            Path folder = ROOT.resolve(row.group(1));
            boolean isModule = !row.group(2).equals("class path");
            String expected =
                    isModule
                            ? moduleName(folder) + " needs " + required(folder)
                            : "class path needs " + dependencies(folder);
            String said = row.group(2).replace("`", "") + " needs " + said(row.group(3), isModule);
            if (!said.equals(expected)) {
                wrong.put(row.group(1), "says: " + said + ", but: " + expected);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyFolderWithAModuleHasARow() throws IOException {
        String poms = Files.readString(ROOT.resolve("pom.xml"));
        List<String> modules =
                Pattern.compile("<module>(.+)</module>")
                        .matcher(poms)
                        .results()
                        .map(module -> module.group(1))
                        .toList();
        assertThat(modules).isNotEmpty();
        List<String> rows = rows().stream().map(row -> row.group(1)).toList();
        assertThat(modules)
                .allSatisfy(
                        module ->
                                assertThat(rows)
                                        .as(module)
                                        .anyMatch(row -> (module + "/").startsWith(row + "/")));
    }

    private static List<MatchResult> rows() throws IOException {
        try (Stream<String> lines = Files.lines(ROOT.resolve("docs/ARCHITECTURE.md"))) {
            List<MatchResult> rows =
                    lines.map(ROW::matcher)
                            .filter(row -> row.matches())
                            .map(row -> row.toMatchResult())
                            .toList();
            assertThat(rows).hasSizeGreaterThan(5);
            return rows;
        }
    }

    private static TreeSet<String> said(String cell, boolean all) {
        return NAME.matcher(cell)
                .results()
                .filter(name -> all || name.group(1).startsWith("coex"))
                .map(name -> name.group(1) + (name.group(2) == null ? "" : name.group(2)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String descriptor(Path folder) throws IOException {
        return Files.readString(folder.resolve("src/main/java/module-info.java"));
    }

    private static String moduleName(Path folder) throws IOException {
        return Pattern.compile("(?m)^module ([\\w.]+) ")
                .matcher(descriptor(folder))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static TreeSet<String> required(Path folder) throws IOException {
        return REQUIRES.matcher(descriptor(folder))
                .results()
                .map(
                        found ->
                                found.group(2)
                                        + (found.group(1).contains("static")
                                                ? " when compiling"
                                                : ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Those of the folder's own POM, or of the POMs in its folders.
    private static TreeSet<String> dependencies(Path folder) throws IOException {
        var poms = new StringBuilder();
        try (Stream<Path> files = Files.find(folder, 2, (file, _) -> file.endsWith("pom.xml"))) {
            for (Path pom : files.toList()) {
                poms.append(Files.readString(pom));
            }
        }
        return DEPENDENCY
                .matcher(poms)
                .results()
                .map(found -> found.group(1))
                .filter(found -> !found.contains("<scope>test</scope>"))
                .flatMap(found -> OURS.matcher(found).results())
                .map(found -> nameOf(found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The module of an artifact of ours, or the artifact if it has none.
    private static String nameOf(String artifact) {
        Path descriptor = ROOT.resolve(artifact).resolve("src/main/java/module-info.java");
        return (Files.exists(descriptor) ? "coex." : "coex-") + artifact;
    }
}
