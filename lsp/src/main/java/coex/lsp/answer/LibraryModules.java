package coex.lsp.answer;

import coex.runtime.library.FileModules;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The names of the modules that come with Coex: what `coex.runtime` has in its library.
final class LibraryModules {

    /// What is called by its names, in the library and in the standard library.
    private static final Pattern MODULE = Pattern.compile("coex/(?:lib|std)/(\\w+)\\.coex");

    /// They cannot change while the server runs.
    private static final Set<String> NAMES = read();

    private LibraryModules() {}

    static Set<String> names() {
        return NAMES;
    }

    /// Nothing if `coex.runtime` is no module, as in a benchmark on the class path: only
    /// completion of imports wants to know.
    private static Set<String> read() {
        Module module = FileModules.class.getModule();
        Optional<ModuleReference> reference =
                Optional.ofNullable(module.getLayer())
                        .flatMap(layer -> layer.configuration().findModule(module.getName()))
                        .map(found -> found.reference());
        var names = new TreeSet<String>();
        if (reference.isEmpty()) {
            return names;
        }
        try (ModuleReader reader = reference.get().open();
                Stream<String> all = reader.list()) {
            all.map(MODULE::matcher)
                    .filter(Matcher::matches)
                    .map(found -> found.group(1))
                    .forEach(names::add);
        } catch (IOException _) {
            return names; // what was read so far
        }
        return names;
    }
}
