package coex.language.check;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.BuiltIns.BuiltIn;
import coex.language.checked.Operation;
import coex.language.type.Type;
import coex.language.type.Type.Basic;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The reference has an entry, a heading of its own, for everything that is built in.
class BuiltInEntriesTest {

    private static final Path REFERENCE = Path.of("../docs/language/reference");

    /// The types with methods, by what the reference calls them.
    private static final Map<String, Type> TYPES =
            Map.ofEntries(
                    Map.entry("string", Basic.STRING),
                    Map.entry("list", new Type.ListOf(Basic.INT)),
                    Map.entry("array", new Type.ArrayOf(Basic.INT)),
                    Map.entry("map", new Type.MapOf(Basic.INT, Basic.INT)),
                    Map.entry("set", new Type.SetOf(Basic.INT)),
                    Map.entry("json", Basic.JSON),
                    Map.entry("result", new Type.Result(Basic.INT, Basic.STRING)),
                    Map.entry("posix", Basic.POSIX),
                    Map.entry("channel", new Type.Channel(Basic.INT)),
                    Map.entry("atomic_int", Basic.ATOMIC_INT),
                    Map.entry("atomic_float", Basic.ATOMIC_FLOAT),
                    Map.entry("atomic_bool", Basic.ATOMIC_BOOL),
                    Map.entry("atomic_ref", new Type.AtomicRef(Basic.INT)));

    /// What is called in other ways than methods and functions are, and its entry.
    private static final Map<Operation, String> OTHERS =
            Map.ofEntries(
                    Map.entry(Operation.STRING_FROM_HEX, "string.from_hex"),
                    Map.entry(Operation.STRING_FROM_BYTES, "string.from_bytes"),
                    Map.entry(Operation.ARRAY_FILLED, "Array"),
                    Map.entry(Operation.RESULT_OK, "result.ok"),
                    Map.entry(Operation.RESULT_ERR, "result.err"),
                    Map.entry(Operation.RESULT_VALUE, "result.value"),
                    Map.entry(Operation.RESULT_ERROR, "result.error"),
                    Map.entry(Operation.POSIX_OPEN, "posix.open"),
                    Map.entry(Operation.POSIX_FD, "posix.fd"),
                    Map.entry(Operation.POSIX_TIME, "posix.time"),
                    Map.entry(Operation.POSIX_TIME_NS, "posix.time_ns"),
                    Map.entry(Operation.POSIX_GETENV, "posix.getenv"),
                    Map.entry(Operation.POSIX_RANDOM_SEED, "posix.random_seed"),
                    Map.entry(Operation.POSIX_URANDOM, "posix.urandom"),
                    Map.entry(Operation.MATRIX_NEW, "matrix.new"),
                    Map.entry(Operation.MATRIX_GET, "matrix.get"),
                    Map.entry(Operation.MATRIX_SET, "matrix.set"),
                    Map.entry(Operation.MATRIX_WIDTH, "matrix.width"),
                    Map.entry(Operation.MATRIX_HEIGHT, "matrix.height"),
                    Map.entry(Operation.ATOMIC_NEW, "atomic_ref.new"),
                    Map.entry(Operation.CHANNEL_NEW, "channel.new"),
                    Map.entry(Operation.DEBUG, "debug"),
                    Map.entry(Operation.GC_DUMP_HEAP_AT, "gc_dump_heap"),
                    Map.entry(Operation.GC_DUMP_HANDLE_TABLE_AT, "gc_dump_handle_table"),
                    Map.entry(Operation.GC_DUMP_OBJECT, "gc_dump_object"));

    /// What has no operation of its own: operators and literals under other names.
    private static final Set<String> WITHOUT_OPERATION =
            Set.of("string.concat", "string.eq", "string.from", "map.new", "set.new");

    /// What a program cannot call: cells of a matrix have a syntax, and sessions are the tools'.
    private static final Set<Operation> NOT_CALLED =
            EnumSet.of(
                    Operation.CELL,
                    Operation.NEIGHBOUR,
                    Operation.JSON_GET_ELEMENT, // json.get, by the type of its argument
                    Operation.JSON_SET_ELEMENT,
                    Operation.SESSION_LOAD,
                    Operation.SESSION_STORE,
                    Operation.SHOW);

    private static Stream<String> methods() {
        return TYPES.entrySet().stream()
                .flatMap(
                        type ->
                                BuiltInMethods.methodNames(type.getValue()).stream()
                                        .map(method -> type.getKey() + "." + method));
    }

    private static Stream<BuiltIn> known() {
        Stream<BuiltIn> ofTypes =
                TYPES.values().stream()
                        .flatMap(
                                type ->
                                        BuiltInMethods.methodNames(type).stream()
                                                .map(name -> method(type, name)));
        Stream<BuiltIn> functions =
                BuiltIns.functions().stream().map(name -> BuiltIns.function(name, 0).orElseThrow());
        return Stream.concat(ofTypes, functions);
    }

    private static BuiltIn method(Type type, String name) {
        return BuiltInMethods.method(type, name, Optional.empty()).orElseThrow();
    }

    private static Set<String> entries() throws IOException {
        var entries = new TreeSet<String>();
        try (Stream<Path> pages = Files.list(REFERENCE)) {
            for (Path page : pages.filter(path -> path.toString().endsWith(".md")).toList()) {
                Files.readAllLines(page).stream()
                        .filter(line -> line.startsWith("### "))
                        .map(line -> line.substring("### ".length()))
                        .forEach(entries::add);
            }
        }
        return entries;
    }

    /// Both ways: an entry for what does not exist would be as wrong as a missing one.
    @Test
    void whatIsBuiltInHasAnEntryAndEveryEntryIsOfSomethingBuiltIn() throws IOException {
        List<Stream<String>> all =
                List.of(
                        methods(),
                        BuiltIns.functions().stream(),
                        BuiltIns.SPECIAL_FUNCTIONS.stream(),
                        BuiltIns.times().stream().map("time."::concat),
                        OTHERS.values().stream(),
                        WITHOUT_OPERATION.stream());
        Set<String> expected = all.stream().flatMap(names -> names).collect(Collectors.toSet());
        assertThat(entries()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /// Whoever adds something that a program can call meets this, however it is called.
    @Test
    void thereIsNoOperationButThoseOfEntries() {
        Set<Operation> reached = EnumSet.copyOf(NOT_CALLED);
        reached.addAll(OTHERS.keySet());
        known().forEach(
                        builtIn -> {
                            if (builtIn instanceof BuiltIn.Operates operates) {
                                reached.add(operates.operation());
                            }
                        });
        assertThat(reached).isEqualTo(EnumSet.allOf(Operation.class));
    }
}
