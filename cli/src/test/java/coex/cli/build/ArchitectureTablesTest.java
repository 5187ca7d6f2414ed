package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The tables of `docs/ARCHITECTURE.md` leave out no design note and no package, and name none that
/// is not there.
class ArchitectureTablesTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern DECISION =
            Pattern.compile("(?m)^\\| \\[(\\d{4})]\\(design/(.+)\\.md\\) \\| (.+) \\|$");
    private static final Pattern PACKAGES =
            Pattern.compile("(?m)^\\| (`coex\\.?[^|]*) \\| [^|]+ \\| .+ \\|$");
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");
    private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

    /// Programs of their own, which the table of modules describes; their packages are few.
    private static final Set<String> WITHOUT_TABLE = Set.of("bench", "stress", "micrometer");

    private static String document() throws IOException {
        return Files.readString(ROOT.resolve("docs/ARCHITECTURE.md"));
    }

    @Test
    void everyDesignNoteHasARowWithItsTitle() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        DECISION.matcher(document())
                .results()
                .forEach(row -> rows.put(row.group(2), row.group(1) + " " + row.group(3)));
        Map<String, String> notes = new TreeMap<>();
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/design"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.matches("\\d{4}-.+\\.md")) {
                    String title = Files.readAllLines(file).getFirst().replaceFirst("# ", "");
                    notes.put(name.replaceFirst("\\.md$", ""), title);
                }
            }
        }
        assertThat(notes).isNotEmpty();
        assertThat(rows).isEqualTo(notes);
    }

    @Test
    void everyPackageHasARow() throws IOException {
        Set<String> rows = new TreeSet<>();
        PACKAGES.matcher(document()).results().forEach(row -> rows.addAll(names(row.group(1))));
        Set<String> packages = new TreeSet<>();
        List<String> folders =
                MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                        .results()
                        .map(found -> found.group(1))
                        .filter(folder -> !WITHOUT_TABLE.contains(folder.split("/")[0]))
                        .filter(folder -> !folder.startsWith("examples"))
                        .toList();
        for (String folder : folders) {
            packages.addAll(packages(ROOT.resolve(folder).resolve("src/main/java")));
        }
        assertThat(packages).isNotEmpty();
        assertThat(rows).isEqualTo(packages);
    }

    /// The first name of a row in full, and the others, which begin with a dot, beside it.
    private static Set<String> names(String cell) {
        Set<String> names = new TreeSet<>();
        String[] beside = {""};
        NAME.matcher(cell)
                .results()
                .map(found -> found.group(1))
                .forEach(
                        name -> {
                            String full = name.startsWith(".") ? beside[0] + name : name;
                            beside[0] = full.substring(0, full.lastIndexOf('.'));
                            names.add(full);
                        });
        return names;
    }

    private static Set<String> packages(Path sources) throws IOException {
        Set<String> found = new TreeSet<>();
        if (!Files.isDirectory(sources)) {
            return found;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (!file.endsWith("module-info.java")) {
                    found.add(
                            sources.relativize(file.getParent())
                                    .toString()
                                    .replace(file.getFileSystem().getSeparator(), "."));
                }
            }
        }
        return found;
    }
}
