package coex.cli;

import coex.runtime.error.VisibleText;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Answers arguments that make no sense: says what is wrong, and which command or option was
/// probably meant. If nothing comes near, one line says how to learn more. A command that needs
/// another below it and was given none shows them.
///
/// picocli's own answer suggests the most similar commands, however little they resemble what was
/// given.
final class UsageMistake implements IParameterExceptionHandler {

    /// A transposition counts as two edits.
    private static final int MOST_EDITS = 2;

    /// picocli's words for a number that is none.
    private static final Pattern JAVA_NUMBER = Pattern.compile("is not an? (int|long)$");

    @Override
    public int handleParseException(ParameterException mistake, String[] args) {
        CommandLine command = mistake.getCommandLine();
        PrintWriter err = command.getErr();
        List<String> meant = probablyMeant(mistake);
        boolean isCommandMissing =
                !command.getSubcommands().isEmpty()
                        && !(mistake instanceof UnmatchedArgumentException);
        boolean isOneLine = meant.isEmpty() && !isCommandMissing;
        err.println(
                command.getColorScheme().errorText(VisibleText.lines(messageOf(mistake)))
                        + (isOneLine ? "; try " + nameOf(command) + " --help" : ""));
        if (!meant.isEmpty()) {
            err.println("Did you mean: " + String.join(" or ", meant) + "?");
        } else if (isCommandMissing) {
            command.usage(err, command.getColorScheme());
        }
        return ExitCode.USAGE;
    }

    /// What is wrong, in terms of commands where there are some. An option that does not exist
    /// comes before an argument that is missing.
    private static String messageOf(ParameterException mistake) {
        CommandLine command = mistake.getCommandLine();
        List<String> unmatched = unmatched(mistake);
        if (unmatched.isEmpty()) {
            return JAVA_NUMBER.matcher(mistake.getMessage()).replaceFirst("is no whole number");
        }
        String first = unmatched.getFirst();
        if (first.startsWith("-") && first.length() > 1) {
            return "Unknown option: '%s'".formatted(first);
        }
        return command.getSubcommands().isEmpty()
                ? mistake.getMessage()
                : "Unknown command: '%s'".formatted(first);
    }

    private static List<String> unmatched(ParameterException mistake) {
        return mistake instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : mistake.getCommandLine().getUnmatchedArguments();
    }

    /// `coexc` is a command of `coex` only inside.
    private static String nameOf(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        return spec.usageMessage().hidden() ? spec.name() : spec.qualifiedName();
    }

    private static List<String> probablyMeant(ParameterException mistake) {
        List<String> unmatched = unmatched(mistake);
        if (unmatched.isEmpty()) {
            return List.of();
        }
        String given = unmatched.getFirst();
        CommandSpec command = mistake.getCommandLine().getCommandSpec();
        return Stream.concat(
                        command.subcommands().keySet().stream(),
                        command.optionsMap().keySet().stream())
                .filter(name -> isClose(given, name))
                .map(name -> nameOf(mistake.getCommandLine()) + " " + name)
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
