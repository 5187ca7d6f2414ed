package coex.runtime.foreign;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One foreign function. During a call the thread is in a safe region: C code may block, and never sees
/// the heap.
///
/// @param flush C's `fflush`, so that what C has written comes before what the program writes next
/// @param obstacle why it cannot be called
record ForeignCall(
        Strings strings,
        String name,
        MethodHandle function,
        MethodHandle flush,
        List<String> parameters,
        String result,
        Optional<String> obstacle) {

    /// [#call], which takes the record, the mutator and the arguments.
    static final MethodHandle HANDLE = handle();

    private static MethodHandle handle() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            ForeignCall.class,
                            "call",
                            MethodType.methodType(
                                    Object.class, MutatorContext.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static ForeignCall impossible(String why) {
        return new ForeignCall(null, "", null, null, List.of(), "", Optional.of(why));
    }

    Object call(MutatorContext mutator, Object[] arguments) throws Throwable {
        if (obstacle.isPresent()) {
            throw ForeignFunctions.impossible(obstacle.get());
        }
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = toC(mutator, parameters.get(i), arguments[i], arena);
            }
            Object answer;
            mutator.enterSafeRegion();
            try {
                answer = function.invokeWithArguments(arguments);
                flush.invokeWithArguments(MemorySegment.NULL);
            } finally {
                mutator.returnFromSafeRegion();
            }
            return fromC(mutator, answer);
        }
    }

    private Object toC(MutatorContext mutator, String type, Object value, Arena arena) {
        return switch (type) {
            case "bool" -> (boolean) value ? 1 : 0;
            case "string" -> {
                byte[] utf8 = strings.bytes(mutator, (long) value);
                MemorySegment text = arena.allocate(utf8.length + 1L);
                MemorySegment.copy(utf8, 0, text, ValueLayout.JAVA_BYTE, 0, utf8.length);
                yield text;
            }
            default -> value;
        };
    }

    private Object fromC(MutatorContext mutator, Object answer) {
        return switch (result) {
            case "bool" -> (int) answer != 0;
            case "byte" -> (int) answer & 0xFF;
            case "string" -> {
                var text = (MemorySegment) answer;
                yield text.equals(MemorySegment.NULL)
                        ? 0L
                        : strings.of(
                                mutator,
                                text.reinterpret(Long.MAX_VALUE)
                                        .getString(0, StandardCharsets.UTF_8));
            }
            default -> answer;
        };
    }
}
