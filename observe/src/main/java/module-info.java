// SPDX-License-Identifier: Apache-2.0
/// Looks into running heaps: dumps, logs, events, beans, heap dumps. Listens, never steers.
module coex.observe {
    requires transitive coex.gc;
    requires transitive java.management; // the beans' interfaces
    requires java.management.rmi; // the connector of the local management agent
    requires java.rmi;
    requires jdk.management; // the form of a collector's notifications
    requires tools.jackson.core; // streaming JSON
    requires jdk.jfr;

    exports coex.observe;

    provides javax.management.remote.JMXConnectorServerProvider with
            coex.observe.jmx.LoopbackConnectors; // also in META-INF/services, for the class path
}
