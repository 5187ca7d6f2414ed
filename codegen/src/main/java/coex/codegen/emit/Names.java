package coex.codegen.emit;

import coex.codegen.GeneratedNames;
import coex.language.type.Type;
import coex.language.type.Types;

import java.lang.constant.ClassDesc;

/// The classes that generated code knows by name.
final class Names {

    private static final String CALLS = "coex.runtime.call.";

    static final ClassDesc CONSTANTS = ClassDesc.of(GeneratedNames.CONSTANTS);
    static final ClassDesc DISPATCH = ClassDesc.of(GeneratedNames.DISPATCH);

    static final ClassDesc MUTATOR = ClassDesc.of("coex.gc.mutator.MutatorContext");
    static final ClassDesc MEMORY = ClassDesc.of("coex.gc.memory.Memory");

    static final ClassDesc SAFEPOINT_REQUESTED =
            ClassDesc.of("coex.collections.value.SafepointRequested");

    static final ClassDesc RUNTIME = ClassDesc.of("coex.runtime.program.ProgramRuntime");
    static final ClassDesc LINE_HITS = ClassDesc.of("coex.runtime.LineHits");
    static final ClassDesc RUNTIME_TYPE = ClassDesc.of("coex.runtime.type.RuntimeType");
    static final ClassDesc OBJECT_LAYOUT = ClassDesc.of("coex.runtime.type.ObjectLayout");
    static final ClassDesc OBJECT_CALLS = ClassDesc.of(CALLS + "ObjectCalls");
    static final ClassDesc TASK_CALLS = ClassDesc.of(CALLS + "TaskCalls");
    static final ClassDesc FAILURES = ClassDesc.of(CALLS + "Failures");

    private static final ClassDesc LIST = ClassDesc.of("coex.collections.list.ListType");
    private static final ClassDesc ARRAY = ClassDesc.of("coex.collections.list.ArrayType");
    private static final ClassDesc SET = ClassDesc.of("coex.collections.map.SetType");
    private static final ClassDesc MAP = ClassDesc.of("coex.collections.map.MapType");

    private static final ClassDesc CELLS = ClassDesc.of("coex.runtime.type.MatrixCells");

    private Names() {}

    /// A class of routines.
    static ClassDesc routines(String name) {
        return ClassDesc.of(GeneratedNames.PACKAGE + name);
    }

    /// A class with constants of one kind. Names of classes that make constants begin alike.
    static ClassDesc constants(String kind, int number) {
        return ClassDesc.of(GeneratedNames.CONSTANT_CLASS + kind + number);
    }

    /// A class of methods that generated code calls.
    static ClassDesc calls(String owner) {
        return ClassDesc.of(CALLS + owner);
    }

    /// The class of the operations of a collection type.
    static ClassDesc collection(Type type) {
        return switch (Types.settled(type)) {
            case Type.ListOf _ -> LIST;
            case Type.ArrayOf _ -> ARRAY;
            case Type.SetOf _ -> SET;
            case Type.MapOf _ -> MAP;
            case Type.Matrix _ -> CELLS;
            default -> throw new IllegalArgumentException("no collection: " + type.spelling());
        };
    }
}
