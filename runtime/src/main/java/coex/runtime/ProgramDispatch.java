package coex.runtime;

import coex.codegen.GeneratedNames;
import coex.gc.mutator.MutatorContext;
import coex.runtime.task.Tasks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/// Calls closures without parameters through the methods of generated code that do so: one for each
/// kind of result, named by its letter.
final class ProgramDispatch implements Tasks.Dispatch {

    private static final String WITHOUT_PARAMETERS = GeneratedNames.CALL + "_";

    private static final Map<Character, Class<?>> RESULTS =
            Map.of(
                    'v', void.class,
                    'b', boolean.class,
                    'c', int.class,
                    'i', long.class,
                    'f', double.class,
                    'h', long.class);

    private final ClassLoader loader;

    /// The methods that were needed so far, as functions to 64 bits, by letter. Any thread that
    /// needs one and does not see it makes its own, which is as good.
    private final MethodHandle[] methods = new MethodHandle[128];

    ProgramDispatch(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public long call(char result, MutatorContext mutator, long closure) throws Throwable {
        return (long) method(result).invokeExact(mutator, closure);
    }

    private MethodHandle method(char result) {
        MethodHandle known = methods[result];
        if (known == null) {
            known = find(result);
            methods[result] = known;
        }
        return known;
    }

    private MethodHandle find(char result) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> type = RESULTS.get(result);
            MethodHandle found =
                    lookup.findStatic(
                            loader.loadClass(GeneratedNames.DISPATCH),
                            WITHOUT_PARAMETERS + result,
                            MethodType.methodType(type, MutatorContext.class, long.class));
            return switch (result) {
                case 'b' ->
                        MethodHandles.explicitCastArguments(
                                found, found.type().changeReturnType(long.class));
                case 'f' ->
                        MethodHandles.filterReturnValue(
                                found,
                                lookup.findStatic(
                                        Double.class,
                                        "doubleToRawLongBits",
                                        MethodType.methodType(long.class, double.class)));
                default -> found.asType(found.type().changeReturnType(long.class));
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no way to start a task: result=" + result, e);
        }
    }
}
