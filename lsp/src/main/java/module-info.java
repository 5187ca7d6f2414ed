/// The language server: what editors ask about Coex programs, answered by the front end.
///
/// The protocol's library has no module descriptors, hence the automatic modules.
@SuppressWarnings("requires-automatic")
module coex.lsp {
    requires coex.language;
    requires coex.runtime; // to find modules and packages
    requires com.google.gson; // the protocol's library needs it, and has no descriptor to say so
    requires java.logging; // as it does this
    requires org.eclipse.lsp4j;
    requires org.eclipse.lsp4j.jsonrpc;

    exports coex.lsp.server;

    // Calls what answers messages, which nobody else sees.
    opens coex.lsp.server to
            org.eclipse.lsp4j.jsonrpc;
}
