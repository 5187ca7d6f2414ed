/// Looks into running heaps: dumps, logs, events, beans, heap dumps. Listens, never steers.
module coex.observe {
    requires transitive coex.gc;
    requires transitive java.management; // the beans' interfaces
    requires jdk.management; // the form of a collector's notifications
    requires tools.jackson.core; // streaming JSON
    requires jdk.jfr;

    exports coex.observe;
}
