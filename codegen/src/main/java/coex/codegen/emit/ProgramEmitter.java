package coex.codegen.emit;

import coex.codegen.CompiledProgram;
import coex.codegen.ProgramTooLargeException;
import coex.codegen.ir.Routine;
import coex.codegen.lower.LoweredProgram;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes a lowered program as class files: one class for the routines of each module, one for constants, one
/// for calls of function values.
public final class ProgramEmitter {

    private final LoweredProgram program;
    private final ConstantPool constants = new ConstantPool();
    private final Callees callees;

    private ProgramEmitter(LoweredProgram program) {
        this.program = program;
        this.callees = new Callees(program.routines());
    }

    public static CompiledProgram emit(LoweredProgram program) {
        return new ProgramEmitter(program).emitAll();
    }

    private CompiledProgram emitAll() {
        var classes = new LinkedHashMap<String, byte[]>();
        Map<ClassDesc, List<Routine>> byClass =
                program.routines().stream()
                        .collect(
                                Collectors.groupingBy(
                                        routine -> Names.classOf(routine.name()),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        byClass.forEach(
                (name, routines) -> classes.put(javaName(name), emitOrRefuse(name, routines)));
        classes.put(
                javaName(Names.DISPATCH), new DispatchEmitter(program, constants, callees).emit());
        new ConstantsEmitter(program, constants)
                .emit((name, file) -> classes.put(javaName(name), file));
        new ValuesEmitter(program, constants)
                .emit((name, file) -> classes.put(javaName(name), file));
        FunctionSymbol main = program.checked().main().symbol();
        return new CompiledProgram(
                classes,
                javaName(Names.classOf(program.main())),
                program.main().method(),
                main.parameters().stream().map(FunctionSymbol.Parameter::name).toList(),
                main.result() != Type.Basic.NOTHING);
    }

    private static String javaName(ClassDesc type) {
        return type.packageName() + "." + type.displayName();
    }

    /// If a class cannot be written, finds out which function is to blame.
    private byte[] emitOrRefuse(ClassDesc name, List<Routine> routines) {
        try {
            return emit(name, routines);
        } catch (IllegalArgumentException e) {
            for (Routine routine : routines) {
                requireSize(name, routine);
            }
            throw new ProgramTooLargeException(routines.getFirst().sourceName(), 1, e.getMessage());
        }
    }

    private void requireSize(ClassDesc name, Routine routine) {
        try {
            emit(name, List.of(routine));
        } catch (IllegalArgumentException e) {
            throw new ProgramTooLargeException(
                    routine.sourceName(),
                    routine.line(),
                    "function '%s' does not fit into a method of the JVM: %s"
                            .formatted(routine.displayName(), e.getMessage()));
        }
    }

    private byte[] emit(ClassDesc name, List<Routine> routines) {
        return ClassFile.of()
                .build(
                        name,
                        builder -> {
                            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            builder.with(
                                    SourceFileAttribute.of(
                                            fileName(routines.getFirst().sourceName())));
                            for (Routine routine : routines) {
                                builder.withMethodBody(
                                        routine.name().method(),
                                        callees.type(routine.name()),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code ->
                                                new RoutineEmitter(
                                                                routine, constants, callees, code)
                                                        .emit());
                            }
                        });
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
