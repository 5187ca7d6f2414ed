package coex.codegen.emit;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;

import java.lang.classfile.CodeBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The registers of a part of a routine: those that several parts share are in an array of words,
/// all others are variables of the part's method.
final class PartVariables implements Variables {

    private final Map<Register, Integer> shared;
    private final int values;
    private final int temporary;
    private final Map<Register, Integer> variables = new HashMap<>();
    private int next;

    /// @param shared the places of registers in the array
    /// @param values the variable with the array
    /// @param first a variable from which on nobody uses any
    PartVariables(List<BasicBlock> blocks, Map<Register, Integer> shared, int values, int first) {
        this.shared = shared;
        this.values = values;
        this.temporary = first;
        this.next = first + 2;
        for (BasicBlock block : blocks) {
            for (BasicBlock.Step step : block.steps()) {
                step.instruction().target().ifPresent(this::add);
            }
        }
    }

    private void add(Register register) {
        if (!shared.containsKey(register) && variables.putIfAbsent(register, next) == null) {
            next += register.kind().typeKind().slotSize();
        }
    }

    @Override
    public void load(Register register, CodeBuilder code) {
        Integer place = shared.get(register);
        if (place == null) {
            code.loadLocal(register.kind().typeKind(), variables.get(register));
        } else {
            loadShared(register.kind(), values, place, code);
        }
    }

    /// Reads a word of the array as a value.
    static void loadShared(Kind kind, int values, int place, CodeBuilder code) {
        code.aload(values).loadConstant(place).laload();
        FieldCode.fromBits(kind, code);
    }

    @Override
    public void store(Register register, CodeBuilder code) {
        Integer place = shared.get(register);
        if (place == null) {
            code.storeLocal(register.kind().typeKind(), variables.get(register));
            return;
        }
        FieldCode.toBits(register.kind(), code);
        code.lstore(temporary);
        code.aload(values).loadConstant(place).lload(temporary).lastore();
    }

    @Override
    public int end() {
        return next;
    }
}
