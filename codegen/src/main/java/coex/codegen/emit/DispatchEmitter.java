package coex.codegen.emit;

import coex.codegen.ir.Kind;
import coex.codegen.ir.Signature;
import coex.codegen.lower.LoweredProgram;
import coex.codegen.lower.LoweredProgram.FunctionEntry;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/// Writes the class whose methods call function values: one method for each signature, which finds out which
/// function a closure is and calls that routine with what the closure has captured.
final class DispatchEmitter {

    private static final int MUTATOR = 0;
    private static final int CLOSURE = 1;
    private static final int FIRST_ARGUMENT = 3;

    private final LoweredProgram program;
    private final ConstantPool constants;
    private final Callees callees;

    DispatchEmitter(
            LoweredProgram program,
            ConstantPool constants,
            Callees callees) {
        this.program = program;
        this.constants = constants;
        this.callees = callees;
    }

    /// The mutator, the closure, and the arguments.
    static MethodTypeDesc descriptor(Signature signature) {
        var parameters = new ArrayList<ClassDesc>();
        parameters.add(Names.MUTATOR);
        parameters.add(ConstantDescs.CD_long);
        signature.parameters().forEach(kind -> parameters.add(kind.classDesc()));
        return MethodTypeDesc.of(
                signature.result().map(Kind::classDesc).orElse(ConstantDescs.CD_void), parameters);
    }

    byte[] emit() {
        return ClassFile.of()
                .build(
                        Names.DISPATCH,
                        builder -> {
                            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            for (Signature signature : program.signatures()) {
                                builder.withMethodBody(
                                        nameOf(signature),
                                        descriptor(signature),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> emit(signature, code));
                            }
                        });
    }

    private void emit(Signature signature, CodeBuilder code) {
        Label none = code.newLabel();
        var cases = new ArrayList<SwitchCase>();
        var entries = new ArrayList<FunctionEntry>();
        List<FunctionEntry> all = program.functionValues();
        for (int number = 0; number < all.size(); number++) {
            if (all.get(number).signature().equals(signature)) {
                cases.add(SwitchCase.of(number, code.newLabel()));
                entries.add(all.get(number));
            }
        }
        code.aload(MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        code.lload(CLOSURE);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "functionNumber",
                MethodTypeDesc.of(
                        ConstantDescs.CD_int, Names.MUTATOR, Names.RUNTIME, ConstantDescs.CD_long));
        code.lookupswitch(none, cases);
        for (int i = 0; i < entries.size(); i++) {
            code.labelBinding(cases.get(i).target());
            call(entries.get(i), signature, code);
        }
        code.labelBinding(none);
        callElsewhere(signature, code);
    }

    /// A closure of a program that ran before this one, in the same session: that program has its code.
    private static void callElsewhere(Signature signature, CodeBuilder code) {
        MethodTypeDesc type = descriptor(signature);
        code.aload(MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        code.lload(CLOSURE);
        code.loadConstant(nameOf(signature));
        code.loadConstant(type);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "dispatcher",
                MethodTypeDesc.of(
                        ConstantDescs.CD_MethodHandle,
                        Names.MUTATOR,
                        Names.RUNTIME,
                        ConstantDescs.CD_long,
                        ConstantDescs.CD_String,
                        ConstantDescs.CD_MethodType));
        code.aload(MUTATOR).lload(CLOSURE);
        loadArguments(signature, code);
        code.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", type);
        code.return_(TypeKind.from(type.returnType()));
    }

    private static String nameOf(Signature signature) {
        return "call_" + signature.mangled();
    }

    private static void loadArguments(Signature signature, CodeBuilder code) {
        int variable = FIRST_ARGUMENT;
        for (Kind kind : signature.parameters()) {
            code.loadLocal(kind.typeKind(), variable);
            variable += kind.typeKind().slotSize();
        }
    }

    private void call(FunctionEntry entry, Signature signature, CodeBuilder code) {
        MethodTypeDesc target = callees.type(entry.routine());
        code.aload(MUTATOR);
        for (int i = 0; i < entry.layout().fields().size(); i++) {
            captured(entry, i, code);
        }
        loadArguments(signature, code);
        callees.call(entry.routine(), code);
        code.return_(TypeKind.from(target.returnType()));
    }

    private void captured(FunctionEntry entry, int field, CodeBuilder code) {
        code.aload(MUTATOR)
                .lload(CLOSURE)
                .invokevirtual(
                        Names.MUTATOR,
                        "address",
                        MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long));
        constants.offset(entry.layout(), field).load(ConstantDescs.CD_long, code);
        code.ladd();
        FieldCode.get(entry.layout().fields().get(field).type(), code);
    }
}
