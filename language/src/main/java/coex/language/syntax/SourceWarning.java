package coex.language.syntax;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;

/// Texts that are Coex, but may not be what they look like.
public sealed interface SourceWarning extends Problem {

    @Override
    default boolean isWarning() {
        return true;
    }

    /// A character in a comment or a string that changes the order in which editors show its
    /// surroundings.
    record TextDirection(Span place, int character) implements SourceWarning {

        /// Those that embed, override or isolate a direction, and those that end it.
        static boolean isControl(char c) {
            return c >= '\u202A' && c <= '\u202E' || c >= '\u2066' && c <= '\u2069';
        }

        @Override
        public Report report() {
            return Report.of(
                            "W001",
                            "warning: text in another order",
                            place,
                            "The character U+%04X changes the order in which what follows it is shown. This line may do"
                                            .formatted(character)
                                    + " something else than it seems to.")
                    .hinting(
                            "leave it out of comments, and write \\u%04X for it in strings."
                                    .formatted(character));
        }
    }
}
