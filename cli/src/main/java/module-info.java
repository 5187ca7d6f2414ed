/// The `coex` command: argument parsing and printing, nothing else.
module coex.cli {
    requires coex.gc; // ./coex grants it native access by name, so it has to be there
    requires coex.stress;
    requires info.picocli;

    opens coex.cli to
            info.picocli; // sets the fields and calls the methods annotated as options and commands
}
