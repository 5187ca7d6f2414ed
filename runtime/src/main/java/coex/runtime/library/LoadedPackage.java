package coex.runtime.library;

import coex.language.source.SourceFile;
import coex.runtime.csource.CSources;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// A package, read and checked. Its foreign parts are not built yet: what programs may call of them
/// is in the manifest.
///
/// @param name the name programs call it by: its file's
/// @param sources by the names the manifest gives them, in its order
/// @param foreign the C sources of its foreign parts, by the names of the parts
public record LoadedPackage(
        String name,
        Path path,
        Manifest manifest,
        Map<String, SourceFile> sources,
        Map<String, CSources> foreign) {

    public String version() {
        return manifest.version();
    }

    /// What its foreign parts offer, by name.
    public Map<String, Manifest.Symbol> symbols() {
        var all = new LinkedHashMap<String, Manifest.Symbol>();
        manifest.parts().values().forEach(part -> all.putAll(part.symbols()));
        return all;
    }
}
