// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

/// Lets classes that are made while the program runs use what this module exports to our own
/// modules only. On the class path everything is accessible anyway, and nothing happens here.
public final class GeneratedCode {

    private GeneratedCode() {}

    /// @param code the module of the generated classes
    public static void mayUse(Module code) {
        Module collections = GeneratedCode.class.getModule();
        collections.addExports("coex.collections.list", code);
        collections.addExports("coex.collections.map", code);
        collections.addExports("coex.collections.value", code);
    }
}
