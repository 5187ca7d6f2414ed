package coex.codegen.lower;

import coex.codegen.UnsupportedException;
import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedStmt;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lowers loops over collections, strings and channels.
final class EachLowering {

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;
    private final LoopLowering loops;

    EachLowering(RoutineLowering routine, ExpressionLowering expressions, LoopLowering loops) {
        this.routine = routine;
        this.builder = routine.builder();
        this.expressions = expressions;
        this.loops = loops;
    }

    void lower(CheckedStmt.ForEach loop) {
        Register given = expressions.lower(loop.iterable());
        Type type = Types.settled(loop.iterable().type());
        switch (type) {
            case Type.ListOf _ -> chunks(loop, builder.held(given), type);
            case Type.ArrayOf _ -> indexed(loop, builder.held(given), type);
            case Type.SetOf(Type element) ->
                    chunks(
                            loop,
                            asList("SetCalls", "toList", given, type),
                            new Type.ListOf(element));
            case Type.MapOf(Type key, _) ->
                    chunks(loop, asList("MapCalls", "keys", given, type), new Type.ListOf(key));
            case Basic.STRING -> characters(loop, builder.held(given));
            case Type.Channel(Type element) -> received(loop, builder.held(given), type, element);
            default -> throw new UnsupportedException("`for` over " + type.spelling(), loop.span());
        }
    }

    private Register asList(String owner, String method, Register given, Type type) {
        return builder.call(
                RuntimeMethods.safepoint(owner, method),
                Kind.HANDLE,
                List.of(new Argument.CollectionObject(type), ExpressionLowering.in(given)));
    }

    private static Kind kindOfBits(Type type) {
        return Kind.of(type) == Kind.HANDLE ? Kind.HANDLE : Kind.INT64;
    }

    // Lists

    private Register ofList(String method, Kind kind, Type type, Register... operands) {
        return builder.call(
                RuntimeMethods.quiet("ListCalls", method), kind, ofList(type, operands));
    }

    private static List<Argument> ofList(Type type, Register... operands) {
        var arguments = new ArrayList<Argument>();
        arguments.add(new Argument.CollectionObject(type));
        for (Register operand : operands) {
            arguments.add(ExpressionLowering.in(operand));
        }
        return arguments;
    }

    /// Goes through a list chunk by chunk. If the body is short there is no safepoint in it: the
    /// chunk's elements stay where they are, and it is enough to poll after each chunk.
    private void chunks(CheckedStmt.ForEach loop, Register list, Type type) {
        Register length = ofList("length", Kind.INT64, type, list);
        Register index = builder.register(Kind.INT64);
        builder.copy(index, builder.number(0));
        BasicBlock test = builder.newBlock();
        BasicBlock enter = builder.newBlock();
        BasicBlock inner = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock last = builder.newBlock();
        BasicBlock after = builder.newBlock();
        routine.tasks().enterLoop();
        builder.begin(test);
        builder.branch(Comparison.LESS, index, length, enter, after);
        builder.begin(enter);
        Register chunk = ofList("chunk", Kind.HANDLE, type, list, index);
        Register end = ofList("endOfChunk", Kind.INT64, type, list, index);
        builder.begin(inner);
        builder.branch(Comparison.LESS, index, end, body, last);
        builder.begin(body);
        Type element = loop.variable().type();
        Register bits = builder.register(kindOfBits(element));
        builder.copy(
                routine.register(loop.variable()),
                expressions.operations().fromBits(bits, element));
        loops.body(loop.body(), next, after);
        builder.begin(next);
        loops.increment(index);
        boolean isShort = ShortBody.isOf(builder.blocksSince(body));
        Register origin = builder.register(Kind.INT64);
        if (isShort) {
            builder.jump(inner);
            enter.steps().add(step(origin, "origin", loop, ofList(type, list, chunk, index)));
            body.steps().addFirst(step(bits, "load", loop, ofList(type, origin, index)));
        } else {
            loops.again(inner);
            enter.steps().add(step(origin, "shift", loop, ofList(type, list, index)));
            body.steps().addFirst(step(bits, "inChunk", loop, ofList(type, chunk, origin, index)));
        }
        builder.begin(last);
        if (isShort) {
            builder.add(new Instruction.Poll());
        }
        builder.jump(test);
        builder.begin(after);
        routine.tasks().leaveLoop();
    }

    private static BasicBlock.Step step(
            Register result, String method, CheckedStmt.ForEach loop, List<Argument> arguments) {
        return new BasicBlock.Step(
                new Instruction.CallRuntime(
                        Optional.of(result), RuntimeMethods.quiet("ListCalls", method), arguments),
                loop.span().line());
    }

    // Arrays

    private void indexed(CheckedStmt.ForEach loop, Register array, Type type) {
        Register length =
                builder.call(
                        RuntimeMethods.quiet("ArrayCalls", "length"),
                        Kind.INT64,
                        ofList(type, array));
        Register index = builder.register(Kind.INT64);
        builder.copy(index, builder.number(0));
        loops.rounds(
                (body, after) -> builder.branch(Comparison.LESS, index, length, body, after),
                () -> elementAt(index, loop, array, type),
                loop.body(),
                () -> loops.increment(index));
    }

    private void elementAt(Register index, CheckedStmt.ForEach loop, Register array, Type type) {
        Type element = loop.variable().type();
        Register bits =
                builder.call(
                        RuntimeMethods.quiet("ArrayCalls", "get"),
                        kindOfBits(element),
                        ofList(type, array, index));
        builder.copy(
                routine.register(loop.variable()),
                expressions.operations().fromBits(bits, element));
    }

    // Others

    /// What a channel gives, until it is closed.
    private void received(CheckedStmt.ForEach loop, Register channel, Type type, Type element) {
        Type optional = Types.optional(element);
        BasicBlock next = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock after = builder.newBlock();
        routine.tasks().enterLoop();
        builder.begin(next);
        Register value =
                builder.call(
                        RuntimeMethods.safepoint("ChannelCalls", "receive"),
                        Kind.HANDLE,
                        List.of(new Argument.TypeObject(type), ExpressionLowering.in(channel)));
        Register nil = builder.load(Nils.nil(optional));
        builder.branch(Comparison.EQUAL, value, nil, after, body);
        builder.begin(body);
        builder.copy(
                routine.register(loop.variable()),
                element instanceof Type.Optionally
                        ? value
                        : expressions.conversions().unwrap(value, element));
        loops.body(loop.body(), next, after);
        loops.again(next);
        builder.begin(after);
        routine.tasks().leaveLoop();
    }

    /// The characters of a string, as strings: slices from one position to the next.
    private void characters(CheckedStmt.ForEach loop, Register text) {
        Register length =
                builder.call(
                        RuntimeMethods.quiet("StringCalls", "byteLength"),
                        Kind.INT64,
                        List.of(ExpressionLowering.in(text)));
        Register position = builder.register(Kind.INT64);
        Register following = builder.register(Kind.INT64);
        builder.copy(position, builder.number(0));
        loops.rounds(
                (body, after) -> builder.branch(Comparison.LESS, position, length, body, after),
                () -> characterAt(position, following, loop, text),
                loop.body(),
                () -> builder.copy(position, following));
    }

    private void characterAt(
            Register position, Register following, CheckedStmt.ForEach loop, Register text) {
        builder.copy(
                following,
                builder.call(
                        RuntimeMethods.quiet("StringCalls", "endOfCharacter"),
                        Kind.INT64,
                        List.of(ExpressionLowering.in(text), ExpressionLowering.in(position))));
        builder.copy(
                routine.register(loop.variable()),
                builder.call(
                        RuntimeMethods.safepoint("StringCalls", "slice"),
                        Kind.HANDLE,
                        List.of(
                                ExpressionLowering.in(text),
                                ExpressionLowering.in(position),
                                ExpressionLowering.in(following))));
    }
}
