package coex.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/// Answers arguments that make no sense: says what is wrong, and which command or option was probably meant.
/// If nothing comes near, a command that has others below it shows them; of any other, one line says how to
/// learn more.
///
/// picocli's own answer suggests the most similar commands, however little they resemble what was given.
final class UsageMistake implements IParameterExceptionHandler {

    /// A transposition counts as two edits.
    private static final int MOST_EDITS = 2;

    @Override
    public int handleParseException(ParameterException mistake, String[] args) {
        CommandLine command = mistake.getCommandLine();
        PrintWriter err = command.getErr();
        List<String> meant = probablyMeant(mistake);
        boolean hasSubcommands = !command.getSubcommands().isEmpty();
        boolean isOneLine = meant.isEmpty() && !hasSubcommands;
        err.println(
                command.getColorScheme().errorText(mistake.getMessage())
                        + (isOneLine ? "; try " + nameOf(command) + " --help" : ""));
        if (!meant.isEmpty()) {
            err.println("Did you mean: " + String.join(" or ", meant) + "?");
        } else if (hasSubcommands) {
            command.usage(err, command.getColorScheme());
        }
        return ExitCode.USAGE;
    }

    private static String nameOf(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private static List<String> probablyMeant(ParameterException mistake) {
        if (!(mistake instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return List.of();
        }
        String given = unmatched.getUnmatched().getFirst();
        CommandSpec command = mistake.getCommandLine().getCommandSpec();
        return Stream.concat(
                        command.subcommands().keySet().stream(),
                        command.optionsMap().keySet().stream())
                .filter(name -> isClose(given, name))
                .map(name -> command.qualifiedName() + " " + name)
                .toList();
    }

    /// Whether few edits lead from one word to the other, and most of it stays as it was.
    private static boolean isClose(String given, String candidate) {
        int edits = edits(given, candidate);
        return edits <= MOST_EDITS && edits * 2 < candidate.length();
    }

    /// How many letters have to be inserted, removed or replaced (Levenshtein).
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
