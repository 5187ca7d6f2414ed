package coex.codegen;

/// Names of generated classes and methods by which the runtime finds them.
///
/// All are constants for javac, which copies them into the classes that use them: so the runtime
/// needs this class when it is compiled, and not when it runs.
public final class GeneratedNames {

    /// The package of all generated classes, with the dot after it.
    public static final String PACKAGE = "coex.program.";

    /// How the names of classes that make constants begin.
    public static final String CONSTANT_CLASS = PACKAGE + "Constant";

    /// The class whose initialiser makes all constants.
    public static final String CONSTANTS = CONSTANT_CLASS + "s";

    /// The class whose methods call closures.
    public static final String DISPATCH = PACKAGE + "Dispatch";

    /// How the names of these methods begin: the letters of the parameters' kinds, an underscore
    /// and the letter of the result's kind follow.
    public static final String CALL = "call_";

    /// The class of the functions of the program itself, in the package.
    public static final String MAIN = "Main";

    /// How the names of the classes of imported modules begin, in the package.
    public static final String MODULE = "Module_";

    private GeneratedNames() {}
}
