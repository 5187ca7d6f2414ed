package coex.codegen.emit;

import coex.codegen.CompiledProgram;
import coex.codegen.LineProbes;
import coex.codegen.ProgramTooLargeException;
import coex.codegen.ir.Routine;
import coex.codegen.lower.LoweredProgram;
import coex.codegen.split.CodeSize;
import coex.codegen.split.Parts;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Writes a lowered program as class files: one class for the routines of each module, one for
/// constants, one for calls of function values.
public final class ProgramEmitter {

    /// Parts of one class, which can have only so many constants.
    private static final int PARTS_OF_CLASS = 8;

    /// Somewhat less than the JVM's limit: sizes are estimates.
    private static final int MOST_BYTES_OF_METHOD = 60_000;

    private final LoweredProgram program;
    private final ConstantPool constants = new ConstantPool();
    private final Callees callees;
    private final Map<String, byte[]> classes = new LinkedHashMap<>();
    private int partClasses;

    private ProgramEmitter(LoweredProgram program, boolean checksFrames, LineProbes probes) {
        this.program = program;
        this.callees = new Callees(program.routines(), checksFrames, probes);
    }

    /// A program for each `main`.
    ///
    /// @param checksFrames whether the code checks that each frame it pops is the top one
    public static List<CompiledProgram> emit(
            LoweredProgram program, boolean checksFrames, LineProbes probes) {
        return new ProgramEmitter(program, checksFrames, probes).emitAll();
    }

    private List<CompiledProgram> emitAll() {
        Map<ClassDesc, List<Routine>> byClass =
                program.routines().stream()
                        .collect(
                                Collectors.groupingBy(
                                        routine -> callees.owner(routine.name()),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        byClass.forEach(this::emit);
        add(Names.DISPATCH, new DispatchEmitter(program, constants, callees).emit());
        new ConstantsEmitter(program, constants).emit(this::add);
        new ValuesEmitter(program, constants).emit(this::add);
        return program.mains().stream().map(this::begunWith).toList();
    }

    private CompiledProgram begunWith(LoweredProgram.Main main) {
        FunctionSymbol symbol = main.function().symbol();
        return new CompiledProgram(
                classes,
                javaName(callees.owner(main.routine())),
                main.routine().method(),
                symbol.parameters().stream().map(FunctionSymbol.Parameter::name).toList(),
                symbol.result() != Type.Basic.NOTHING);
    }

    private void add(ClassDesc name, byte[] file) {
        classes.put(javaName(name), file);
    }

    private static String javaName(ClassDesc type) {
        return type.packageName() + "." + type.displayName();
    }

    /// Writes a class of routines. What is too large for the JVM even so is refused by name.
    private void emit(ClassDesc name, List<Routine> routines) {
        try {
            String source = fileName(routines.getFirst().sourceName());
            add(
                    name,
                    routinesClass(
                            name,
                            source,
                            builder -> routines.forEach(routine -> emit(routine, builder))));
        } catch (IllegalArgumentException e) {
            Routine largest =
                    routines.stream().max(Comparator.comparingInt(CodeSize::of)).orElseThrow();
            throw new ProgramTooLargeException(
                    largest.sourceName(),
                    largest.line(),
                    "function '%s' is too large for the JVM: %s"
                            .formatted(largest.displayName(), e.getMessage()));
        }
    }

    private static byte[] routinesClass(
            ClassDesc name, String source, Consumer<ClassBuilder> methods) {
        return ClassFile.of()
                .build(
                        name,
                        builder -> {
                            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            builder.with(SourceFileAttribute.of(source));
                            methods.accept(builder);
                        });
    }

    private void emit(Routine routine, ClassBuilder builder) {
        Consumer<CodeBuilder> body;
        if (Parts.areNeededFor(routine)) {
            body = split(routine)::emit;
        } else {
            body = code -> new RoutineEmitter(routine, constants, callees, code).emit();
        }
        builder.withMethodBody(
                routine.name().method(),
                callees.type(routine.name()),
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                body);
    }

    /// Writes the parts of a large routine into classes of their own.
    private SplitEmitter split(Routine routine) {
        Parts parts = Parts.of(routine);
        if (parts.largest() > MOST_BYTES_OF_METHOD) {
            throw new ProgramTooLargeException(
                    routine.sourceName(),
                    routine.line(),
                    "function '%s' has a %s that is too large for the JVM: bytes=%d most=%d"
                            .formatted(
                                    routine.displayName(),
                                    hasHandlers(routine) ? "`within`" : "step",
                                    parts.largest(),
                                    MOST_BYTES_OF_METHOD));
        }
        int count = (parts.parts().size() + PARTS_OF_CLASS - 1) / PARTS_OF_CLASS;
        var owners = new ArrayList<ClassDesc>();
        for (int i = 0; i < count; i++) {
            owners.add(Names.routines(routine.name().className() + "$part" + partClasses++));
        }
        var emitter = new SplitEmitter(parts, constants, callees, owners);
        String source = fileName(routine.sourceName());
        for (ClassDesc owner : owners) {
            add(owner, routinesClass(owner, source, builder -> emitter.emitParts(owner, builder)));
        }
        return emitter;
    }

    private static boolean hasHandlers(Routine routine) {
        return routine.blocks().stream().anyMatch(block -> block.handler().isPresent());
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
