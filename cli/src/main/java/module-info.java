/// The `coex` command: argument parsing and printing, nothing else.
module coex.cli {
    requires coex.gc; // ./coex grants it native access by name, so it has to be there
    requires coex.codegen;
    requires coex.language;
    requires coex.observe;
    requires coex.runtime;
    requires coex.stress;
    requires info.picocli;
    requires java.management;
    requires java.management.rmi; // the connection that a JVM of the same user offers
    requires java.net.http; // of pages, which are in a layer of their own
    requires jdk.attach; // asks it to
    requires jdk.httpserver; // the same
    requires jdk.management.agent; // is asked, when coex itself is looked into
    requires jdk.unsupported; // signals, for JLine
    requires org.commonmark; // documents
    requires org.commonmark.ext.gfm.tables;
    requires org.jline.reader;
    requires org.jline.terminal;
    requires tools.jackson.core; // problems as JSON

    // Sets the fields and calls the methods annotated as options and commands.
    opens coex.cli to
            info.picocli;
    opens coex.cli.doc to
            info.picocli;
    opens coex.cli.heap to
            info.picocli;
    opens coex.cli.program to
            info.picocli;
    opens coex.cli.project to
            info.picocli;
    opens coex.cli.repl to
            info.picocli;
    opens coex.cli.test to
            info.picocli;
}
