package coex.runtime.csource;

import java.util.regex.Pattern;

/// Which names the files of a package's C sources may have. They are written to disk and named to a
/// compiler, which reads a name that begins with `-` as an option and one that begins with `@` as a
/// file of options. So there is one pattern, for folders and system headers too: words of letters,
/// digits, `_`, `.`, `+` and `-`, each beginning with a letter, a digit or `_`, with slashes
/// between them. Nothing that fits it leads up or to the root.
final class SourceName {

    static final String ALLOWED =
            "names consist of ASCII letters, digits, '_', '.', '+' and '-', and every part of them"
                    + " begins with a letter, a digit or '_'";

    private static final Pattern PATTERN =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*+(/[A-Za-z0-9_][A-Za-z0-9_.+-]*+)*+");

    private static final int LONGEST = 200;

    private SourceName() {}

    static boolean fits(String name) {
        return name.length() <= LONGEST && PATTERN.matcher(name).matches();
    }

    /// Whether a name is that of a file that compilers are given; no other file of a package is
    /// written to disk.
    static boolean isC(String name) {
        return isUnit(name) || name.endsWith(".h");
    }

    /// Whether a name is that of a file that is compiled, and not only included.
    static boolean isUnit(String name) {
        return name.endsWith(".c");
    }
}
