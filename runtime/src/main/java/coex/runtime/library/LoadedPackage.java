package coex.runtime.library;

import coex.language.source.SourceFile;
import coex.runtime.ForeignLibrary;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A package, read and built.
///
/// @param name the name programs call it by: its file's
/// @param sources by the names the manifest gives them, in its order
/// @param libraries what its foreign parts became, by the names of the parts
public record LoadedPackage(
        String name,
        Path path,
        Manifest manifest,
        Map<String, SourceFile> sources,
        Map<String, ForeignLibrary> libraries) {

    public String version() {
        return manifest.version();
    }

    /// What its foreign parts offer, by name.
    public Map<String, Manifest.Symbol> symbols() {
        var all = new LinkedHashMap<String, Manifest.Symbol>();
        manifest.parts().values().forEach(part -> all.putAll(part.symbols()));
        return all;
    }

    /// What a linker needs for its foreign parts: the file of each, then the system's libraries.
    public List<String> linkArguments() {
        var arguments = new ArrayList<String>();
        manifest.parts()
                .forEach(
                        (part, described) -> {
                            arguments.add(libraries.get(part).file().toString());
                            arguments.addAll(described.systemLibraries());
                        });
        return arguments;
    }
}
