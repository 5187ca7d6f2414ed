package coex.codegen.emit;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;
import coex.codegen.split.SafepointMarks;
import coex.language.type.Type;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;

/// Writes calls: of routines, function values, the runtime, and foreign functions.
final class CallCode {

    private final MethodCode method;
    private final CodeBuilder code;
    private final ConstantPool constants;

    CallCode(MethodCode method) {
        this.method = method;
        this.code = method.code();
        this.constants = method.constants();
    }

    void emit(Instruction.Call call) {
        code.aload(MethodCode.MUTATOR);
        call.sources().forEach(method::load);
        method.callees().call(call.routine(), code);
        call.target().ifPresent(method::store);
    }

    void emit(Instruction.CallValue call) {
        code.aload(MethodCode.MUTATOR);
        call.sources().forEach(method::load);
        code.invokestatic(
                Names.DISPATCH,
                "call_" + call.signature().mangled(),
                DispatchEmitter.descriptor(call.signature()));
        call.target().ifPresent(method::store);
    }

    void emit(BasicBlock.Step step, Instruction.CallRuntime call) {
        if (call.method().givesUp()) {
            callOrGiveUp(step, call);
        } else if (call.method().isSafepoint()) {
            call(call, call.method().name());
        } else {
            callQuietly(call);
        }
        call.target().ifPresent(method::store);
    }

    /// If the call gives up, roots what is live and calls the method in steps. What is on the JVM's
    /// stack is lost then: there is nothing below the arguments.
    private void callOrGiveUp(BasicBlock.Step step, Instruction.CallRuntime call) {
        Label start = code.newBoundLabel();
        callQuietly(call);
        Label end = code.newBoundLabel();
        Label after = code.newLabel();
        code.goto_(after);
        code.exceptionCatch(start, end, code.newBoundLabel(), Names.SAFEPOINT_REQUESTED);
        code.pop();
        method.rooted(step, () -> call(call, call.method().inSteps()));
        code.labelBinding(after);
    }

    private void callQuietly(Instruction.CallRuntime call) {
        if (!SafepointMarks.WRITTEN) {
            call(call, call.method().name());
            return;
        }
        method.beginQuiet(call.method().toString());
        Label start = code.newBoundLabel();
        call(call, call.method().name());
        Label end = code.newBoundLabel();
        Label after = code.newLabel();
        method.endQuiet();
        code.goto_(after);
        code.exceptionCatchAll(start, end, code.newBoundLabel());
        method.endQuiet();
        code.athrow();
        code.labelBinding(after);
    }

    /// Methods of the runtime take the mutator, the runtime of the program, and what the
    /// instruction says.
    private void call(Instruction.CallRuntime call, String name) {
        var parameters = new ArrayList<ClassDesc>();
        code.aload(MethodCode.MUTATOR);
        parameters.add(Names.MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        parameters.add(Names.RUNTIME);
        for (Argument argument : call.arguments()) {
            parameters.add(pass(argument));
        }
        ClassDesc result = MethodCode.resultClass(call.target());
        code.invokestatic(
                Names.calls(call.method().owner()), name, MethodTypeDesc.of(result, parameters));
    }

    /// Puts an argument on the JVM's stack, and returns its class.
    private ClassDesc pass(Argument argument) {
        return switch (argument) {
            case Argument.InRegister(Register register) -> {
                method.load(register);
                yield register.kind().classDesc();
            }
            case Argument.AsBits(Register register) -> {
                method.load(register);
                FieldCode.toBits(register.kind(), code);
                yield ConstantDescs.CD_long;
            }
            case Argument.TypeObject(Type type) -> {
                constants.type(type).load(Names.RUNTIME_TYPE, code);
                yield Names.RUNTIME_TYPE;
            }
            case Argument.CollectionObject(Type type) -> {
                ClassDesc collection = Names.collection(type);
                constants.collection(type).load(collection, code);
                yield collection;
            }
            case Argument.Number(int value) -> {
                code.loadConstant(value);
                yield ConstantDescs.CD_int;
            }
            case Argument.JavaText(String value) -> {
                LongText.load(value, code);
                yield ConstantDescs.CD_String;
            }
        };
    }

    /// At the start of a handler, with what was thrown on the JVM's stack. The runtime pops all
    /// frames above the one that was there when the deadline was set, which is this routine's.
    void abandon(Register deadline) {
        code.aload(MethodCode.MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        method.load(deadline);
        code.invokestatic(
                Names.TASK_CALLS,
                "abandon",
                MethodTypeDesc.of(
                        ConstantDescs.CD_void,
                        ConstantDescs.CD_Throwable,
                        Names.MUTATOR,
                        Names.RUNTIME,
                        ConstantDescs.CD_long));
    }

    /// Foreign functions are method handles that take the mutator and our kinds of values.
    void emit(Instruction.CallForeign call) {
        constants.extern(call.function()).load(ConstantDescs.CD_MethodHandle, code);
        var parameters = new ArrayList<ClassDesc>();
        code.aload(MethodCode.MUTATOR);
        parameters.add(Names.MUTATOR);
        for (Register source : call.sources()) {
            method.load(source);
            parameters.add(source.kind().classDesc());
        }
        ClassDesc result = MethodCode.resultClass(call.target());
        code.invokevirtual(
                ConstantDescs.CD_MethodHandle,
                "invokeExact",
                MethodTypeDesc.of(result, parameters));
        call.target().ifPresent(method::store);
    }
}
