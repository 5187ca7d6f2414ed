package coex.language.check;

import coex.language.checked.Local;
import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.type.Type;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.List;

/// Reports functions with more parameters than the JVM has room for: 255 words, of which one is
/// taken. What a lambda captures and the receiver of a method are parameters too.
final class ParameterLimit {

    private static final int WORDS = 254;

    private ParameterLimit() {}

    static void check(Span place, String what, List<Local> parameters, Problems problems) {
        int words = parameters.stream().mapToInt(local -> words(local.type())).sum();
        if (words > WORDS) {
            problems.add(new TypeProblem.TooManyParameters(place, what, parameters.size()));
        }
    }

    private static int words(Type type) {
        return switch (Types.settled(type)) {
            case Type.Basic basic ->
                    switch (basic) {
                        case BOOL, BYTE, CHAR -> 1;
                        default -> 2;
                    };
            default -> 2;
        };
    }
}
