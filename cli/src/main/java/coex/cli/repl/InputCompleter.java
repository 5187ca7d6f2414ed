package coex.cli.repl;

import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

import java.util.Collection;
import java.util.List;

/// Completes names, and the commands of the session itself.
final class InputCompleter implements Completer {

    /// What can be named.
    interface Names {
        /// @param before the input up to where the name begins
        Collection<String> after(String before) throws InterruptedException;
    }

    private final Names names;

    InputCompleter(Names names) {
        this.names = names;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        try {
            String typed = line.line().substring(0, line.cursor());
            for (String name : fitting(typed)) {
                candidates.add(new Candidate(name, name, null, null, null, null, false));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Collection<String> fitting(String typed) throws InterruptedException {
        int start = NamesInScope.endOfOther(typed);
        boolean isCommand = typed.substring(0, start).strip().equals(":");
        return isCommand ? Repl.COMMANDS : names.after(typed.substring(0, start));
    }
}
