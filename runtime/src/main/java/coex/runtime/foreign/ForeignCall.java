package coex.runtime.foreign;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One foreign function. During a call the thread is in a safe region: C code may block, and never
/// sees the heap.
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
        try (Arena arena = Arena.ofConfined();
                RootFrame _ = keptTexts(mutator, arguments)) {
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = toC(mutator, parameters.get(i), arguments[i]);
            }
            Object answer;
            mutator.enterSafeRegion();
            try {
                copyTexts(arguments, arena);
                answer = textOf(function.invokeWithArguments(arguments));
                flush.invokeWithArguments(MemorySegment.NULL);
            } finally {
                mutator.returnFromSafeRegion();
            }
            return fromC(mutator, answer);
        }
    }

    /// Reading a long text is a safepoint, and the caller does not keep the others.
    private RootFrame keptTexts(MutatorContext mutator, Object[] arguments) {
        RootFrame kept = RootFrame.slots(mutator, Math.max(1, arguments.length));
        for (int i = 0; i < arguments.length; i++) {
            if (parameters.get(i).equals("string")) {
                kept.set(i, (long) arguments[i]);
            }
        }
        return kept;
    }

    /// What C takes, but for texts: those are bytes still.
    private Object toC(MutatorContext mutator, String type, Object value) {
        return switch (type) {
            case "bool" -> (boolean) value ? 1 : 0;
            case "string" -> strings.bytes(mutator, (long) value);
            default -> value;
        };
    }

    /// Texts may be long: they are copied in the safe region, before and after the call.
    private static void copyTexts(Object[] arguments, Arena arena) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof byte[] utf8) {
                MemorySegment text = arena.allocate(utf8.length + 1L);
                MemorySegment.copy(utf8, 0, text, ValueLayout.JAVA_BYTE, 0, utf8.length);
                arguments[i] = text;
            }
        }
    }

    /// The answer; of one that is a text, its bytes.
    private Object textOf(Object answer) {
        if (!result.equals("string")) {
            return answer;
        }
        var text = (MemorySegment) answer;
        return text.equals(MemorySegment.NULL)
                ? new byte[0]
                : text.reinterpret(Long.MAX_VALUE)
                        .getString(0, StandardCharsets.UTF_8)
                        .getBytes(StandardCharsets.UTF_8);
    }

    private Object fromC(MutatorContext mutator, Object answer) {
        return switch (result) {
            case "bool" -> (int) answer != 0;
            case "byte" -> (int) answer & 0xFF;
            case "string" -> {
                byte[] utf8 = (byte[]) answer;
                yield strings.of(mutator, utf8, 0, utf8.length);
            }
            default -> answer;
        };
    }
}
