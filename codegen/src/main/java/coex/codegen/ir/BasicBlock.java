package coex.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Instructions that are run one after the other, from the first to the last, and where to go then.
/// Two blocks are the same if they are the same object.
public final class BasicBlock {

    /// An instruction, and the line of the program it was made for.
    public record Step(Instruction instruction, int line) {}

    private final int number;
    private final List<Step> steps = new ArrayList<>();
    private Optional<Terminator> terminator = Optional.empty();
    private Optional<BasicBlock> handler = Optional.empty();
    private int lastLine;

    public BasicBlock(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /// The block that goes on if something is thrown in this one, which begins with a `Catch`. Any
    /// of the instructions may be the last that was run.
    public Optional<BasicBlock> handler() {
        return handler;
    }

    public void setHandler(Optional<BasicBlock> block) {
        handler = block;
    }

    public List<Step> steps() {
        return steps;
    }

    public void add(Instruction instruction, int line) {
        if (isEnded()) {
            throw new IllegalStateException("a block that has ended: number=" + number);
        }
        steps.add(new Step(instruction, line));
    }

    public boolean isEnded() {
        return terminator.isPresent();
    }

    public void end(Terminator how, int line) {
        if (isEnded()) {
            throw new IllegalStateException("a block that has ended: number=" + number);
        }
        terminator = Optional.of(how);
        lastLine = line;
    }

    public Terminator terminator() {
        return terminator.orElseThrow(
                () -> new IllegalStateException("a block without an end: number=" + number));
    }

    /// The blocks that may come next, the handler among them.
    public List<BasicBlock> next() {
        var all = new ArrayList<>(terminator().successors());
        handler.ifPresent(all::add);
        return all;
    }

    /// The line of the terminator.
    public int lastLine() {
        return lastLine;
    }

    @Override
    public String toString() {
        return "b" + number;
    }
}
