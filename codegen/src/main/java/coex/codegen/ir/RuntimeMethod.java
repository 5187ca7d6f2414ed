package coex.codegen.ir;

/// A static method of the runtime. It takes the mutator first; its other types follow from its
/// arguments, and its result from the register it goes to.
///
/// @param owner simple name of a class of the runtime's package for generated code
/// @param isSafepoint whether a collection may begin in it: what is needed after it must be rooted.
///     It roots its own arguments.
/// @param givesUp whether it is no safepoint, but ends with `AskedMeanwhile` where it takes long and the collector asks
///     for something. What is needed is then rooted and [#inSteps] called.
public record RuntimeMethod(String owner, String name, boolean isSafepoint, boolean givesUp) {

    /// The method that does the same and is a safepoint.
    public String inSteps() {
        return name + "InSteps";
    }

    @Override
    public String toString() {
        return owner + "." + name;
    }
}
