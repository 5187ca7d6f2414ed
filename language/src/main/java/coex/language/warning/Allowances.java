package coex.language.warning;

import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;
import coex.language.syntax.Lexer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Comments that say "I mean it": `# allow W005`, behind the code or on a line of its own before
/// it.
public final class Allowances {

    private static final Pattern ALLOW = Pattern.compile("#+\\s*allow((?:[\\s,]+W\\d{3})+)\\b.*");
    private static final Pattern CODE = Pattern.compile("W\\d{3}");

    private final Map<SourceFile, Map<Integer, Set<String>>> files = new HashMap<>();

    private Allowances() {}

    /// Takes warnings out that comments allow.
    public static void apply(Problems problems) {
        var allowances = new Allowances();
        problems.keepWarnings(warning -> !allowances.isAllowed(warning));
    }

    private boolean isAllowed(Problem warning) {
        Span place = warning.report().place();
        return files.computeIfAbsent(place.file(), Allowances::read)
                .getOrDefault(place.line(), Set.of())
                .contains(warning.report().code());
    }

    /// The codes that are allowed on each line.
    private static Map<Integer, Set<String>> read(SourceFile file) {
        var allowed = new HashMap<Integer, Set<String>>();
        for (Comment comment : Lexer.read(file, new Problems()).comments()) {
            Matcher matcher = ALLOW.matcher(comment.span().text());
            if (comment.kind() != Comment.Kind.LINE || !matcher.matches()) {
                continue;
            }
            int line = comment.span().line();
            boolean isAlone = file.line(line).stripLeading().startsWith("#");
            Matcher code = CODE.matcher(matcher.group(1));
            while (code.find()) {
                allowed.computeIfAbsent(isAlone ? line + 1 : line, _ -> new HashSet<>())
                        .add(code.group());
            }
        }
        return allowed;
    }
}
