package coex.runtime.csource;

import java.util.List;

/// What a package may hand to the linker: names of libraries, which it looks for in its own
/// folders. Other flags could make it run things, write files or look elsewhere, and a bare word is
/// a file to it: an object, or a script with commands.
final class LinkerFlags {

    private static final String LIBRARY = "-l[A-Za-z0-9_][\\w.+-]*";
    private static final String THREADS = "-pthread";
    private static final String FRAMEWORK = "-framework";
    private static final String FRAMEWORK_NAME = "[A-Za-z]\\w*";

    private LinkerFlags() {}

    /// @param hasFrameworks whether the host is a Mac; elsewhere the word after `-framework` would
    /// be a file
    static void check(String part, List<String> flags, boolean hasFrameworks) throws BuildFailure {
        for (int i = 0; i < flags.size(); i++) {
            String flag = flags.get(i);
            if (flag.equals(FRAMEWORK)) {
                boolean isNamed = i + 1 < flags.size() && flags.get(i + 1).matches(FRAMEWORK_NAME);
                if (!hasFrameworks || !isNamed) {
                    throw refused(
                            part, flag, "frameworks are named after it, and only macOS has them");
                }
                i++;
            } else if (!flag.matches(LIBRARY) && !flag.equals(THREADS)) {
                throw refused(part, flag, "what may stand there names a library, as '-lm' does");
            }
        }
    }

    private static BuildFailure refused(String part, String flag, String why) {
        return new BuildFailure(
                "Foreign part '%s' is refused: system_libs has '%s'; %s."
                        .formatted(part, flag, why));
    }
}
