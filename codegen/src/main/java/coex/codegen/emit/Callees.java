package coex.codegen.emit;

import coex.codegen.LineProbes;
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
import java.util.function.IntUnaryOperator;

/// The methods that routines become: in which class, and with which type. Each takes the mutator
/// and then the routine's parameters.
///
/// A class can have only so many constants, and only one file that its lines are of. So the
/// routines of a large module, or of one with several sources, are spread over several.
final class Callees {

    private static final int MOST_BYTES_OF_CLASS = 60_000;

    /// Words that the JVM takes for the parameters of a method.
    private static final int MOST_PARAMETERS = 255;

    private final Map<RoutineName, ClassDesc> owners = new HashMap<>();
    private final Map<RoutineName, MethodTypeDesc> types = new HashMap<>();

    /// How many classes there are of a name.
    private final Map<String, Integer> classes = new HashMap<>();

    /// Where the next routine of a source goes.
    private final Map<Source, Room> rooms = new HashMap<>();

    private record Source(String className, String file) {}

    private record Room(ClassDesc owner, int bytes) {}

    /// The method of a mutator that ends a frame.
    private final String leave;

    private final LineProbes probes;

    /// @param checksFrames whether each frame that is popped must be the top one
    Callees(List<Routine> routines, boolean checksFrames, LineProbes probes) {
        this.probes = probes;
        this.leave = checksFrames ? "leaveChecked" : "leave";
        routines.forEach(this::add);
    }

    String leave() {
        return leave;
    }

    /// Numbers the lines of a routine that tell when they are run.
    IntUnaryOperator probesOf(Routine routine) {
        return line -> probes.number(routine.sourceName(), line);
    }

    private void add(Routine routine) {
        RoutineName name = routine.name();
        var source = new Source(name.className(), routine.sourceName());
        int bytes = CodeSize.of(routine);
        Room room = rooms.get(source);
        if (room == null || room.bytes() + bytes > MOST_BYTES_OF_CLASS) {
            room = new Room(newClass(name.className()), 0);
        }
        rooms.put(source, new Room(room.owner(), room.bytes() + bytes));
        owners.put(name, room.owner());
        types.put(name, descriptor(routine));
    }

    private ClassDesc newClass(String name) {
        int number = classes.merge(name, 1, Integer::sum) - 1;
        return Names.routines(number == 0 ? name : name + "$" + number);
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
