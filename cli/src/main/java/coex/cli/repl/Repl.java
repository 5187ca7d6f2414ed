package coex.cli.repl;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/// Reads inputs and has a session do them, until there are no more.
final class Repl {

    private static final String HELP =
            """
            Type statements, expressions or declarations. An expression's value is shown with its type; a block goes on
            until its `~`. What you declare or bind stays, and may be declared again.

              :type EXPRESSION   its type, without evaluating it
              :gc                collects garbage and tells what was found
              :help              this
              :quit              ends the session, as Ctrl-D does

            Tab completes names. Ctrl-C abandons what is being typed, and stops what is running.
            """;

    static final List<String> COMMANDS = List.of(":gc", ":help", ":quit", ":type");

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
    private boolean handle(String input) throws InterruptedException {
        if (!input.startsWith(":")) {
            hasFailed |= !input.isEmpty() && !session.evaluate(input);
            return true;
        }
        String[] words = input.split("\\s+", 2);
        String rest = words.length > 1 ? words[1] : "";
        switch (words[0]) {
            case ":quit", ":q" -> {
                return false;
            }
            case ":help", ":h" -> say(out, HELP.stripTrailing());
            case ":gc" -> hasFailed |= !session.evaluate("gc(); gc_dump_stats()");
            case ":type", ":t" -> showType(rest);
            default ->
                    fail("there is no command %s; :help tells what there is".formatted(words[0]));
        }
        return true;
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
