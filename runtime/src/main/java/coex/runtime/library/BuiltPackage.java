package coex.runtime.library;

import coex.runtime.ForeignLibrary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A package with its foreign parts built.
///
/// @param libraries what they became, by the names of the parts
public record BuiltPackage(LoadedPackage loaded, Map<String, ForeignLibrary> libraries) {

    /// What a linker needs for its foreign parts: the file of each, then the system's libraries.
    public List<String> linkArguments() {
        var arguments = new ArrayList<String>();
        libraries.forEach(
                (part, library) -> {
                    arguments.add(library.file().toString());
                    arguments.addAll(loaded.foreign().get(part).systemLibraries());
                });
        return arguments;
    }
}
