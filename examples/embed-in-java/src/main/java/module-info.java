/// A program with a heap of its own, on the module path: there the JVM keeps everybody but our own
/// modules away from memory that nothing checks.
module coex.examples {
    requires coex.collections;
    requires coex.gc;
    requires coex.observe;
}
