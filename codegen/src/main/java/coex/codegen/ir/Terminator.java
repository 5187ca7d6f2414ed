package coex.codegen.ir;

import java.util.List;
import java.util.Optional;

/// How a block ends.
public sealed interface Terminator {

    List<Register> sources();

    List<BasicBlock> successors();

    record Jump(BasicBlock to) implements Terminator {
        @Override
        public List<Register> sources() {
            return List.of();
        }

        @Override
        public List<BasicBlock> successors() {
            return List.of(to);
        }
    }

    /// Goes to `then` if the comparison of two registers of one kind holds. With NaN none holds but
    /// NOT_EQUAL.
    record Branch(
            Comparison comparison,
            Register left,
            Register right,
            BasicBlock then,
            BasicBlock otherwise)
            implements Terminator {
        @Override
        public List<Register> sources() {
            return List.of(left, right);
        }

        @Override
        public List<BasicBlock> successors() {
            return List.of(then, otherwise);
        }
    }

    /// Goes to `then` if a register is not 0.
    record BranchIf(Register condition, BasicBlock then, BasicBlock otherwise)
            implements Terminator {
        @Override
        public List<Register> sources() {
            return List.of(condition);
        }

        @Override
        public List<BasicBlock> successors() {
            return List.of(then, otherwise);
        }
    }

    record Return(Optional<Register> value) implements Terminator {
        @Override
        public List<Register> sources() {
            return value.stream().toList();
        }

        @Override
        public List<BasicBlock> successors() {
            return List.of();
        }
    }

    enum Comparison {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_EQUAL,
        GREATER,
        GREATER_EQUAL
    }
}
