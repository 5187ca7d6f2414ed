package coex.codegen.emit;

import coex.codegen.ir.Register;

import java.lang.classfile.CodeBuilder;

/// Where a method keeps the registers of its routine.
interface Variables {

    void load(Register register, CodeBuilder code);

    /// Stores what is on the JVM's stack.
    void store(Register register, CodeBuilder code);

    /// The first variable of the method that is not taken.
    int end();
}
