package coex.language.check;

import coex.language.checked.IrFunction;
import coex.language.checked.IrFunction.BinaryCode;
import coex.language.checked.IrFunction.CompareCode;
import coex.language.checked.IrFunction.Instruction;
import coex.language.checked.IrFunction.IrType;
import coex.language.checked.IrFunction.Operand;
import coex.language.checked.IrFunction.Register;
import coex.language.source.Span;
import coex.language.syntax.Expr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads straight-line LLVM instructions, one to a line. What is not straight-line is refused.
final class IrReader {

    /// An instruction that is not understood, or not right.
    static final class Unsupported extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient IrChecker.IrProblem problem;

        Unsupported(IrChecker.IrProblem problem) {
            super(null, null, false, false);
            this.problem = problem;
        }

        IrChecker.IrProblem problem() {
            return problem;
        }
    }

    private static final String TYPE = "(i1|i8|i16|i32|i64|double|ptr)";
    private static final String OPERAND = "(%[\\w.]+|[-+.\\w]+)";
    private static final String FLAGS =
            "(?:(?:nsw|nuw|exact|disjoint|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)\\s+)*";

    private static final Pattern BINARY =
            Pattern.compile(
                    "%([\\w.]+)\\s*=\\s*(\\w+)\\s+"
                            + FLAGS
                            + TYPE
                            + "\\s+"
                            + OPERAND
                            + "\\s*,\\s*"
                            + OPERAND);
    private static final Pattern COMPARE =
            Pattern.compile(
                    "%([\\w.]+)\\s*=\\s*icmp\\s+(\\w+)\\s+"
                            + TYPE
                            + "\\s+"
                            + OPERAND
                            + "\\s*,\\s*"
                            + OPERAND);
    private static final Pattern SELECT =
            Pattern.compile(
                    "%([\\w.]+)\\s*=\\s*select\\s+i1\\s+"
                            + OPERAND
                            + "\\s*,\\s*"
                            + TYPE
                            + "\\s+"
                            + OPERAND
                            + "\\s*,\\s*"
                            + TYPE
                            + "\\s+"
                            + OPERAND);
    private static final Pattern RETURN =
            Pattern.compile("ret\\s+(?:void|" + TYPE + "\\s+" + OPERAND + ")");
    private static final Pattern FENCE =
            Pattern.compile("fence\\s+(?:seq_cst|acquire|release|acq_rel)");

    /// A name for the code, which may stand before its first instruction.
    private static final Pattern LABEL = Pattern.compile("[\\w.]+:");

    private final Expr.IrText text;
    private final List<Register> parameters;
    private final Optional<IrType> result;
    private final Map<String, Register> registers = new HashMap<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private boolean hasBegun;
    private boolean hasReturned;
    private Optional<Operand> returned = Optional.empty();
    private Span line;

    IrReader(Expr.IrText text, List<Register> parameters, Optional<IrType> result) {
        this.text = text;
        this.parameters = parameters;
        this.result = result;
        this.line = text.span();
        parameters.forEach(register -> registers.put(register.name(), register));
    }

    IrFunction read() throws Unsupported {
        int position = text.span().start() + 3;
        for (String written : text.text().split("\n", -1)) {
            String instruction = written.replaceFirst(";.*", "").strip();
            if (!instruction.isEmpty()) {
                int start = position + written.indexOf(instruction);
                line = text.span().file().span(start, start + instruction.length());
                readInstruction(instruction);
            }
            position += written.length() + 1;
        }
        if (!hasReturned) {
            line = text.span();
            throw refused("Inline IR ends with `ret`, and this does not.");
        }
        return new IrFunction(parameters, instructions, returned);
    }

    private void readInstruction(String written) throws Unsupported {
        if (hasReturned) {
            throw refused("Nothing can follow `ret`.");
        }
        if (!hasBegun && LABEL.matcher(written).matches()) {
            hasBegun = true;
            return;
        }
        hasBegun = true;
        Matcher binary = BINARY.matcher(written);
        Matcher compare = COMPARE.matcher(written);
        Matcher select = SELECT.matcher(written);
        Matcher give = RETURN.matcher(written);
        if (compare.matches()) {
            compare(compare);
        } else if (select.matches()) {
            select(select);
        } else if (binary.matches()) {
            binary(binary);
        } else if (give.matches()) {
            giveBack(give);
        } else if (FENCE.matcher(written).matches()) {
            instructions.add(new Instruction.Fence());
        } else {
            throw notUnderstood();
        }
    }

    private void binary(Matcher match) throws Unsupported {
        IrType type = type(match.group(3));
        BinaryCode code;
        try {
            code = BinaryCode.valueOf(match.group(2).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw notUnderstood();
        }
        boolean ofFloats = code.ordinal() >= BinaryCode.FADD.ordinal();
        if (ofFloats != (type == IrType.DOUBLE)) {
            throw refused("`%s` does not apply to %s.".formatted(match.group(2), match.group(3)));
        }
        Operand left = operand(match.group(4), type);
        Operand right = operand(match.group(5), type);
        instructions.add(new Instruction.Binary(define(match.group(1), type), code, left, right));
    }

    private void compare(Matcher match) throws Unsupported {
        IrType type = type(match.group(3));
        CompareCode code;
        try {
            code = CompareCode.valueOf(match.group(2).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw notUnderstood();
        }
        if (type == IrType.DOUBLE) {
            throw refused("`icmp` compares integers.");
        }
        Operand left = operand(match.group(4), type);
        Operand right = operand(match.group(5), type);
        instructions.add(
                new Instruction.Compare(define(match.group(1), IrType.I1), code, left, right));
    }

    private void select(Matcher match) throws Unsupported {
        Operand condition = operand(match.group(2), IrType.I1);
        IrType type = type(match.group(3));
        Operand then = operand(match.group(4), type);
        if (type(match.group(5)) != type) {
            throw refused("Both values of `select` have one type.");
        }
        Operand otherwise = operand(match.group(6), type);
        instructions.add(
                new Instruction.Select(define(match.group(1), type), condition, then, otherwise));
    }

    private void giveBack(Matcher match) throws Unsupported {
        hasReturned = true;
        Optional<IrType> given = Optional.ofNullable(match.group(1)).map(IrReader::type);
        if (result.isPresent() && !given.equals(result)) {
            throw refused(
                    "The result is declared %s, and %s is returned."
                            .formatted(
                                    spelled(result.get()),
                                    given.map(IrReader::spelled).orElse("nothing")));
        }
        if (result.isPresent()) {
            returned = Optional.of(operand(match.group(2), result.get()));
        }
    }

    private static IrType type(String written) {
        return IrType.valueOf(written.toUpperCase(Locale.ROOT));
    }

    private static String spelled(IrType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private Register define(String name, IrType type) throws Unsupported {
        var register = new Register(name, type);
        if (registers.putIfAbsent(name, register) != null) {
            throw refused("Register `%%%s` has a value already.".formatted(name));
        }
        return register;
    }

    private Operand operand(String written, IrType type) throws Unsupported {
        if (written.startsWith("%")) {
            Register register = registers.get(written.substring(1));
            if (register == null) {
                throw refused("Register `%s` has no value here.".formatted(written));
            }
            if (register.type() != type) {
                throw refused(
                        "Register `%s` is %s, and %s is wanted."
                                .formatted(written, spelled(register.type()), spelled(type)));
            }
            return new Operand.InRegister(register);
        }
        try {
            return switch (type) {
                case DOUBLE -> new Operand.FloatConstant(floating(written));
                case I1 -> new Operand.IntConstant(bit(written), type);
                case PTR -> new Operand.IntConstant(address(written), type);
                default -> new Operand.IntConstant(Long.parseLong(written), type);
            };
        } catch (NumberFormatException e) {
            throw refused("`%s` is no constant of type %s.".formatted(written, spelled(type)));
        }
    }

    /// A decimal number, or the bits of one: `0x3FF0000000000000` is 1.
    private static double floating(String written) {
        return written.startsWith("0x")
                ? Double.longBitsToDouble(Long.parseUnsignedLong(written.substring(2), 16))
                : Double.parseDouble(written);
    }

    private static long address(String written) {
        return written.equals("null") ? 0 : Long.parseLong(written);
    }

    private static long bit(String written) {
        return switch (written) {
            case "true" -> 1;
            case "false" -> 0;
            default -> Long.parseLong(written);
        };
    }

    private Unsupported notUnderstood() {
        return new Unsupported(
                new IrChecker.IrProblem(
                        line,
                        "This instruction cannot be compiled here.",
                        Optional.of(
                                "straight-line code works: integer and double arithmetic, icmp,"
                                        + " select, fence, ret.")));
    }

    private Unsupported refused(String why) {
        return new Unsupported(new IrChecker.IrProblem(line, why, Optional.empty()));
    }
}
