package coex.runtime.library;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a package says of itself. Optional fields that are not written are empty.
///
/// @param sources files under `src/`, in the order in which they are loaded
/// @param parts the foreign parts, by name
public record Manifest(
        String name,
        String version,
        String description,
        List<String> authors,
        String license,
        List<String> sources,
        Map<String, ForeignPart> parts) {

    /// The file of an archive that a manifest is read from.
    static final String FILE = "manifest.toml";

    /// C sources that are built together.
    ///
    /// @param sources files or patterns under `ffi/src`
    /// @param headers include directories under `ffi/src`
    /// @param systemHeaders what the host must have
    /// @param systemLibraries flags for the linker
    /// @param symbols what the part offers, by name
    public record ForeignPart(
            String name,
            List<String> sources,
            List<String> headers,
            List<String> systemHeaders,
            List<String> systemLibraries,
            Map<String, Symbol> symbols) {}

    /// A C function, with types as Coex spells them; `void` if it returns nothing.
    public record Symbol(String name, List<String> parameters, String result) {}

    static Manifest read(String text) throws PackageException {
        Map<String, Object> top = Toml.read(text);
        if (!(top.get("library") instanceof Map<?, ?> library)) {
            throw wrong("it has no [library] section");
        }
        var parts = new LinkedHashMap<String, ForeignPart>();
        for (Map.Entry<?, ?> part : tableIn(top, "ffi").entrySet()) {
            String name = (String) part.getKey();
            if (!(part.getValue() instanceof Map<?, ?> table)) {
                throw wrong("[ffi] has a value '%s'; foreign parts are tables".formatted(name));
            }
            parts.put(name, part(name, table));
        }
        return new Manifest(
                required(library, "name"),
                required(library, "version"),
                text(library, "description", ""),
                texts(library, "authors"),
                text(library, "license", ""),
                texts(library, "source"),
                parts);
    }

    private static ForeignPart part(String name, Map<?, ?> table) throws PackageException {
        var symbols = new LinkedHashMap<String, Symbol>();
        Object listed = table.get("symbols");
        if (listed instanceof List<?> list) {
            for (Object symbol : list) {
                Symbol read = symbol(name, symbol);
                symbols.put(read.name(), read);
            }
        } else if (listed != null) {
            throw wrong("the symbols of [ffi.%s] are no list of tables".formatted(name));
        }
        return new ForeignPart(
                name,
                texts(table, "source"),
                texts(table, "headers"),
                texts(table, "system_headers"),
                texts(table, "system_libs"),
                symbols);
    }

    private static Symbol symbol(String part, Object symbol) throws PackageException {
        if (!(symbol instanceof Map<?, ?> table)
                || !(table.get("name") instanceof String name)
                || !name.matches("[A-Za-z_]\\w*")) {
            throw wrong("a symbol of [ffi.%s] has no name, or none that C has".formatted(part));
        }
        List<String> parameters = texts(table, "params");
        String result = text(table, "returns", "void");
        for (String type : parameters) {
            checkType(name, type, "int|float|bool|string|byte|char");
        }
        checkType(name, result, "int|float|bool|string|byte|char|void");
        return new Symbol(name, parameters, result);
    }

    private static void checkType(String symbol, String type, String allowed)
            throws PackageException {
        if (!type.matches(allowed)) {
            throw wrong(
                    "symbol '%s' has a type '%s', which C functions cannot have"
                            .formatted(symbol, type));
        }
    }

    // Values

    private static Map<?, ?> tableIn(Map<String, Object> top, String key) throws PackageException {
        Object value = top.getOrDefault(key, Map.of());
        if (value instanceof Map<?, ?> table) {
            return table;
        }
        throw wrong("'%s' is no table".formatted(key));
    }

    private static String required(Map<?, ?> table, String key) throws PackageException {
        String value = text(table, key, "");
        if (value.isBlank()) {
            throw wrong("its [library] section has no %s".formatted(key));
        }
        return value;
    }

    private static String text(Map<?, ?> table, String key, String otherwise)
            throws PackageException {
        Object value = table.get(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof String text) {
            return text;
        }
        throw wrong("'%s' is no text".formatted(key));
    }

    private static List<String> texts(Map<?, ?> table, String key) throws PackageException {
        Object value = table.get(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrong("'%s' is no list".formatted(key));
        }
        var texts = new ArrayList<String>();
        for (Object element : list) {
            if (!(element instanceof String text)) {
                throw wrong("'%s' is no list of texts".formatted(key));
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    private static PackageException wrong(String what) {
        return new PackageException("%s is not right: %s".formatted(FILE, what));
    }
}
