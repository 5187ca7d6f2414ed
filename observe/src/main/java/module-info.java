/// Looks into running heaps: dumps, logs, events, beans, heap dumps. Listens, never steers.
module coex.observe {
    requires transitive coex.gc;
    requires tools.jackson.core; // streaming JSON

    exports coex.observe;
}
