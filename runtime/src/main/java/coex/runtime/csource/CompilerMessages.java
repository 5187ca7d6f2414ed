package coex.runtime.csource;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What of a compiler's messages is shown: those about files of the package, and those about no
/// file. A source may include any file that the user can read, and a compiler that does not
/// understand it would show what is in it. Lines of sources are left out altogether, since
/// compilers draw them in different ways.
final class CompilerMessages {

    private static final Pattern ABOUT_A_FILE =
            Pattern.compile(
                    "(?<file>[^:]+):(?<line>\\d+):(\\d+:)? (fatal error|error|Error|Fatal error):"
                            + " .*");

    /// As `gcc: fatal error: Killed signal terminated program cc1`.
    private static final Pattern ABOUT_ITSELF =
            Pattern.compile(
                    "[\\w.+/-]*(gcc|cc|clang|cc1|as|ld|collect2)[\\d.-]*: (fatal |internal compiler"
                            + " )?error: .*");

    private static final Pattern OUT_OF_MEMORY = Pattern.compile("cc1: out of memory .*");

    private final Path directory;

    /// @param directory where the compiler ran; files below it are those of the package, or made of
    /// them
    CompilerMessages(Path directory) {
        this.directory = directory;
    }

    /// The messages that may be shown, each on a line, and a sentence if others were left out.
    String shown(String said) {
        var shown = new StringBuilder();
        boolean areSomeHidden = false;
        for (String line : said.lines().toList()) {
            Matcher message = ABOUT_A_FILE.matcher(line);
            if (message.matches()) {
                boolean isInside = isInside(message.group("file"));
                areSomeHidden |= !isInside;
                shown.append(isInside ? line + "\n" : "");
            } else if (ABOUT_ITSELF.matcher(line).matches()
                    || OUT_OF_MEMORY.matcher(line).matches()) {
                shown.append(line).append('\n');
            }
        }
        if (areSomeHidden) {
            shown.append("What is wrong in files outside the package is not shown.\n");
        }
        return shown.isEmpty() ? "the compiler has not said why\n" : shown.toString();
    }

    private boolean isInside(String file) {
        try {
            return directory.resolve(file).normalize().startsWith(directory);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
