package coex.codegen.ir;

import coex.language.type.Type;

/// A variable of the program that debuggers are shown.
///
/// @param register what holds its value wherever it has one
public record Variable(String name, Register register, Type type) {}
