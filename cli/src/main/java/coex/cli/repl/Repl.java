package coex.cli.repl;

import coex.cli.doc.ShippedDocuments;
import coex.cli.program.SourceProblem;
import coex.cli.program.Sources;
import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// Reads inputs and has a session do them, until there are no more.
final class Repl {

    private static final String HELP =
            """
            Type statements, expressions or declarations. An expression's value is shown with its type; a block goes on
            until its `~`. What you declare or bind stays, and may be declared again.

              :type EXPRESSION   its type, without evaluating it
              :doc NAME          how a function, type or module is declared, and what is said of it
              :load FILE         declares what a file declares, as if it were typed
              :reset             forgets all that was declared and bound
              :gc                collects garbage and tells what was found
              :help              this
              :quit              ends the session, as Ctrl-D and `exit` do

            Tab completes names. Ctrl-C abandons what is being typed, and stops what is running; what that has assigned is
            as it was before then.
            """;

    static final List<String> COMMANDS =
            List.of(":doc", ":gc", ":help", ":load", ":quit", ":reset", ":type");

    private final ReplSession session;
    private final InputSource source;
    private final PrintWriter out;
    private final PrintWriter err;
    private boolean hasFailed;

    Repl(ReplSession session, InputSource source, PrintWriter out, PrintWriter err) {
        this.session = session;
        this.source = source;
        this.out = out;
        this.err = err;
    }

    /// Whether all inputs went well.
    boolean run() throws IOException, InterruptedException {
        while (true) {
            try {
                Optional<String> input = source.next();
                if (input.isEmpty() || !handle(input.get().strip())) {
                    return !hasFailed;
                }
            } catch (InputSource.Abandoned _) {
                // and on to the next
            }
        }
    }

    /// False if the session is to end.
    private boolean handle(String typed) throws InterruptedException {
        String input = isWordForCommand(typed) ? ":" + typed.replace("()", "") : typed;
        if (!input.startsWith(":")) {
            hasFailed |= !input.isEmpty() && !session.evaluate(input);
            return true;
        }
        String[] words = input.split("\\s+", 2);
        String rest = words.length > 1 ? words[1] : "";
        switch (words[0]) {
            case ":quit", ":q", ":exit" -> {
                return false;
            }
            case ":help", ":h" -> say(out, HELP.stripTrailing());
            case ":gc" -> hasFailed |= !session.evaluate("gc(); gc_dump_stats()");
            case ":type", ":t" -> showType(rest);
            case ":doc", ":d" -> showDocumentation(rest);
            case ":load", ":l" -> load(rest);
            case ":reset" -> session.reset();
            default ->
                    fail("there is no command %s; :help tells what there is".formatted(words[0]));
        }
        return true;
    }

    /// What people type who do not know the commands, unless it means something here.
    private boolean isWordForCommand(String typed) {
        return switch (typed) {
            case "exit", "quit", "help", "exit()", "quit()", "help()" ->
                    !session.isDeclared(typed.replace("()", ""));
            default -> false;
        };
    }

    private void showDocumentation(String name) throws InterruptedException {
        Optional<String> text = session.documentation(name);
        if (text.isEmpty() && !name.isBlank()) {
            text = shipped(name);
        }
        if (text.isPresent()) {
            say(out, VisibleText.lines(text.get()));
        } else {
            fail(
                    name.isEmpty()
                            ? ":doc needs a name, for example `:doc print`, `:doc list.append` or,"
                                    + " after `import lists`, `:doc lists.sort`"
                            : "nothing is known of %s; modules have to be imported first"
                                    .formatted(VisibleText.line(name)));
        }
    }

    private static Optional<String> shipped(String name) {
        try {
            return ShippedDocuments.find(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // they are in our own jar
        }
    }

    private void load(String file) throws InterruptedException {
        if (file.isEmpty()) {
            fail(":load needs a file");
            return;
        }
        try {
            hasFailed |= !session.evaluate(Sources.read(file).text());
        } catch (SourceProblem problem) {
            fail(problem.getMessage());
        }
    }

    private void showType(String expression) throws InterruptedException {
        Optional<String> type = session.typeOf(expression);
        if (type.isPresent()) {
            say(out, type.get());
        } else {
            fail(":type needs an expression that has a value");
        }
    }

    private void fail(String message) {
        hasFailed = true;
        say(err, "coex: " + message);
    }

    private static void say(PrintWriter to, String text) {
        to.println(text);
        to.flush();
    }
}
