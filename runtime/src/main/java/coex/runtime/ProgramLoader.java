package coex.runtime;

import coex.codegen.GeneratedNames;

/// Loads the classes of one run of a program. Each run has its own, since constants belong to a
/// heap.
final class ProgramLoader extends ClassLoader {

    /// The first of them, which the others need.

    private final Program program;

    ProgramLoader(Program program) {
        super("coex program", ProgramLoader.class.getClassLoader());
        this.program = program;
        letClassesCall();
    }

    /// Generated classes are of no named module; those they call are, unless all are on the class
    /// path.
    private void letClassesCall() {
        Module code = getUnnamedModule();
        Module runtime = ProgramLoader.class.getModule();
        runtime.addExports("coex.runtime.call", code);
        runtime.addExports("coex.runtime.program", code);
        runtime.addExports("coex.runtime.type", code);
        coex.gc.collect.GeneratedCode.mayUse(code);
        coex.collections.value.GeneratedCode.mayUse(code);
    }

    /// The program's own classes are looked for here first: nobody else has them, and to make sure
    /// of that the others would open all jars.
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!program.classes().containsKey(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = program.classes().get(name);
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, file, 0, file.length);
    }

    /// Makes the constants of the program.
    void initialise() throws ClassNotFoundException {
        Class.forName(GeneratedNames.CONSTANTS, true, this);
        for (String name : program.classes().keySet()) {
            if (Program.makesConstants(name)) {
                Class.forName(name, true, this);
            }
        }
    }
}
