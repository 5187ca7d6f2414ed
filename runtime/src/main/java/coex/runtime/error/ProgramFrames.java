package coex.runtime.error;

import coex.codegen.GeneratedNames;

/// Which frames of the JVM's stacks are calls of a program's functions, and of which.
public final class ProgramFrames {

    private ProgramFrames() {}

    static boolean isOne(StackTraceElement frame) {
        return isOne(frame.getClassName(), frame.getLineNumber());
    }

    /// A method without line numbers only calls the parts of a large function.
    ///
    /// @param line negative if there is none
    public static boolean isOne(String className, int line) {
        return className.startsWith(GeneratedNames.PACKAGE)
                && isRoutines(className.substring(GeneratedNames.PACKAGE.length()))
                && line >= 0;
    }

    private static boolean isRoutines(String className) {
        return className.startsWith(GeneratedNames.MAIN)
                || className.startsWith(GeneratedNames.MODULE);
    }

    static String functionOf(StackTraceElement frame) {
        return functionOf(frame.getMethodName());
    }

    /// What comes behind the name of the function around a lambda. Names that a program gives have
    /// no minus sign.
    private static final String LAMBDA = "$lambda-";

    /// `Tank$filled` is the method `Tank.filled`; a number at the end tells instances of a function
    /// apart. Lambdas have no names, so they are said to be where they are.
    public static String functionOf(String methodName) {
        int lambda = methodName.indexOf(LAMBDA);
        String function = lambda < 0 ? methodName : methodName.substring(0, lambda);
        String shown = function.replaceFirst("\\$\\d+$", "").replace('$', '.');
        return lambda < 0 ? shown : "lambda in " + shown;
    }
}
