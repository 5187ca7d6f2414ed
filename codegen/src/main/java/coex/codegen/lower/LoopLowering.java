package coex.codegen.lower;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Lowers loops over conditions and ranges. Every way back to a loop's start passes a poll.
///
/// A range whose body is short is gone through in strips, with a poll after each: a poll in every
/// round would keep the JIT from unrolling the loop.
final class LoopLowering {

    /// Rounds between two polls.
    private static final int STRIP = 1000;

    /// Where `continue` and `break` go, and how many deadlines there are around the loop.
    private record Loop(BasicBlock next, BasicBlock after, int deadlines) {}

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;
    private final ConcurrencyLowering concurrency;
    private final Deque<Loop> loops = new ArrayDeque<>();

    LoopLowering(
            RoutineLowering routine,
            ExpressionLowering expressions,
            ConcurrencyLowering concurrency) {
        this.routine = routine;
        this.builder = routine.builder();
        this.expressions = expressions;
        this.concurrency = concurrency;
    }

    /// Lowers `break`.
    void leaveInnermost() {
        jump(loops.peek(), loops.peek().after());
    }

    /// Lowers `continue`.
    void continueInnermost() {
        jump(loops.peek(), loops.peek().next());
    }

    private void jump(Loop loop, BasicBlock to) {
        concurrency.leaveTo(loop.deadlines());
        builder.jump(to);
    }

    /// The body of a loop: `continue` goes to `next`.
    void body(List<CheckedStmt> statements, BasicBlock next, BasicBlock after) {
        loops.push(new Loop(next, after, concurrency.depth()));
        routine.lower(statements);
        loops.pop();
    }

    void again(BasicBlock test) {
        builder.add(new Instruction.Poll());
        builder.jump(test);
    }

    /// How a loop finds out whether there is another round.
    interface Test {
        void branch(BasicBlock body, BasicBlock after);
    }

    /// A loop that begins each round with a test and ends it with a poll, as `continue` does too.
    ///
    /// @param first lowers what comes before the statements of the body
    /// @param last lowers what comes after them, and on `continue`
    void rounds(Test round, Runnable first, List<CheckedStmt> statements, Runnable last) {
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        routine.tasks().enterLoop();
        builder.begin(test);
        round.branch(body, after);
        builder.begin(body);
        first.run();
        body(statements, next, after);
        builder.begin(next);
        last.run();
        again(test);
        builder.begin(after);
        routine.tasks().leaveLoop();
    }

    // Conditions

    void lower(CheckedStmt.While loop) {
        rounds(
                (body, after) -> expressions.branch(loop.condition(), body, after),
                () -> {},
                loop.body(),
                () -> {});
    }

    /// Both buffers of each variable start at zero; after the body, and on `continue`, the new
    /// generation becomes the previous one.
    void lower(CheckedStmt.Cycle cycle) {
        for (Local variable : cycle.variables()) {
            builder.copy(routine.register(variable), expressions.zero(variable.type()));
        }
        keepGeneration(cycle);
        rounds(
                (body, after) -> expressions.branch(cycle.condition(), body, after),
                () -> {},
                cycle.body(),
                () -> keepGeneration(cycle));
    }

    private void keepGeneration(CheckedStmt.Cycle cycle) {
        for (Local variable : cycle.variables()) {
            builder.copy(routine.previous(variable), routine.register(variable));
        }
    }

    // Ranges

    void lower(CheckedStmt.ForRange loop) {
        Register index = builder.register(Kind.INT64);
        builder.copy(index, expressions.lower(loop.from()));
        Register to = builder.held(expressions.lower(loop.to()));
        if (loop.step() instanceof CheckedExpr.IntConstant(long value, _, _) && value == 1) {
            byOne(loop, index, to);
        } else {
            byStep(loop, index, to, builder.held(expressions.lower(loop.step())));
        }
    }

    private void byOne(CheckedStmt.ForRange loop, Register index, Register to) {
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        routine.tasks().enterLoop();
        builder.begin(test);
        builder.beginApart(body);
        builder.copy(routine.register(loop.variable()), index);
        body(loop.body(), next, after);
        builder.begin(next);
        increment(index);
        int line = loop.span().line();
        if (ShortBody.isOf(builder.blocksSince(body))) {
            BasicBlock strip = builder.newBlock();
            test.end(new Terminator.Branch(Comparison.LESS, index, to, strip, after), line);
            strips(index, to, test, body, strip);
        } else {
            test.end(new Terminator.Branch(Comparison.LESS, index, to, body, after), line);
            again(test);
        }
        builder.begin(after);
        routine.tasks().leaveLoop();
    }

    void increment(Register index) {
        builder.copy(
                index, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, builder.number(1)));
    }

    /// A strip ends at `limit`: at the end of the range, or STRIP from here. The difference may be
    /// too large for a number, and is negative then.
    private void strips(
            Register index, Register to, BasicBlock test, BasicBlock body, BasicBlock strip) {
        BasicBlock compare = builder.newBlock();
        BasicBlock part = builder.newBlock();
        BasicBlock rest = builder.newBlock();
        BasicBlock inner = builder.newBlock();
        BasicBlock poll = builder.newBlock();
        Register limit = builder.register(Kind.INT64);
        builder.jump(inner);
        builder.begin(strip);
        Register left = builder.binary(BinaryCode.SUBTRACT_INT64, Kind.INT64, to, index);
        Register most = builder.number(STRIP);
        builder.branch(Comparison.LESS, left, builder.number(0), part, compare);
        builder.begin(compare);
        builder.branch(Comparison.LESS, left, most, rest, part);
        builder.begin(part);
        builder.copy(limit, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, most));
        builder.jump(inner);
        builder.begin(rest);
        builder.copy(limit, to);
        builder.begin(inner);
        builder.branch(Comparison.LESS, index, limit, body, poll);
        builder.begin(poll);
        again(test);
    }

    /// After a round it is asked whether there is another before the index moves on, which might be
    /// too far for a number.
    private void byStep(CheckedStmt.ForRange loop, Register index, Register to, Register step) {
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock further = builder.newBlock();
        BasicBlock after = builder.newBlock();
        var arguments =
                List.of(
                        ExpressionLowering.in(index),
                        ExpressionLowering.in(to),
                        ExpressionLowering.in(step));
        routine.tasks().enterLoop();
        builder.branch(
                builder.call(
                        RuntimeMethods.quiet("NumberCalls", "isInRange"), Kind.BOOL, arguments),
                body,
                after);
        builder.begin(body);
        builder.copy(routine.register(loop.variable()), index);
        body(loop.body(), next, after);
        builder.begin(next);
        builder.branch(
                builder.call(RuntimeMethods.quiet("NumberCalls", "hasNext"), Kind.BOOL, arguments),
                further,
                after);
        builder.begin(further);
        builder.copy(index, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, step));
        again(body);
        builder.begin(after);
        routine.tasks().leaveLoop();
    }
}
