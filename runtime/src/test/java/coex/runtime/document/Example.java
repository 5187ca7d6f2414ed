package coex.runtime.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A program that a page shows, with what the page says of it.
///
/// What it prints is either a block `text` right behind it, which is all that a user sees, or
/// stands beside its lines:
///
/// | comment | meaning |
/// | --- | --- |
/// | `# prints text` | the next line of standard output |
/// | `# fails: text` | part of the runtime error that ends it |
/// | `# error: T001` | the code of a problem that the compiler reports |
///
/// A block without a `main` is what one can type into a session: declarations, which begin and end
/// at the left margin, and statements, which become a `main`.
record Example(String source, List<String> prints, List<String> fails, List<String> errors) {

    private static final Pattern DECLARATION =
            Pattern.compile("^(func|formula|task|type|trait|matrix|extern|@).*");
    private static final Pattern FIRST_LINES =
            Pattern.compile("^(import|replace|printing|debugging)\\b.*");

    static Example of(String block) {
        return new Example(
                isProgram(block) ? block : program(block),
                marked(block, "# prints"),
                marked(block, "# fails:"),
                marked(block, "# error:"));
    }

    static boolean isProgram(String block) {
        return Pattern.compile("^func main\\(", Pattern.MULTILINE).matcher(block).find();
    }

    boolean hasExpectations() {
        return !(prints.isEmpty() && fails.isEmpty() && errors.isEmpty());
    }

    private static List<String> marked(String block, String mark) {
        Pattern pattern = Pattern.compile(Pattern.quote(mark) + "(?: (.*))?$");
        return block.lines()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1) == null ? "" : matcher.group(1))
                .toList();
    }

    private static String program(String block) {
        var first = new ArrayList<String>();
        var declarations = new ArrayList<String>();
        var statements = new ArrayList<String>();
        boolean isDeclaration = false;
        for (String line : block.lines().toList()) {
            boolean begins = DECLARATION.matcher(line).matches();
            if (isDeclaration || begins) {
                declarations.add(line);
                isDeclaration =
                        !line.startsWith("~")
                                && !line.equals("end")
                                && !(begins && line.endsWith("~"));
            } else if (FIRST_LINES.matcher(line).matches()) {
                first.add(line);
            } else {
                statements.add("    " + line);
            }
        }
        Stream<String> lines =
                Stream.of(
                                first,
                                declarations,
                                List.of("func main() -> int"),
                                statements,
                                List.of("    return 0", "~"))
                        .flatMap(List::stream);
        return String.join("\n", lines.toList()) + "\n";
    }
}
