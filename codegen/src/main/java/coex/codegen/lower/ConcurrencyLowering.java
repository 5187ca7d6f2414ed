package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lowers `select` and `within`.
final class ConcurrencyLowering {

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;

    /// The numbers of the deadlines around the current statement, the innermost first.
    private final Deque<Register> deadlines = new ArrayDeque<>();

    ConcurrencyLowering(RoutineLowering routine, ExpressionLowering expressions) {
        this.routine = routine;
        this.builder = routine.builder();
        this.expressions = expressions;
    }

    // Select

    void lower(CheckedStmt.Select select) {
        Register limit =
                select.timeout()
                        .map(expressions::lower)
                        .orElseGet(() -> builder.number(Long.MAX_VALUE));
        var channels = new ArrayList<Register>();
        select.cases().forEach(each -> channels.add(expressions.lower(each.channel())));
        builder.at(select.span());
        for (int i = 0; i < channels.size(); i++) {
            builder.call(
                    RuntimeMethods.quiet("SelectCalls", "add"),
                    List.of(typeOf(select, i), ExpressionLowering.in(channels.get(i))));
        }
        String method =
                switch (select.strategy()) {
                    case PRIORITY -> "first";
                    case FAIR -> "fair";
                    case RANDOM -> "random";
                };
        Register chosen =
                builder.call(
                        RuntimeMethods.safepoint("SelectCalls", method),
                        Kind.INT64,
                        List.of(
                                new Argument.Number(routine.program().nextSelect()),
                                ExpressionLowering.in(limit)));
        BasicBlock after = builder.newBlock();
        for (int i = 0; i < channels.size(); i++) {
            receive(select, i, chosen, after);
        }
        builder.begin(after);
    }

    private static Argument typeOf(CheckedStmt.Select select, int which) {
        return new Argument.TypeObject(select.cases().get(which).channel().type());
    }

    private void receive(CheckedStmt.Select select, int which, Register chosen, BasicBlock after) {
        BasicBlock body = builder.newBlock();
        BasicBlock other = builder.newBlock();
        builder.branch(Comparison.EQUAL, chosen, builder.number(which), body, other);
        builder.begin(body);
        CheckedStmt.Receive receive = select.cases().get(which);
        builder.copy(
                routine.register(receive.variable()),
                builder.call(
                        RuntimeMethods.safepoint("SelectCalls", "received"),
                        Kind.HANDLE,
                        List.of(typeOf(select, which))));
        routine.lower(receive.body());
        builder.jump(after);
        builder.begin(other);
    }

    // Within

    /// The body is left for a handler if its time is up; then, and if it ends too late, the
    /// variables it has assigned get back what they had before.
    void lower(CheckedStmt.Within within) {
        Register limit = expressions.lower(within.limit());
        Map<Register, Register> before = save(within);
        builder.at(within.span());
        Register number =
                builder.call(
                        RuntimeMethods.quiet("TaskCalls", "enterWithin"),
                        Kind.INT64,
                        List.of(ExpressionLowering.in(limit)));
        BasicBlock body = builder.newBlock();
        BasicBlock handler = builder.newBlock();
        BasicBlock late = builder.newBlock();
        BasicBlock after = builder.newBlock();
        builder.jump(body);
        builder.pushHandler(handler);
        builder.begin(body);
        deadlines.push(number);
        routine.lower(within.body());
        deadlines.pop();
        Register isInTime =
                builder.call(
                        RuntimeMethods.safepoint("TaskCalls", "endWithin"),
                        Kind.BOOL,
                        List.of(ExpressionLowering.in(number)));
        builder.popHandler();
        builder.branch(isInTime, after, late);
        builder.begin(handler);
        builder.add(new Instruction.Catch(number));
        builder.begin(late);
        before.forEach(builder::copy);
        routine.lower(within.otherwise());
        builder.begin(after);
    }

    /// Copies of the outer variables that the body assigns, by their registers.
    private Map<Register, Register> save(CheckedStmt.Within within) {
        var saved = new LinkedHashMap<Register, Register>();
        for (Local local : TaskVariables.assigned(within.body())) {
            if (routine.isKnown(local)) {
                save(routine.register(local), saved);
                routine.tasks().future(local).ifPresent(future -> save(future, saved));
            }
        }
        return saved;
    }

    private void save(Register register, Map<Register, Register> saved) {
        Register copy = builder.register(register.kind());
        builder.copy(copy, register);
        saved.put(register, copy);
    }

    /// How many deadlines there are around the current statement.
    int depth() {
        return deadlines.size();
    }

    /// Leaves all but the outermost `depth` deadlines, for a jump out of them.
    void leaveTo(int depth) {
        if (deadlines.size() > depth) {
            var outwards = new ArrayList<>(deadlines);
            builder.call(
                    RuntimeMethods.quiet("TaskCalls", "jumpOutOfWithin"),
                    List.of(ExpressionLowering.in(outwards.get(outwards.size() - 1 - depth))));
        }
    }
}
