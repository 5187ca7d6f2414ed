package coex.language.checked;

import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.type.ExternSymbol;
import coex.language.type.Type;

import java.util.List;

/// An expression whose names and types are known. Conversions are explicit; operands have the types
/// that their operation wants. Parts are evaluated from left to right.
public sealed interface CheckedExpr {

    Type type();

    Span span();

    // Constants

    /// An `int`, `byte` or `char`.
    record IntConstant(long value, Type type, Span span) implements CheckedExpr {}

    record FloatConstant(double value, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.FLOAT;
        }
    }

    record BoolConstant(boolean value, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.BOOL;
        }
    }

    record StringConstant(String value, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.STRING;
        }
    }

    /// The zero value of its type; nil if it is optional or has no other.
    record Zero(Type type, Span span) implements CheckedExpr {}

    // Variables

    record Read(Local local, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return local.type();
        }
    }

    // Operators

    record Convert(Conversion conversion, CheckedExpr operand, Type type, Span span)
            implements CheckedExpr {}

    /// Of two ints or two floats.
    record Arithmetic(
            BinaryOperator operator, CheckedExpr left, CheckedExpr right, Type type, Span span)
            implements CheckedExpr {}

    record Negate(CheckedExpr operand, Type type, Span span) implements CheckedExpr {}

    record Concatenate(CheckedExpr left, CheckedExpr right, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.STRING;
        }
    }

    /// Of two values of the same type: ints, floats or strings by order, anything by equality.
    record Compare(BinaryOperator operator, CheckedExpr left, CheckedExpr right, Span span)
            implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.BOOL;
        }
    }

    record IsNil(CheckedExpr operand, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.BOOL;
        }
    }

    /// `and` or `or`, of two bools; the right one is evaluated if it matters.
    record Logical(BinaryOperator operator, CheckedExpr left, CheckedExpr right, Span span)
            implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.BOOL;
        }
    }

    record Not(CheckedExpr operand, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.BOOL;
        }
    }

    record Conditional(
            CheckedExpr condition, CheckedExpr then, CheckedExpr otherwise, Type type, Span span)
            implements CheckedExpr {}

    /// The value if the condition holds; otherwise the function returns `exit`.
    record OrReturn(CheckedExpr condition, CheckedExpr value, CheckedExpr exit, Span span)
            implements CheckedExpr {
        @Override
        public Type type() {
            return value.type();
        }
    }

    /// The value of an optional, or `otherwise`, which has the type of the whole.
    record Coalesce(CheckedExpr optional, CheckedExpr otherwise, Type type, Span span)
            implements CheckedExpr {}

    // Calls

    /// A method's receiver is its first argument; 0 stands for it if the method is called on its
    /// type.
    record Call(FunctionInstance function, List<CheckedExpr> arguments, Type type, Span span)
            implements CheckedExpr {}

    /// A call of a task, which may run while the caller goes on: see [Local.Role#FUTURE].
    record StartTask(FunctionInstance function, List<CheckedExpr> arguments, Type type, Span span)
            implements CheckedExpr {}

    /// A task call that is waited for at once, or any other value as it is.
    record Await(CheckedExpr value, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return value.type();
        }
    }

    record CallValue(CheckedExpr callee, List<CheckedExpr> arguments, Type type, Span span)
            implements CheckedExpr {}

    record CallExtern(ExternSymbol function, List<CheckedExpr> arguments, Type type, Span span)
            implements CheckedExpr {}

    /// Applies a matrix's formula to all cells. The first argument is the matrix.
    record ApplyFormula(FunctionInstance formula, List<CheckedExpr> arguments, Span span)
            implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.NOTHING;
        }
    }

    record Operate(Operation operation, List<CheckedExpr> arguments, Type type, Span span)
            implements CheckedExpr {}

    // Structs, enums, tuples

    record NewStruct(Type type, List<CheckedExpr> fields, Span span) implements CheckedExpr {}

    record FieldRead(CheckedExpr receiver, int index, Type type, Span span)
            implements CheckedExpr {}

    /// A copy of a struct with a field replaced.
    record WithField(CheckedExpr receiver, int index, CheckedExpr value, Span span)
            implements CheckedExpr {
        @Override
        public Type type() {
            return receiver.type();
        }
    }

    record NewVariant(Type type, int variant, List<CheckedExpr> fields, Span span)
            implements CheckedExpr {}

    record IsVariant(CheckedExpr subject, int variant, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.BOOL;
        }
    }

    /// A field of a value known to be of this variant.
    record VariantField(CheckedExpr subject, int variant, int index, Type type, Span span)
            implements CheckedExpr {}

    record NewTuple(Type type, List<CheckedExpr> elements, Span span) implements CheckedExpr {}

    record TupleRead(CheckedExpr receiver, int index, Type type, Span span)
            implements CheckedExpr {}

    // Collections

    /// A List or Set.
    record Elements(Type type, List<CheckedExpr> elements, Span span) implements CheckedExpr {}

    /// A Map; of equal keys the last one counts.
    record Entries(Type type, List<CheckedExpr> keys, List<CheckedExpr> values, Span span)
            implements CheckedExpr {}

    /// Fields are json values.
    record JsonObject(List<String> names, List<CheckedExpr> values, Span span)
            implements CheckedExpr {
        @Override
        public Type type() {
            return Type.Basic.JSON;
        }
    }

    /// What `result`, which starts at its zero value, holds after the statements: a comprehension,
    /// or a value that is needed more than once.
    record Computed(Local result, List<CheckedStmt> statements, Span span) implements CheckedExpr {
        @Override
        public Type type() {
            return result.type();
        }
    }

    // Functions as values

    /// The function's first parameters are the captured variables.
    record Lambda(CheckedFunction function, List<Local> captured, Type type, Span span)
            implements CheckedExpr {}

    record FunctionValue(FunctionInstance function, Type type, Span span) implements CheckedExpr {}

    // Foreign code

    /// Straight-line instructions.
    record Ir(IrFunction function, List<CheckedExpr> arguments, Type type, Span span)
            implements CheckedExpr {}
}
