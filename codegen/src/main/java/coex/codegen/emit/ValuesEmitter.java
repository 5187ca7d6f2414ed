package coex.codegen.emit;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.codegen.ir.RoutineName;
import coex.codegen.lower.LoweredProgram;
import coex.language.type.Type;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.BiConsumer;

/// Writes the classes with the values that a program has from its start on: texts, variants without
/// fields, functions.
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
        constants
                .valuesByClass()
                .forEach((owner, values) -> classes.accept(owner, emit(owner, values)));
    }

    private byte[] emit(ClassDesc owner, List<Constant> values) {
        return ConstantsEmitter.constantsClass(
                owner,
                builder ->
                        values.forEach(
                                value ->
                                        builder.withField(
                                                constants.value(value).field(),
                                                ConstantDescs.CD_long,
                                                ConstantsEmitter.FIELD)),
                code -> values.forEach(value -> make(value, code)));
    }

    private static void call(
            CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
        code.invokevirtual(Names.RUNTIME, method, MethodTypeDesc.of(result, parameters));
    }

    private void make(Constant value, CodeBuilder code) {
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        switch (value) {
            case Constant.Nil() -> call(code, "nil", ConstantDescs.CD_long);
            case Constant.Text(String text) -> {
                LongText.load(text, code);
                call(code, "text", ConstantDescs.CD_long, ConstantDescs.CD_String);
            }
            case Constant.Variant(Type type, int variant) -> {
                constants.type(type).load(Names.RUNTIME_TYPE, code);
                code.loadConstant(variant);
                call(
                        code,
                        "variant",
                        ConstantDescs.CD_long,
                        Names.RUNTIME_TYPE,
                        ConstantDescs.CD_int);
            }
            case Constant.Function(RoutineName routine) -> {
                Layout layout = new Layout.Closure(routine, List.of(), List.of());
                constants.layout(layout).load(Names.OBJECT_LAYOUT, code);
                call(code, "function", ConstantDescs.CD_long, Names.OBJECT_LAYOUT);
            }
            case Constant.Bool _,
                    Constant.Int32 _,
                    Constant.Int64 _,
                    Constant.Float64 _,
                    Constant.Empty _ ->
                    throw new IllegalStateException("no constant of the program: " + value);
        }
        ConstantPool.Place place = constants.value(value);
        code.putstatic(place.owner(), place.field(), ConstantDescs.CD_long);
    }
}
