package coex.codegen.emit;

import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;
import coex.codegen.ir.Terminator.Comparison;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;

/// Writes branches. What is next in the method is reached without a jump.
final class BranchCode {

    private final MethodCode method;
    private final CodeBuilder code;

    BranchCode(MethodCode method) {
        this.method = method;
        this.code = method.code();
    }

    void jump(Label to, Label next) {
        if (to != next) {
            code.goto_(to);
        }
    }

    void branchIf(Register condition, Label then, Label otherwise, Label next) {
        method.load(condition);
        if (then == next) {
            code.ifeq(otherwise);
        } else {
            code.ifne(then);
            jump(otherwise, next);
        }
    }

    /// With NaN, `dcmpl` gives -1 and `dcmpg` gives 1: whichever makes the comparison fail. The
    /// branch that is taken when it fails is the opposite one, which then holds.
    void branch(Terminator.Branch branch, Label then, Label otherwise, Label next) {
        method.load(branch.left());
        method.load(branch.right());
        boolean isOpposite = then == next;
        Comparison comparison = isOpposite ? opposite(branch.comparison()) : branch.comparison();
        Label to = isOpposite ? otherwise : then;
        switch (branch.left().kind()) {
            case BOOL, INT32 -> code.branch(ofInts(comparison), to);
            case INT64, HANDLE -> code.lcmp().branch(withZero(comparison), to);
            case FLOAT64 -> {
                switch (branch.comparison()) {
                    case LESS, LESS_EQUAL -> code.dcmpg();
                    case GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL -> code.dcmpl();
                }
                code.branch(withZero(comparison), to);
            }
        }
        if (!isOpposite) {
            jump(otherwise, next);
        }
    }

    private static Comparison opposite(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Comparison.NOT_EQUAL;
            case NOT_EQUAL -> Comparison.EQUAL;
            case LESS -> Comparison.GREATER_EQUAL;
            case LESS_EQUAL -> Comparison.GREATER;
            case GREATER -> Comparison.LESS_EQUAL;
            case GREATER_EQUAL -> Comparison.LESS;
        };
    }

    private static Opcode ofInts(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Opcode.IF_ICMPEQ;
            case NOT_EQUAL -> Opcode.IF_ICMPNE;
            case LESS -> Opcode.IF_ICMPLT;
            case LESS_EQUAL -> Opcode.IF_ICMPLE;
            case GREATER -> Opcode.IF_ICMPGT;
            case GREATER_EQUAL -> Opcode.IF_ICMPGE;
        };
    }

    private static Opcode withZero(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Opcode.IFEQ;
            case NOT_EQUAL -> Opcode.IFNE;
            case LESS -> Opcode.IFLT;
            case LESS_EQUAL -> Opcode.IFLE;
            case GREATER -> Opcode.IFGT;
            case GREATER_EQUAL -> Opcode.IFGE;
        };
    }
}
