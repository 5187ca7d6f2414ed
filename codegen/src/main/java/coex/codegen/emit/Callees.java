package coex.codegen.emit;

import coex.codegen.ir.Kind;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The methods that routines become: each takes the mutator and then the routine's parameters.
final class Callees {

    private final Map<RoutineName, MethodTypeDesc> types = new HashMap<>();

    Callees(List<Routine> routines) {
        routines.forEach(routine -> types.put(routine.name(), descriptor(routine)));
    }

    private static MethodTypeDesc descriptor(Routine routine) {
        var parameters = new ArrayList<ClassDesc>();
        parameters.add(Names.MUTATOR);
        routine.parameters().forEach(parameter -> parameters.add(parameter.kind().classDesc()));
        return MethodTypeDesc.of(
                routine.result().map(Kind::classDesc).orElse(ConstantDescs.CD_void), parameters);
    }

    MethodTypeDesc type(RoutineName name) {
        return types.get(name);
    }

    /// Calls a routine with what is on the JVM's stack.
    void call(RoutineName name, CodeBuilder code) {
        code.invokestatic(Names.classOf(name), name.method(), type(name));
    }
}
