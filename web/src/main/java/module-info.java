// SPDX-License-Identifier: Apache-2.0
/// Pages for a browser on the same machine: a heap, live.
module coex.web {
    requires transitive coex.observe;
    requires java.net.http; // reads what the page of a running program sends
    requires jdk.httpserver;
    requires tools.jackson.core;

    exports coex.web;
}
