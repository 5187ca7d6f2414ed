package coex.lsp.debug;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.BooleanValue;
import com.sun.jdi.ClassNotLoadedException;
import com.sun.jdi.DoubleValue;
import com.sun.jdi.Field;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.InvocationException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.LongValue;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The variables of a call, as a program that runs in a stopped JVM has them.
///
/// Numbers are the JVM's. Of everything else the JVM knows a handle only; the compiler has written
/// beside it where the runtime's description of the type is, which is asked for the text.
final class ShownValues {

    private static final int LONGEST = 500;

    /// The first argument of every function; it is no variable of the program.
    private static final String MUTATOR = "$mutator";

    private static final String RUNTIME_TYPE = "coex.runtime.type.RuntimeType";

    /// @param type as the program spells it
    record Shown(String name, String value, String type) {}

    private record Handle(String name, long bits, ObjectReference type) {}

    private ShownValues() {}

    /// @throws IncompatibleThreadStateException if the thread runs
    static List<Shown> of(ThreadReference thread, int frame)
            throws IncompatibleThreadStateException {
        StackFrame top = thread.frame(frame);
        var all = new ArrayList<Object>();
        List<LocalVariable> variables;
        try {
            variables = top.visibleVariables();
        } catch (AbsentInformationException e) {
            return List.of();
        }
        // Everything is read first: to call a method makes frames invalid.
        ObjectReference mutator = null;
        for (LocalVariable variable : variables) {
            Value value = top.getValue(variable);
            if (variable.name().equals(MUTATOR)) {
                mutator = (ObjectReference) value;
                continue;
            }
            all.add(
                    typeOf(variable, top)
                            .<Object>map(type -> handle(variable, value, type))
                            .orElseGet(() -> number(variable.name(), value)));
        }
        var shown = new ArrayList<Shown>();
        for (Object each : all) {
            shown.add(each instanceof Handle handle ? text(handle, mutator, thread) : (Shown) each);
        }
        return shown;
    }

    private static Handle handle(LocalVariable variable, Value value, ObjectReference type) {
        return new Handle(variable.name(), ((LongValue) value).value(), type);
    }

    /// The runtime's description of a variable's type, whose field the generic signature names.
    private static Optional<ObjectReference> typeOf(LocalVariable variable, StackFrame frame) {
        String signature = variable.genericSignature();
        int split = signature == null ? -1 : signature.lastIndexOf('$');
        if (split < 0) {
            return Optional.empty();
        }
        String owner = signature.substring(1, split).replace('/', '.');
        String name = signature.substring(split + 1, signature.length() - 1);
        VirtualMachine machine = frame.virtualMachine();
        for (ReferenceType type : machine.classesByName(owner)) {
            Field field = type.fieldByName(name);
            if (field != null && type.getValue(field) instanceof ObjectReference found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static Shown number(String name, Value value) {
        return switch (value) {
            case BooleanValue bool -> new Shown(name, String.valueOf(bool.value()), "bool");
            case DoubleValue number -> new Shown(name, text(number.value()), "float");
            case IntegerValue number -> new Shown(name, String.valueOf(number.value()), "byte");
            case LongValue number -> new Shown(name, String.valueOf(number.value()), "int");
            default -> new Shown(name, String.valueOf(value), "");
        };
    }

    private static String text(double number) {
        if (Double.isNaN(number)) {
            return "nan";
        }
        return Double.isInfinite(number)
                ? (number < 0 ? "-inf" : "inf")
                : String.format(Locale.ROOT, "%f", number);
    }

    private static Shown text(Handle handle, ObjectReference mutator, ThreadReference thread) {
        try {
            VirtualMachine machine = thread.virtualMachine();
            Value text =
                    call(
                            handle.type(),
                            "beginning",
                            thread,
                            List.of(
                                    mutator,
                                    machine.mirrorOf(handle.bits()),
                                    machine.mirrorOf(LONGEST)));
            Value type = call(handle.type(), "spelling", thread, List.of());
            return new Shown(
                    handle.name(),
                    ((StringReference) text).value(),
                    ((StringReference) type).value());
        } catch (InvocationException e) { // nested more deeply than this stack allows
            return new Shown(handle.name(), "(cannot be shown)", "");
        } catch (InvalidTypeException
                | ClassNotLoadedException
                | IncompatibleThreadStateException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Only the thread itself runs meanwhile.
    private static Value call(
            ObjectReference receiver, String name, ThreadReference thread, List<Value> arguments)
            throws InvalidTypeException,
                    ClassNotLoadedException,
                    IncompatibleThreadStateException,
                    InvocationException {
        ReferenceType type = receiver.virtualMachine().classesByName(RUNTIME_TYPE).getFirst();
        Method method = type.methodsByName(name).getFirst();
        return receiver.invokeMethod(
                thread, method, arguments, ObjectReference.INVOKE_SINGLE_THREADED);
    }
}
