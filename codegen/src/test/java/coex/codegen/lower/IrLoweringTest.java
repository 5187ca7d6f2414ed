package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What instructions of LLVM become: integers of all widths are numbers of 64 bits.
class IrLoweringTest {

    private static void expect(String function, String instructions) {
        assertThat(Lowered.functions(function).text("f")).isEqualTo(instructions);
    }

    @Test
    void eachInstructionIsOneOfOurs() {
        expect(
                """
                func f(a: int, b: int) -> int
                    r: int = llvm_ir(a -> %x, b -> %y) -> %z: i64 \"""
                        %t = shl i64 %x, 2
                        %z = sub i64 %t, %y
                        ret i64 %z
                    \"""
                    return r
                ~
                """,
                """
                b0:
                    %0 = 2
                    %1 = SHIFT_LEFT_INT64 a, %0
                    r = SUBTRACT_INT64 %1, b
                    return r
                """);
    }

    /// Shifted up and down again, when it comes in and after what may have overflowed.
    @Test
    void aNarrowIntegerIsKeptSignExtended() {
        expect(
                """
                func f(a: byte, b: byte) -> byte
                    r: byte = llvm_ir(a -> %x, b -> %y) -> %z: i8 \"""
                        %z = add i8 %x, %y
                        ret i8 %z
                    \"""
                    return r
                ~
                """,
                """
                b0:
                    %0 = INT32_TO_INT64 a
                    %1 = 56
                    %2 = SHIFT_LEFT_INT64 %0, %1
                    %3 = 56
                    %4 = SHIFT_RIGHT_INT64 %2, %3
                    %5 = INT32_TO_INT64 b
                    %6 = 56
                    %7 = SHIFT_LEFT_INT64 %5, %6
                    %8 = 56
                    %9 = SHIFT_RIGHT_INT64 %7, %8
                    %10 = ADD_INT64 %4, %9
                    %11 = 56
                    %12 = SHIFT_LEFT_INT64 %10, %11
                    %13 = 56
                    %14 = SHIFT_RIGHT_INT64 %12, %13
                    r = INT64_TO_BYTE %14
                    return r
                """);
    }

    @Test
    void unsignedComparisonsAreSignedOnesWithTheSignsExchanged() {
        expect(
                """
                func f(a: int, b: int) -> int
                    r: int = llvm_ir(a -> %x, b -> %y) -> %z: i64 \"""
                        %c = icmp ult i64 %x, %y
                        %z = select i1 %c, i64 %x, i64 %y
                        ret i64 %z
                    \"""
                    return r
                ~
                """,
                """
                b0:
                    %0 = -9223372036854775808
                    %1 = XOR_INT64 a, %0
                    %2 = XOR_INT64 b, %0
                    %3 = 1
                    %4 = 0
                    if %1 LESS %2 goto b1 else b2
                b1:
                    %5 = %3
                    goto b3
                b2:
                    %5 = %4
                    goto b3
                b3:
                    %6 = 0
                    if %5 NOT_EQUAL %6 goto b4 else b5
                b4:
                    %7 = a
                    goto b6
                b5:
                    %7 = b
                    goto b6
                b6:
                    r = %7
                    return r
                """);
    }

    @Test
    void unsignedDivisionsAndFencesAreCalls() {
        expect(
                """
                func f(a: int, b: int) -> int
                    r: int = llvm_ir(a -> %x, b -> %y) -> %z: i64 \"""
                        %q = udiv i64 %x, %y
                        %s = sdiv i64 %q, %y
                        %t = lshr i64 %s, 3
                        fence seq_cst
                        %z = ashr i64 %t, 1
                        ret i64 %z
                    \"""
                    return r
                ~
                """,
                """
                b0:
                    %0 = NumberCalls.divideUnsigned(a, b)
                    %1 = DIVIDE_INT64 %0, b
                    %2 = 3
                    %3 = SHIFT_RIGHT_UNSIGNED_INT64 %1, %2
                    NumberCalls.fence()
                    %4 = 1
                    r = SHIFT_RIGHT_INT64 %3, %4
                    return r
                """);
    }

    @Test
    void doublesAreDividedAsFloats() {
        expect(
                """
                func f(a: float, b: float) -> float
                    r: float = llvm_ir(a -> %x, b -> %y) -> %z: double \"""
                        %z = fdiv double %x, %y
                        ret double %z
                    \"""
                    return r
                ~
                """,
                """
                b0:
                    r = DIVIDE_FLOAT64 a, b
                    return r
                """);
    }
}
