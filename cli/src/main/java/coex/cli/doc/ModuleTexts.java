package coex.cli.doc;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Texts that come with our modules. A reader sees all of a module, also what its classes keep to
/// themselves.
final class ModuleTexts {

    private ModuleTexts() {}

    /// The texts in a folder of a module and below it, by what is behind the folder in their names.
    ///
    /// @param folder with a slash at its end
    static SortedMap<String, String> in(String module, String folder) throws IOException {
        var texts = new TreeMap<String, String>();
        try (ModuleReader reader =
                ModuleTexts.class
                        .getModule()
                        .getLayer()
                        .configuration()
                        .findModule(module)
                        .orElseThrow()
                        .reference()
                        .open()) {
            List<String> names = reader.list().filter(name -> name.startsWith(folder)).toList();
            for (String name : names) {
                if (!name.endsWith("/")) {
                    texts.put(name.substring(folder.length()), read(reader, name));
                }
            }
        }
        return texts;
    }

    private static String read(ModuleReader reader, String name) throws IOException {
        Optional<ByteBuffer> bytes = reader.read(name);
        if (bytes.isEmpty()) {
            throw new IOException("cannot read what was listed: name=" + name);
        }
        try {
            return StandardCharsets.UTF_8.decode(bytes.get()).toString();
        } finally {
            reader.release(bytes.get());
        }
    }
}
