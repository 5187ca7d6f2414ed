package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class CopyForwardingTest {

    private final Register sum = new Register(0, Kind.INT64, "sum");
    private final Register step = new Register(1, Kind.INT64, "step");
    private final Register temporary = new Register(2, Kind.INT64, "");
    private final BasicBlock block = new BasicBlock(0);

    private List<Instruction> forwarded(Register returned, Instruction... instructions) {
        for (Instruction instruction : instructions) {
            block.add(instruction, 1);
        }
        block.end(new Terminator.Return(Optional.of(returned)), 1);
        CopyForwarding.in(List.of(block), 3);
        return block.steps().stream().map(BasicBlock.Step::instruction).toList();
    }

    private Instruction add(Register result) {
        return new Instruction.Binary(BinaryCode.ADD_INT64, result, sum, step);
    }

    @Test
    void aResultThatIsOnlyCopiedIsWrittenWhereItGoes() {
        assertThat(forwarded(sum, add(temporary), new Instruction.Copy(sum, temporary)))
                .containsExactly(add(sum));
    }

    @Test
    void aResultThatIsReadTwiceStays() {
        var copy = new Instruction.Copy(sum, temporary);
        assertThat(forwarded(temporary, add(temporary), copy))
                .containsExactly(add(temporary), copy);
    }

    @Test
    void aVariableThatIsWrittenTwiceStays() {
        var copy = new Instruction.Copy(sum, temporary);
        assertThat(forwarded(sum, add(temporary), add(temporary), copy))
                .containsExactly(add(temporary), add(temporary), copy);
    }
}
