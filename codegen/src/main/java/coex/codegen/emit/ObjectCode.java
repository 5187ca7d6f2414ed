package coex.codegen.emit;

import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Writes what makes objects and looks into them.
final class ObjectCode {

    private final MethodCode method;
    private final CodeBuilder code;
    private final ConstantPool constants;

    ObjectCode(MethodCode method) {
        this.method = method;
        this.code = method.code();
        this.constants = method.constants();
    }

    /// The lower half of a handle is all of it, and its test leaves nothing that the JVM has to
    /// make for the case that fails: the result of an `lcmp` would be computed on the way that does
    /// not.
    void refuseNil(Register object, String use) {
        Label there = code.newLabel();
        method.load(object);
        code.l2i().ifne(there);
        LongText.load(use, code);
        code.invokestatic(
                        Names.FAILURES,
                        "nilUsed",
                        MethodTypeDesc.of(
                                ClassDesc.of("java.lang.RuntimeException"),
                                ConstantDescs.CD_String))
                .athrow();
        code.labelBinding(there);
    }

    /// Makes room, during which the fields' handles are kept, then takes it, writes all fields, and
    /// gives the object a handle.
    void emit(Instruction.New made) {
        ConstantPool.Place layout = constants.layout(made.layout());
        makeRoom(made, layout);
        code.aload(MethodCode.MUTATOR);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "take",
                MethodTypeDesc.of(ConstantDescs.CD_long, Names.MUTATOR, Names.OBJECT_LAYOUT));
        code.lstore(method.address());
        List<Layout.Field> fields = made.layout().fields();
        for (int i = 0; i < fields.size(); i++) {
            code.lload(method.address());
            constants.offset(made.layout(), i).load(ConstantDescs.CD_long, code);
            code.ladd();
            method.load(made.sources().get(i));
            FieldCode.put(fields.get(i).type(), code);
        }
        code.aload(MethodCode.MUTATOR).lload(method.address());
        layout.load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "publish",
                MethodTypeDesc.of(
                        ConstantDescs.CD_long,
                        Names.MUTATOR,
                        ConstantDescs.CD_long,
                        Names.OBJECT_LAYOUT));
        method.store(made.result());
    }

    /// Up to three handles are passed as they are; more in an array, and only when room is scarce.
    private void makeRoom(Instruction.New made, ConstantPool.Place layout) {
        List<Register> handles =
                made.sources().stream().filter(source -> source.kind() == Kind.HANDLE).toList();
        if (handles.size() <= 3) {
            code.aload(MethodCode.MUTATOR);
            layout.load(Names.OBJECT_LAYOUT, code);
            for (int i = 0; i < 3; i++) {
                if (i < handles.size()) {
                    method.load(handles.get(i));
                } else {
                    code.lconst_0();
                }
            }
            code.invokestatic(
                    Names.OBJECT_CALLS,
                    "makeRoom",
                    MethodTypeDesc.of(
                            ConstantDescs.CD_void,
                            Names.MUTATOR,
                            Names.OBJECT_LAYOUT,
                            ConstantDescs.CD_long,
                            ConstantDescs.CD_long,
                            ConstantDescs.CD_long));
            return;
        }
        Label ready = code.newLabel();
        code.aload(MethodCode.MUTATOR);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                        Names.OBJECT_CALLS,
                        "hasRoom",
                        MethodTypeDesc.of(
                                ConstantDescs.CD_boolean, Names.MUTATOR, Names.OBJECT_LAYOUT))
                .ifne(ready);
        code.aload(MethodCode.MUTATOR);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.loadConstant(handles.size()).newarray(TypeKind.LONG);
        for (int i = 0; i < handles.size(); i++) {
            code.dup().loadConstant(i);
            method.load(handles.get(i));
            code.lastore();
        }
        code.invokestatic(
                Names.OBJECT_CALLS,
                "makeRoom",
                MethodTypeDesc.of(
                        ConstantDescs.CD_void,
                        Names.MUTATOR,
                        Names.OBJECT_LAYOUT,
                        ConstantDescs.CD_long.arrayType()));
        code.labelBinding(ready);
    }

    void emit(Instruction.LoadField read) {
        address(read.object());
        constants.offset(read.layout(), read.field()).load(ConstantDescs.CD_long, code);
        code.ladd();
        FieldCode.get(read.layout().fields().get(read.field()).type(), code);
        method.store(read.result());
    }

    private void address(Register object) {
        code.aload(MethodCode.MUTATOR);
        method.load(object);
        code.invokevirtual(
                Names.MUTATOR,
                "address",
                MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long));
    }

    void emit(Instruction.HasLayout test) {
        code.aload(MethodCode.MUTATOR);
        method.load(test.object());
        constants.layout(test.layout()).load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "hasLayout",
                MethodTypeDesc.of(
                        ConstantDescs.CD_boolean,
                        Names.MUTATOR,
                        ConstantDescs.CD_long,
                        Names.OBJECT_LAYOUT));
        method.store(test.result());
    }
}
