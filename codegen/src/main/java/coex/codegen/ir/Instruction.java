package coex.codegen.ir;

import coex.language.type.ExternSymbol;

import java.util.List;
import java.util.Optional;

/// A step of a routine: reads registers, and writes at most one.
public sealed interface Instruction {

    Optional<Register> target();

    List<Register> sources();

    /// Whether a collection may begin in it. What is live after it, but for its result, must be rooted.
    boolean isSafepoint();

    record Load(Register result, Constant constant) implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public List<Register> sources() {
            return List.of();
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    record Copy(Register result, Register source) implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public List<Register> sources() {
            return List.of(source);
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    record Unary(UnaryCode code, Register result, Register source) implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public List<Register> sources() {
            return List.of(source);
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    record Binary(BinaryCode code, Register result, Register left, Register right)
            implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public List<Register> sources() {
            return List.of(left, right);
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    /// Calls another routine of the program.
    record Call(Optional<Register> target, RoutineName routine, List<Register> sources)
            implements Instruction {
        @Override
        public boolean isSafepoint() {
            return true;
        }
    }

    /// Calls a function value, the first of the sources.
    record CallValue(Optional<Register> target, Signature signature, List<Register> sources)
            implements Instruction {
        @Override
        public boolean isSafepoint() {
            return true;
        }
    }

    record CallRuntime(Optional<Register> target, RuntimeMethod method, List<Argument> arguments)
            implements Instruction {
        @Override
        public List<Register> sources() {
            return arguments.stream()
                    .flatMap(
                            argument ->
                                    switch (argument) {
                                        case Argument.InRegister(Register register) ->
                                                Optional.of(register).stream();
                                        case Argument.AsBits(Register register) ->
                                                Optional.of(register).stream();
                                        default -> Optional.<Register>empty().stream();
                                    })
                    .toList();
        }

        @Override
        public boolean isSafepoint() {
            return method.isSafepoint();
        }
    }

    /// Makes an object. It keeps its fields alive itself while room is made.
    record New(Register result, Layout layout, List<Register> sources) implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public boolean isSafepoint() {
            return true;
        }
    }

    /// Calls a foreign function.
    record CallForeign(Optional<Register> target, ExternSymbol function, List<Register> sources)
            implements Instruction {
        @Override
        public boolean isSafepoint() {
            return true;
        }
    }

    /// Ends the program with a runtime error if a handle is 0.
    ///
    /// @param use what nil was used for, for the message
    record RefuseNil(Register object, String use) implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.empty();
        }

        @Override
        public List<Register> sources() {
            return List.of(object);
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    /// Reads a field of an object, which is not nil.
    record LoadField(Register result, Layout layout, int field, Register object)
            implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public List<Register> sources() {
            return List.of(object);
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    /// 1 if the object has this layout, 0 if it has another.
    record HasLayout(Register result, Layout layout, Register object) implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.of(result);
        }

        @Override
        public List<Register> sources() {
            return List.of(object);
        }

        @Override
        public boolean isSafepoint() {
            return false;
        }
    }

    /// A place where the collector may ask for something.
    record Poll() implements Instruction {
        @Override
        public Optional<Register> target() {
            return Optional.empty();
        }

        @Override
        public List<Register> sources() {
            return List.of();
        }

        @Override
        public boolean isSafepoint() {
            return true;
        }
    }

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
