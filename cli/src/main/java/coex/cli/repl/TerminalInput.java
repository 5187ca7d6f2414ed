package coex.cli.repl;

import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Inputs from a terminal, with editing and history. An incomplete input goes on on the next line.
final class TerminalInput implements InputSource {

    private final Terminal terminal;
    private final LineReader reader;

    /// Set before the first input is read.
    private InputCompleter.Names names = _ -> List.of();

    private TerminalInput(Terminal terminal, Optional<Path> history) {
        this.terminal = terminal;
        var parser = new InputParser();
        parser.setQuoteChars(new char[0]);
        parser.setEscapeChars(new char[0]);
        this.reader =
                LineReaderBuilder.builder()
                        .terminal(terminal)
                        .parser(parser)
                        .completer(new InputCompleter(before -> names.after(before)))
                        .variable(LineReader.HISTORY_FILE, history.orElse(null))
                        .variable(LineReader.SECONDARY_PROMPT_PATTERN, "    | ")
                        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                        .build();
    }

    /// @param history the file that keeps what was typed, for the next session; without one it is
    ///     not kept
    static TerminalInput open(Optional<Path> history) throws IOException {
        Terminal terminal = TerminalBuilder.builder().system(true).provider("exec").build();
        return new TerminalInput(terminal, history);
    }

    /// Lets the reader ask for another line while an input is incomplete.
    private static final class InputParser extends DefaultParser {
        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && isIncomplete(line)) {
                throw new EOFError(-1, -1, "the input goes on");
            }
            return super.parse(line, cursor, context);
        }

        /// Words are names, so that they can be completed; a command begins with its colon.
        @Override
        public boolean isDelimiterChar(CharSequence line, int place) {
            char letter = line.charAt(place);
            boolean beginsCommand =
                    letter == ':' && line.subSequence(0, place).toString().isBlank();
            return !beginsCommand && !NamesInScope.isPartOfName(letter);
        }

        private static boolean isIncomplete(String text) {
            try {
                return !text.strip().startsWith(":") && ReplSession.isIncomplete(text);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    @Override
    public void onInterrupt(Runnable action) {
        terminal.handle(Terminal.Signal.INT, _ -> action.run());
    }

    @Override
    public void completing(InputCompleter.Names wanted) {
        names = wanted;
    }

    @Override
    public Optional<String> next() throws Abandoned {
        try {
            return Optional.of(reader.readLine("coex> "));
        } catch (UserInterruptException _) {
            throw new Abandoned();
        } catch (EndOfFileException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
