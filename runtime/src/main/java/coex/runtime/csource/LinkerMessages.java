package coex.runtime.csource;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What of a linker's messages is shown. Object files may hold texts that it prints as warnings,
/// and these whole files of the user, or pieces of them, with whatever else makes a line look like
/// an ordinary message. So no line is shown: what is known is said in words of ours, with a name
/// only if it is one that the package's own files or libraries have.
final class LinkerMessages {

    private static final Pattern WORD = Pattern.compile("\\w+");

    /// GNU ld and gold, lld, Apple's ld.
    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            "multiple definition of '%s'",
                            "multiple definition of [`'](\\w+)'|duplicate symbol:? '?(\\w+)\\b",
                            false),
                    new Known(
                            "undefined reference to '%s'",
                            "undefined reference to [`'](\\w+)'|undefined symbol: (\\w+)\\b"
                                    + "|^ *\"(\\w+)\", referenced from:",
                            false),
                    new Known(
                            "cannot find the library '%s'",
                            "cannot find -l([\\w.+-]+)|unable to find library -l([\\w.+-]+)"
                                    + "|library not found for -l([\\w.+-]+)"
                                    + "|library '([\\w.+-]+)' not found",
                            true));

    private final Set<String> names;
    private final Set<String> libraries;

    /// @param sentence what is said, with a place for the name
    /// @param isOfLibrary whether it is the name of a library, else that of a function or variable
    private record Known(String sentence, Pattern pattern, boolean isOfLibrary) {
        Known(String sentence, String pattern, boolean isOfLibrary) {
            this(sentence, Pattern.compile(pattern), isOfLibrary);
        }

        /// Puts what a line says into a set, if it says this.
        void addTo(Set<String> said, String line, Predicate<String> isOurs) {
            Matcher found = pattern.matcher(line);
            while (found.find()) {
                for (int group = 1; group <= found.groupCount(); group++) {
                    if (found.group(group) != null && isOurs.test(found.group(group))) {
                        said.add(sentence.formatted(found.group(group)));
                    }
                }
            }
        }
    }

    LinkerMessages(CSources sources) {
        names = new LinkedHashSet<>();
        for (byte[] file : sources.files().values()) {
            Matcher words = WORD.matcher(new String(file, StandardCharsets.ISO_8859_1));
            while (words.find()) {
                names.add(words.group());
            }
        }
        libraries = Set.copyOf(sources.systemLibraries());
    }

    /// One sentence on each line.
    String shown(String said) {
        var shown = new LinkedHashSet<String>();
        for (String line : said.lines().toList()) {
            for (Known known : KNOWN) {
                known.addTo(shown, line, known.isOfLibrary() ? this::isLibrary : this::isName);
            }
        }
        shown.add("What else the linker has said is not shown.");
        return String.join("\n", shown) + "\n";
    }

    /// Apple's linker shows names with an underscore in front.
    private boolean isName(String name) {
        return names.contains(name) || name.startsWith("_") && names.contains(name.substring(1));
    }

    private boolean isLibrary(String name) {
        return libraries.contains("-l" + name);
    }
}
