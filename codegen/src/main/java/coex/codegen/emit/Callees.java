package coex.codegen.emit;

import coex.codegen.ProgramTooLargeException;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.split.CodeSize;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The methods that routines become: in which class, and with which type. Each takes the mutator and then the
/// routine's parameters.
///
/// A class can have only so many constants, so the routines of a large module are spread over several.
final class Callees {

    private static final int MOST_BYTES_OF_CLASS = 60_000;

    /// Words that the JVM takes for the parameters of a method.
    private static final int MOST_PARAMETERS = 255;

    private final Map<RoutineName, ClassDesc> owners = new HashMap<>();
    private final Map<RoutineName, MethodTypeDesc> types = new HashMap<>();
    private final Map<String, Integer> bytes = new HashMap<>();

    Callees(List<Routine> routines) {
        routines.forEach(this::add);
    }

    private void add(Routine routine) {
        RoutineName name = routine.name();
        int before = bytes.merge(name.className(), CodeSize.of(routine), Integer::sum);
        int number = before / MOST_BYTES_OF_CLASS;
        owners.put(
                name,
                Names.routines(number == 0 ? name.className() : name.className() + "$" + number));
        types.put(name, descriptor(routine));
    }

    private static MethodTypeDesc descriptor(Routine routine) {
        var parameters = new ArrayList<ClassDesc>();
        parameters.add(Names.MUTATOR);
        int words = 1;
        for (Register parameter : routine.parameters()) {
            parameters.add(parameter.kind().classDesc());
            words += parameter.kind().typeKind().slotSize();
        }
        if (words > MOST_PARAMETERS) {
            throw new ProgramTooLargeException(
                    routine.sourceName(),
                    routine.line(),
                    "function '%s' has too many parameters for the JVM: %d"
                            .formatted(routine.displayName(), routine.parameters().size()));
        }
        return MethodTypeDesc.of(
                routine.result().map(Kind::classDesc).orElse(ConstantDescs.CD_void), parameters);
    }

    ClassDesc owner(RoutineName name) {
        return owners.get(name);
    }

    MethodTypeDesc type(RoutineName name) {
        return types.get(name);
    }

    /// Calls a routine with what is on the JVM's stack.
    void call(RoutineName name, CodeBuilder code) {
        code.invokestatic(owner(name), name.method(), type(name));
    }
}
