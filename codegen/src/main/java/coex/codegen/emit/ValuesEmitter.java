package coex.codegen.emit;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.codegen.ir.RoutineName;
import coex.codegen.lower.LoweredProgram;
import coex.language.type.Type;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Writes the classes with the values that a program has from its start on: texts, variants without fields,
/// functions. There are several, since the initialiser of a class cannot be long.
///
/// Their initialisers make objects, so all of them run before the first routine does.
final class ValuesEmitter {

    private final LoweredProgram program;
    private final ConstantPool constants;

    ValuesEmitter(LoweredProgram program, ConstantPool constants) {
        this.program = program;
        this.constants = constants;
    }

    void emit(BiConsumer<ClassDesc, byte[]> classes) {
        Map<Integer, Map<String, Constant>> groups = new TreeMap<>();
        constants
                .values()
                .forEach(
                        (value, name) ->
                                groups.computeIfAbsent(
                                                ConstantPool.groupOf(name), _ -> new TreeMap<>())
                                        .put(name, value));
        groups.forEach((group, values) -> classes.accept(Names.values(group), emit(group, values)));
    }

    private byte[] emit(int group, Map<String, Constant> values) {
        ClassDesc owner = Names.values(group);
        return ClassFile.of()
                .build(
                        owner,
                        builder -> {
                            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            for (String name : values.keySet()) {
                                builder.withField(
                                        name, ConstantDescs.CD_long, ConstantsEmitter.FIELD);
                            }
                            builder.withMethodBody(
                                    ConstantDescs.CLASS_INIT_NAME,
                                    ConstantDescs.MTD_void,
                                    ClassFile.ACC_STATIC,
                                    code -> {
                                        values.forEach(
                                                (name, value) -> make(owner, value, name, code));
                                        code.return_();
                                    });
                        });
    }

    private static void call(
            CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
        code.invokevirtual(Names.RUNTIME, method, MethodTypeDesc.of(result, parameters));
    }

    private void make(ClassDesc owner, Constant value, String name, CodeBuilder code) {
        code.getstatic(Names.CONSTANTS, ConstantPool.RUNTIME, Names.RUNTIME);
        switch (value) {
            case Constant.Nil() -> call(code, "nil", ConstantDescs.CD_long);
            case Constant.Text(String text) -> {
                code.ldc(text);
                call(code, "text", ConstantDescs.CD_long, ConstantDescs.CD_String);
            }
            case Constant.Variant(Type type, int variant) -> {
                code.getstatic(Names.CONSTANTS, constants.type(type), Names.RUNTIME_TYPE);
                code.loadConstant(variant);
                call(
                        code,
                        "variant",
                        ConstantDescs.CD_long,
                        Names.RUNTIME_TYPE,
                        ConstantDescs.CD_int);
            }
            case Constant.Function(RoutineName routine) -> {
                Layout layout = program.functionValues().get(program.numberOf(routine)).layout();
                code.getstatic(Names.CONSTANTS, constants.layout(layout), Names.OBJECT_LAYOUT);
                call(code, "function", ConstantDescs.CD_long, Names.OBJECT_LAYOUT);
            }
            case Constant.Bool _,
                    Constant.Int32 _,
                    Constant.Int64 _,
                    Constant.Float64 _,
                    Constant.Empty _ ->
                    throw new IllegalStateException("no constant of the program: " + value);
        }
        code.putstatic(owner, name, ConstantDescs.CD_long);
    }
}
