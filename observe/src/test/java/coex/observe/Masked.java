package coex.observe;

import java.util.regex.Pattern;

/// Reports without what differs from run to run: addresses, times, and the size of side structures,
/// which depends on the page size of the machine.
final class Masked {

    private static final Pattern ADDRESS =
            Pattern.compile(
                    "(addr=|Address: |-> |address \"?|at |\\[|, |\"address\" ?: ?\")0x[0-9a-f]+");
    private static final Pattern TIME =
            Pattern.compile("(_ns\"? ?[:=] ?)[0-9]+( \\([0-9.]+ [num]?s\\))?");
    private static final Pattern THREAD_ID = Pattern.compile("(\"thread_id\" ?: ?)[0-9]+");
    private static final Pattern SIDE =
            Pattern.compile("(side_structures_size\"? ?: ?)[0-9]+( \\([0-9.]+ [KM]B\\))?");

    private Masked() {}

    static String of(String report) {
        String masked = ADDRESS.matcher(report).replaceAll("$10xADDRESS");
        masked = TIME.matcher(masked).replaceAll("$1TIME");
        masked = THREAD_ID.matcher(masked).replaceAll("$1ID");
        return SIDE.matcher(masked).replaceAll("$1SIZE");
    }
}
