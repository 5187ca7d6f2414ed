package coex.lsp.answer;

import coex.runtime.library.FileModules;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The modules that come with Coex, and their functions: what `coex.runtime` has in its library.
final class LibraryModules {

    /// What is called by its names, in the library and in the standard library.
    private static final Pattern MODULE = Pattern.compile("coex/(?:lib|std)/(\\w+)\\.coex");

    /// A function that is documented: others are for their module alone.
    private static final Pattern FUNCTION =
            Pattern.compile("(?m)^#.*\\R(?:func|formula|task) (\\w+)");

    /// The functions of each module. They cannot change while the server runs.
    private static final Map<String, Set<String>> FUNCTIONS = read();

    private LibraryModules() {}

    static Set<String> names() {
        return FUNCTIONS.keySet();
    }

    /// The modules that have a function of a name.
    static List<String> declaring(String function) {
        return FUNCTIONS.entrySet().stream()
                .filter(module -> module.getValue().contains(function))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Nothing if `coex.runtime` is no module, as in a benchmark on the class path: only
    /// completion of imports and quick fixes want to know.
    private static Map<String, Set<String>> read() {
        Module module = FileModules.class.getModule();
        Optional<ModuleReference> reference =
                Optional.ofNullable(module.getLayer())
                        .flatMap(layer -> layer.configuration().findModule(module.getName()))
                        .map(found -> found.reference());
        var functions = new TreeMap<String, Set<String>>();
        if (reference.isEmpty()) {
            return functions;
        }
        try (ModuleReader reader = reference.get().open();
                Stream<String> all = reader.list()) {
            for (String resource : all.toList()) {
                Matcher found = MODULE.matcher(resource);
                if (found.matches()) {
                    functions.put(found.group(1), functionsIn(resource, reader));
                }
            }
        } catch (IOException _) {
            return functions; // what was read so far
        }
        return functions;
    }

    private static Set<String> functionsIn(String resource, ModuleReader reader)
            throws IOException {
        try (InputStream in = reader.open(resource).orElseThrow()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return FUNCTION.matcher(text)
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
        }
    }
}
