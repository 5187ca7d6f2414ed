package coex.language.check;

import coex.language.checked.Conversion;
import coex.language.checked.Operation;
import coex.language.type.Type;
import coex.language.type.Type.Basic;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The functions that are built in, and their types; methods are in [BuiltInMethods].
final class BuiltIns {

    /// Something built in that can be called.
    sealed interface BuiltIn {

        /// An operation on the receiver and arguments of these types.
        record Operates(Operation operation, List<Type> parameters, Type result)
                implements BuiltIn {}

        /// A conversion of the receiver.
        record Converts(Conversion conversion, Type result) implements BuiltIn {}
    }

    private static final Type INT = Basic.INT;

    private static final Map<String, BuiltIn> FUNCTIONS =
            Map.ofEntries(
                    function("sqrt", Operation.SQRT, List.of(Basic.FLOAT), Basic.FLOAT),
                    function("sleep", Operation.SLEEP, List.of(INT), Basic.NOTHING),
                    function("gc", Operation.GC, List.of(), Basic.NOTHING),
                    function("gc_async", Operation.GC_ASYNC, List.of(), Basic.NOTHING),
                    function(
                            "gc_install_watermark",
                            Operation.GC_INSTALL_WATERMARK,
                            List.of(),
                            Basic.NOTHING),
                    function("gc_validate_heap", Operation.GC_VALIDATE_HEAP, List.of(), INT),
                    function("gc_dump_stats", Operation.GC_DUMP_STATS, List.of(), Basic.NOTHING),
                    function("gc_dump_heap", Operation.GC_DUMP_HEAP, List.of(), Basic.NOTHING),
                    function("gc_dump_roots", Operation.GC_DUMP_ROOTS, List.of(), Basic.NOTHING),
                    function(
                            "gc_dump_shadow_stacks",
                            Operation.GC_DUMP_SHADOW_STACKS,
                            List.of(),
                            Basic.NOTHING),
                    function(
                            "gc_dump_handle_table",
                            Operation.GC_DUMP_HANDLE_TABLE,
                            List.of(),
                            Basic.NOTHING),
                    function(
                            "gc_fragmentation_report",
                            Operation.GC_FRAGMENTATION_REPORT,
                            List.of(),
                            Basic.NOTHING),
                    function(
                            "gc_set_trace_level",
                            Operation.GC_SET_TRACE_LEVEL,
                            List.of(INT),
                            Basic.NOTHING));

    /// Those that may be given a verbosity.
    private static final Map<String, BuiltIn> WITH_VERBOSITY =
            Map.ofEntries(
                    function(
                            "gc_dump_heap", Operation.GC_DUMP_HEAP_AT, List.of(INT), Basic.NOTHING),
                    function(
                            "gc_dump_handle_table",
                            Operation.GC_DUMP_HANDLE_TABLE_AT,
                            List.of(INT),
                            Basic.NOTHING));

    private static final Map<String, Long> TIMES =
            Map.of(
                    "nanosecond", 1L,
                    "microsecond", 1_000L,
                    "millisecond", 1_000_000L,
                    "second", 1_000_000_000L,
                    "minute", 60_000_000_000L,
                    "hour", 3_600_000_000_000L);

    /// Functions whose types depend on their arguments; [CallChecker] knows them.
    static final Set<String> SPECIAL_FUNCTIONS =
            Set.of("print", "debug", "range", "str", "Array", "gc_dump_object");

    /// Names that mean something before a dot.
    static final Set<String> NAMESPACES =
            Set.of("String", "Result", "Map", "Set", "posix", "Channel", "atomic_ref", "time");

    private BuiltIns() {}

    private static Map.Entry<String, BuiltIn> function(
            String name, Operation operation, List<Type> parameters, Type result) {
        return Map.entry(name, new BuiltIn.Operates(operation, parameters, result));
    }

    /// The function of that name, in the form for so many arguments if it has several.
    static Optional<BuiltIn> function(String name, int arguments) {
        BuiltIn withVerbosity = arguments == 0 ? null : WITH_VERBOSITY.get(name);
        return Optional.ofNullable(withVerbosity)
                .or(() -> Optional.ofNullable(FUNCTIONS.get(name)));
    }

    static Set<String> functions() {
        return FUNCTIONS.keySet();
    }

    static List<String> times() {
        return TIMES.keySet().stream().sorted().toList();
    }

    /// The nanoseconds of `time.second` and the like.
    static Optional<Long> time(String name) {
        return Optional.ofNullable(TIMES.get(name));
    }
}
