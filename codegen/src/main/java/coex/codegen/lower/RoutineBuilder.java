package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.ir.Terminator;
import coex.language.source.Span;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// A routine while it is made: instructions go to the end of the current block.
final class RoutineBuilder {

    private final List<BasicBlock> blocks = new ArrayList<>();
    private final Deque<BasicBlock> handlers = new ArrayDeque<>();
    private BasicBlock current;
    private int registers;
    private int line;

    RoutineBuilder() {
        current = new BasicBlock(0);
        blocks.add(current);
    }

    List<BasicBlock> blocks() {
        return blocks;
    }

    int registerCount() {
        return registers;
    }

    // Registers

    Register register(Kind kind, String name) {
        return new Register(registers++, kind, name);
    }

    Register register(Kind kind) {
        return register(kind, "");
    }

    /// A copy, so that assignments to the variable a value came from do not change it.
    Register held(Register value) {
        Register copy = register(value.kind());
        copy(copy, value);
        return copy;
    }

    // Blocks

    /// A block that [#begin] will make the current one.
    BasicBlock newBlock() {
        return new BasicBlock(blocks.size() + pending++);
    }

    private int pending;

    /// Goes on in a block; the one before must have ended.
    void begin(BasicBlock block) {
        if (!current.isEnded()) {
            jump(block);
        }
        beginApart(block);
    }

    /// Blocks begun from here on are left for `handler` if something is thrown.
    void pushHandler(BasicBlock handler) {
        handlers.push(handler);
    }

    void popHandler() {
        handlers.pop();
    }

    /// A place to come back to: the end of the current block as it is now.
    record Place(BasicBlock block, int step) {}

    Place here() {
        return new Place(current, current.steps().size());
    }

    /// Adds an instruction at a place; of several at the same place the last comes first.
    void insert(Place place, Instruction instruction) {
        place.block().steps().add(place.step(), new BasicBlock.Step(instruction, line));
    }

    /// Goes on in a block, and leaves the one before without an end: whoever calls this ends it.
    void beginApart(BasicBlock block) {
        blocks.add(block);
        pending--;
        current = block;
        block.setHandler(Optional.ofNullable(handlers.peek()));
    }

    /// The blocks from one on, in the order they were begun.
    List<BasicBlock> blocksSince(BasicBlock first) {
        return blocks.subList(blocks.lastIndexOf(first), blocks.size());
    }

    boolean isEnded() {
        return current.isEnded();
    }

    /// The line that instructions belong to now.
    int line() {
        return line;
    }

    /// What follows belongs to the line of this place.
    void at(Span span) {
        line = span.line();
    }

    // Instructions

    /// Adds an instruction. What follows a jump or return is never run, and left out.
    void add(Instruction instruction) {
        if (!current.isEnded()) {
            current.add(instruction, line);
        }
    }

    void end(Terminator terminator) {
        if (!current.isEnded()) {
            current.end(terminator, line);
        }
    }

    void jump(BasicBlock to) {
        end(new Terminator.Jump(to));
    }

    Register load(Constant constant) {
        Register result = register(constant.kind());
        add(new Instruction.Load(result, constant));
        return result;
    }

    Register number(long value) {
        return load(new Constant.Int64(value));
    }

    void copy(Register result, Register source) {
        add(new Instruction.Copy(result, source));
    }

    Register unary(Instruction.UnaryCode code, Kind kind, Register source) {
        Register result = register(kind);
        add(new Instruction.Unary(code, result, source));
        return result;
    }

    Register binary(Instruction.BinaryCode code, Kind kind, Register left, Register right) {
        Register result = register(kind);
        add(new Instruction.Binary(code, result, left, right));
        return result;
    }

    /// Calls the runtime for a value.
    Register call(RuntimeMethod method, Kind kind, List<Argument> arguments) {
        Register result = register(kind);
        add(new Instruction.CallRuntime(Optional.of(result), method, arguments));
        return result;
    }

    /// Calls the runtime for what it does.
    void call(RuntimeMethod method, List<Argument> arguments) {
        add(new Instruction.CallRuntime(Optional.empty(), method, arguments));
    }

    /// Branches on a bool.
    void branch(Register condition, BasicBlock then, BasicBlock otherwise) {
        end(new Terminator.BranchIf(condition, then, otherwise));
    }

    void branch(
            Terminator.Comparison comparison,
            Register left,
            Register right,
            BasicBlock then,
            BasicBlock otherwise) {
        end(new Terminator.Branch(comparison, left, right, then, otherwise));
    }

    /// A question that is answered by going one of two ways.
    interface Question {
        void branch(BasicBlock yes, BasicBlock no);
    }

    /// The answer to a question as a value.
    Register truth(Question question) {
        Register result = register(Kind.BOOL);
        BasicBlock yes = newBlock();
        BasicBlock no = newBlock();
        BasicBlock after = newBlock();
        question.branch(yes, no);
        begin(yes);
        copy(result, load(new Constant.Bool(true)));
        jump(after);
        begin(no);
        copy(result, load(new Constant.Bool(false)));
        begin(after);
        return result;
    }

    /// One of two ways to a value.
    interface Choice {
        Register lower();
    }

    /// The first value if the condition holds, else the second; only that one is made.
    Register either(Register condition, Kind kind, Choice first, Choice second) {
        Register result = register(kind);
        BasicBlock yes = newBlock();
        BasicBlock no = newBlock();
        BasicBlock after = newBlock();
        branch(condition, yes, no);
        begin(yes);
        copy(result, first.lower());
        jump(after);
        begin(no);
        copy(result, second.lower());
        begin(after);
        return result;
    }
}
