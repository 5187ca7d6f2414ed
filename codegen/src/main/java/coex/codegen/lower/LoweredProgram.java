package coex.codegen.lower;

import coex.codegen.ir.Layout;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Signature;
import coex.language.checked.CheckedProgram;
import coex.language.checked.FunctionInstance;

import java.util.List;
import java.util.Set;

/// A program as routines, or several that differ in nothing but their `main`.
///
/// @param functionValues the routines that are values somewhere, by number
/// @param signatures how function values are called
public record LoweredProgram(
        CheckedProgram checked,
        List<Main> mains,
        List<Routine> routines,
        List<FunctionEntry> functionValues,
        Set<Signature> signatures) {

    /// What a program begins with.
    public record Main(FunctionInstance function, RoutineName routine) {}

    /// A routine that can be called as a value.
    ///
    /// @param layout of its closures: their fields are the routine's first arguments
    public record FunctionEntry(RoutineName routine, Signature signature, Layout layout) {}

    /// The number of the function that closures of a layout are of.
    public int numberOf(Layout closure) {
        for (int i = 0; i < functionValues.size(); i++) {
            if (functionValues.get(i).layout().equals(closure)) {
                return i;
            }
        }
        throw new IllegalStateException("not a function value: " + closure);
    }
}
