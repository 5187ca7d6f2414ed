/// What editors ask about Coex programs: the language server, answered by the front end, and the
/// debug adapter, answered by the JVM that runs them.
///
/// The protocol's library has no module descriptors, hence the automatic modules.
@SuppressWarnings("requires-automatic")
module coex.lsp {
    requires coex.language;
    requires coex.runtime; // to find modules and packages
    requires com.google.gson; // the protocol's library needs it, and has no descriptor to say so
    requires java.logging; // as it does this
    requires org.eclipse.lsp4j;
    requires org.eclipse.lsp4j.debug;
    requires org.eclipse.lsp4j.jsonrpc;
    requires org.eclipse.lsp4j.jsonrpc.debug;
    requires static coex.codegen; // only constants, which javac copies
    requires static jdk.jdi; // the debug adapter's, whose JVM is started with it

    exports coex.lsp.debug;
    exports coex.lsp.server;

    // Calls what answers messages, which nobody else sees.
    opens coex.lsp.debug to
            org.eclipse.lsp4j.jsonrpc;
    opens coex.lsp.server to
            org.eclipse.lsp4j.jsonrpc;
}
