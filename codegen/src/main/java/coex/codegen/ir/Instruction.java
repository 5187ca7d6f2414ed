package coex.codegen.ir;

import coex.language.type.ExternSymbol;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A step of a routine: reads registers, and writes at most one.
public sealed interface Instruction {

    /// The register it writes.
    default Optional<Register> target() {
        return switch (this) {
            case Load load -> Optional.of(load.result());
            case Copy copy -> Optional.of(copy.result());
            case Unary unary -> Optional.of(unary.result());
            case Binary binary -> Optional.of(binary.result());
            case New made -> Optional.of(made.result());
            case LoadField read -> Optional.of(read.result());
            case HasLayout test -> Optional.of(test.result());
            case Call call -> call.target();
            case CallValue call -> call.target();
            case CallRuntime call -> call.target();
            case CallForeign call -> call.target();
            case RefuseNil _, Keep _, Poll _, Catch _ -> Optional.empty();
        };
    }

    /// The same with another register for what it writes; it writes one.
    default Instruction withTarget(Register to) {
        return switch (this) {
            case Load(_, Constant constant) -> new Load(to, constant);
            case Copy(_, Register source) -> new Copy(to, source);
            case Unary(UnaryCode code, _, Register source) -> new Unary(code, to, source);
            case Binary(BinaryCode code, _, Register left, Register right) ->
                    new Binary(code, to, left, right);
            case New(_, Layout layout, List<Register> sources) -> new New(to, layout, sources);
            case LoadField(_, Layout layout, int field, Register object) ->
                    new LoadField(to, layout, field, object);
            case HasLayout(_, Layout layout, Register object) -> new HasLayout(to, layout, object);
            case Call call -> new Call(Optional.of(to), call.routine(), call.sources());
            case CallValue call -> new CallValue(Optional.of(to), call.signature(), call.sources());
            case CallRuntime call ->
                    new CallRuntime(Optional.of(to), call.method(), call.arguments());
            case CallForeign call ->
                    new CallForeign(Optional.of(to), call.function(), call.sources());
            case RefuseNil _, Keep _, Poll _, Catch _ ->
                    throw new IllegalArgumentException("it writes nothing: " + this);
        };
    }

    /// The registers it reads.
    default List<Register> sources() {
        return switch (this) {
            case Load _, Poll _ -> List.of();
            case Catch caught -> List.of(caught.deadline());
            case Copy copy -> List.of(copy.source());
            case Unary unary -> List.of(unary.source());
            case Binary binary -> List.of(binary.left(), binary.right());
            case LoadField read -> List.of(read.object());
            case HasLayout test -> List.of(test.object());
            case RefuseNil refuse -> List.of(refuse.object());
            case Keep keep -> List.of(keep.value());
            case Call call -> call.sources();
            case CallValue call -> call.sources();
            case CallForeign call -> call.sources();
            case New made -> made.sources();
            case CallRuntime call -> call.registers();
        };
    }

    /// Whether a collection may begin in it. What is live after it, but for its result, must be
    /// rooted.
    default boolean isSafepoint() {
        return switch (this) {
            case Call _, CallValue _, CallForeign _, New _, Poll _, Catch _ -> true;
            case CallRuntime call -> call.method().isSafepoint() || call.method().givesUp();
            case Load _, Copy _, Unary _, Binary _, LoadField _, HasLayout _, RefuseNil _, Keep _ ->
                    false;
        };
    }

    /// Whether it is a safepoint that nearly always has nothing to do: it roots what is live
    /// itself, only when the collector wants something.
    default boolean rootsWhenAsked() {
        return this instanceof Poll || this instanceof CallRuntime call && call.method().givesUp();
    }

    record Load(Register result, Constant constant) implements Instruction {}

    record Copy(Register result, Register source) implements Instruction {}

    record Unary(UnaryCode code, Register result, Register source) implements Instruction {}

    record Binary(BinaryCode code, Register result, Register left, Register right)
            implements Instruction {}

    /// Calls another routine of the program.
    record Call(Optional<Register> target, RoutineName routine, List<Register> sources)
            implements Instruction {}

    /// Calls a function value, the first of the sources.
    record CallValue(Optional<Register> target, Signature signature, List<Register> sources)
            implements Instruction {}

    record CallRuntime(Optional<Register> target, RuntimeMethod method, List<Argument> arguments)
            implements Instruction {

        /// The registers among its arguments.
        List<Register> registers() {
            return arguments.stream()
                    .flatMap(
                            argument ->
                                    switch (argument) {
                                        case Argument.InRegister(Register register) ->
                                                Stream.of(register);
                                        case Argument.AsBits(Register register) ->
                                                Stream.of(register);
                                        default -> Stream.<Register>empty();
                                    })
                    .toList();
        }
    }

    /// Makes an object. It keeps its fields alive itself while room is made.
    record New(Register result, Layout layout, List<Register> sources) implements Instruction {}

    /// Calls a foreign function.
    record CallForeign(Optional<Register> target, ExternSymbol function, List<Register> sources)
            implements Instruction {}

    /// Ends the program with a runtime error if a handle is 0.
    ///
    /// @param use what nil was used for, for the message
    record RefuseNil(Register object, String use) implements Instruction {}

    /// Does nothing, but needs a value, which is alive until then.
    record Keep(Register value) implements Instruction {}

    /// Reads a field of an object, which is not nil.
    record LoadField(Register result, Layout layout, int field, Register object)
            implements Instruction {}

    /// 1 if the object has this layout, 0 if it has another.
    record HasLayout(Register result, Layout layout, Register object) implements Instruction {}

    /// A place where the collector may ask for something, or the task be told to end.
    record Poll() implements Instruction {}

    /// The first instruction of a handler: goes on if the deadline of this number has passed, and
    /// throws on whatever was thrown otherwise.
    record Catch(Register deadline) implements Instruction {}

    enum UnaryCode {
        NEGATE_INT64,
        NEGATE_FLOAT64,
        INT64_TO_FLOAT64,
        FLOAT64_TO_INT64,
        BOOL_TO_INT64,
        INT32_TO_INT64,
        INT64_TO_BYTE,
        INT64_TO_CHAR,
        /// From the 64 bits that collections give: a bool, byte, char or float.
        BITS_TO_VALUE
    }

    enum BinaryCode {
        ADD_INT64,
        SUBTRACT_INT64,
        MULTIPLY_INT64,
        DIVIDE_INT64,
        REMAINDER_INT64,
        AND_INT64,
        OR_INT64,
        XOR_INT64,
        SHIFT_LEFT_INT64,
        SHIFT_RIGHT_INT64,
        SHIFT_RIGHT_UNSIGNED_INT64,
        ADD_FLOAT64,
        SUBTRACT_FLOAT64,
        MULTIPLY_FLOAT64,
        DIVIDE_FLOAT64,
        REMAINDER_FLOAT64
    }
}
