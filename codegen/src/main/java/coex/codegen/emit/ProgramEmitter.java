package coex.codegen.emit;

import coex.codegen.CompiledProgram;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.lower.LoweredProgram;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes a lowered program as class files: one class for the routines of each module, one for constants, one
/// for calls of function values.
public final class ProgramEmitter {

    private final LoweredProgram program;
    private final ConstantPool constants = new ConstantPool();
    private final Map<RoutineName, MethodTypeDesc> descriptors = new HashMap<>();

    private ProgramEmitter(LoweredProgram program) {
        this.program = program;
        program.routines()
                .forEach(
                        routine ->
                                descriptors.put(
                                        routine.name(), RoutineEmitter.descriptor(routine)));
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
        byClass.forEach((name, routines) -> classes.put(javaName(name), emit(name, routines)));
        classes.put(
                javaName(Names.DISPATCH),
                new DispatchEmitter(program, constants, descriptors).emit());
        classes.put(javaName(Names.CONSTANTS), new ConstantsEmitter(program, constants).emit());
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
                                        descriptors.get(routine.name()),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code ->
                                                new RoutineEmitter(
                                                                routine,
                                                                constants,
                                                                descriptors,
                                                                code)
                                                        .emit());
                            }
                        });
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
