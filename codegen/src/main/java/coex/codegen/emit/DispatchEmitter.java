package coex.codegen.emit;

import coex.codegen.GeneratedNames;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Signature;
import coex.codegen.lower.LoweredProgram;
import coex.codegen.lower.LoweredProgram.FunctionEntry;

import java.lang.classfile.ClassBuilder;
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
import java.util.function.Consumer;

/// Writes the class whose methods call function values: one method for each signature, which finds
/// out which function a closure is and calls that routine with what the closure has captured.
final class DispatchEmitter {

    private static final int MUTATOR = 0;
    private static final int CLOSURE = 1;
    private static final int FIRST_ARGUMENT = 3;

    /// Functions that one method chooses from.
    private static final int MOST_IN_METHOD = 100;

    private final LoweredProgram program;
    private final ConstantPool constants;
    private final Callees callees;

    DispatchEmitter(LoweredProgram program, ConstantPool constants, Callees callees) {
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
                            program.signatures().forEach(signature -> emit(signature, builder));
                        });
    }

    /// A function that is a value, and its number.
    private record Numbered(int number, FunctionEntry entry) {}

    private void emit(Signature signature, ClassBuilder builder) {
        var functions = new ArrayList<Numbered>();
        List<FunctionEntry> all = program.functionValues();
        for (int number = 0; number < all.size(); number++) {
            if (all.get(number).signature().equals(signature)) {
                functions.add(new Numbered(number, all.get(number)));
            }
        }
        emit(nameOf(signature), signature, functions, builder);
    }

    /// One method for some functions. For more, one that asks whether the number is among the first
    /// half, and one for each half.
    private void emit(
            String name, Signature signature, List<Numbered> functions, ClassBuilder builder) {
        if (functions.size() <= MOST_IN_METHOD) {
            method(name, signature, code -> choose(functions, signature, code), builder);
            return;
        }
        List<Numbered> lower = functions.subList(0, functions.size() / 2);
        List<Numbered> upper = functions.subList(functions.size() / 2, functions.size());
        emit(name + "_l", signature, lower, builder);
        emit(name + "_u", signature, upper, builder);
        method(
                name,
                signature,
                code -> {
                    Label isLower = code.newLabel();
                    loadNumber(code);
                    code.loadConstant(upper.getFirst().number()).if_icmplt(isLower);
                    passOn(name + "_u", signature, code);
                    code.labelBinding(isLower);
                    passOn(name + "_l", signature, code);
                },
                builder);
    }

    private static void method(
            String name, Signature signature, Consumer<CodeBuilder> body, ClassBuilder builder) {
        builder.withMethodBody(
                name, descriptor(signature), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, body);
    }

    private static void passOn(String name, Signature signature, CodeBuilder code) {
        code.aload(MUTATOR).lload(CLOSURE);
        passArguments(signature, code);
        code.invokestatic(Names.DISPATCH, name, descriptor(signature));
        code.return_(TypeKind.from(descriptor(signature).returnType()));
    }

    private static void passArguments(Signature signature, CodeBuilder code) {
        int variable = FIRST_ARGUMENT;
        for (Kind kind : signature.parameters()) {
            code.loadLocal(kind.typeKind(), variable);
            variable += kind.typeKind().slotSize();
        }
    }

    private static void loadNumber(CodeBuilder code) {
        code.aload(MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        code.lload(CLOSURE);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "functionNumber",
                MethodTypeDesc.of(
                        ConstantDescs.CD_int, Names.MUTATOR, Names.RUNTIME, ConstantDescs.CD_long));
    }

    private void choose(List<Numbered> functions, Signature signature, CodeBuilder code) {
        Label none = code.newLabel();
        List<SwitchCase> cases =
                functions.stream()
                        .map(function -> SwitchCase.of(function.number(), code.newLabel()))
                        .toList();
        loadNumber(code);
        code.lookupswitch(none, cases);
        for (int i = 0; i < functions.size(); i++) {
            code.labelBinding(cases.get(i).target());
            call(functions.get(i).entry(), signature, code);
        }
        code.labelBinding(none);
        callElsewhere(signature, code);
    }

    /// A closure of a program that ran before this one, in the same session: that program has its
    /// code.
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
        passArguments(signature, code);
        code.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", type);
        code.return_(TypeKind.from(type.returnType()));
    }

    private static String nameOf(Signature signature) {
        return GeneratedNames.CALL + signature.mangled();
    }

    private void call(FunctionEntry entry, Signature signature, CodeBuilder code) {
        MethodTypeDesc target = callees.type(entry.routine());
        code.aload(MUTATOR);
        for (int i = 0; i < entry.layout().fields().size(); i++) {
            captured(entry, i, code);
        }
        passArguments(signature, code);
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
