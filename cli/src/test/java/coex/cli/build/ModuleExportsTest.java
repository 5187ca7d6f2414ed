package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a module exports is named in the main sources of those it is exported to; tests get what
/// they need from the build. The package that a module is named after is for everybody, and a
/// package whose classes are in the signatures of another that is exported says so.
class ModuleExportsTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern FOLDER = Pattern.compile("<module>(.+)</module>");
    private static final Pattern COMMENT = Pattern.compile("(?m)//.*$");
    private static final Pattern MODULE = Pattern.compile("(?m)^module ([\\w.]+) ");
    private static final Pattern EXPORT =
            Pattern.compile("exports ([\\w.]+)(?:\\s+to\\s+([^;]+))?;(?! // types in what)");

    /// The module descriptors and, without comments, the other main sources of each folder that is
    /// built; by the name of the module, or of the folder if it has none.
    private final Map<String, String> descriptors = new TreeMap<>();

    private final Map<String, String> sources = new TreeMap<>();

    private void readSources() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        for (String folder : FOLDER.matcher(pom).results().map(found -> found.group(1)).toList()) {
            Path main = ROOT.resolve(folder).resolve("src/main/java");
            if (!Files.isDirectory(main)) {
                continue;
            }
            var text = new StringBuilder();
            String descriptor = "";
            try (Stream<Path> files = Files.walk(main)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String source = Files.readString(file);
                    if (file.endsWith("module-info.java")) {
                        descriptor = source;
                    } else {
                        text.append(COMMENT.matcher(source).replaceAll(""));
                    }
                }
            }
            String name =
                    MODULE.matcher(descriptor)
                            .results()
                            .map(found -> found.group(1))
                            .findFirst()
                            .orElse(folder);
            descriptors.put(name, descriptor);
            sources.put(name, text.toString());
        }
    }

    @Test
    void everyExportHasAUser() throws IOException {
        readSources();
        List<String> unused = new ArrayList<>();
        int exports = 0;
        for (Map.Entry<String, String> module : descriptors.entrySet()) {
            for (MatchResult export : EXPORT.matcher(module.getValue()).results().toList()) {
                exports++;
                String name = export.group(1);
                if (export.group(2) != null) {
                    String to = COMMENT.matcher(export.group(2)).replaceAll("");
                    Stream.of(to.strip().split("\\s*,\\s*"))
                            .filter(user -> !uses(user, name))
                            .forEach(user -> unused.add(name + " to " + user));
                } else if (!name.equals(module.getKey()) && !isUsedOutside(module.getKey(), name)) {
                    unused.add(name);
                }
            }
        }
        assertThat(exports).isGreaterThan(30);
        assertThat(unused).as("exports that nobody uses").isEmpty();
    }

    private boolean isUsedOutside(String module, String exported) {
        return sources.keySet().stream()
                .anyMatch(user -> !user.equals(module) && uses(user, exported));
    }

    private boolean uses(String module, String exported) {
        assertThat(sources).containsKey(module);
        return Pattern.compile("\\b" + Pattern.quote(exported) + "\\.[A-Z]")
                .matcher(sources.get(module))
                .find();
    }
}
