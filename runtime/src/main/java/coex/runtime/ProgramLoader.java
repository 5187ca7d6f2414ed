package coex.runtime;

/// Loads the classes of one run of a program. Each run has its own, since constants belong to a heap.
final class ProgramLoader extends ClassLoader {

    private static final String CONSTANTS = "coex.program.Constants";

    private static final String VALUES = "coex.program.Values";

    private final Program program;

    ProgramLoader(Program program) {
        super("coex program", ProgramLoader.class.getClassLoader());
        this.program = program;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = program.classes().get(name);
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, file, 0, file.length);
    }

    /// Makes the constants of the program, types before values.
    void initialise() throws ClassNotFoundException {
        Class.forName(CONSTANTS, true, this);
        for (String name : program.classes().keySet()) {
            if (name.startsWith(VALUES)) {
                Class.forName(name, true, this);
            }
        }
    }
}
