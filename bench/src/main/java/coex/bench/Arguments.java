package coex.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What was asked for on the command line.
///
/// @param suite what to measure
/// @param json where to write the results too; null for nowhere
/// @param only the one group to measure; null for all
record Arguments(Suite suite, Effort effort, Path json, String only) {

    static final String USAGE =
            "usage: coex bench " + Suite.words("|") + " [--quick] [--only ROWS] [--json FILE]";

    /// @throws IllegalArgumentException saying what is wrong with them
    static Arguments parse(String... words) {
        if (words.length == 0) {
            throw new IllegalArgumentException("missing what to measure");
        }
        Suite suite = Suite.named(words[0]);
        Effort effort = Effort.FULL;
        Path json = null;
        String only = null;
        for (int i = 1; i < words.length; i++) {
            switch (words[i]) {
                case "--quick" -> effort = Effort.QUICK;
                case "--json" -> json = Path.of(valueAfter(words, i++));
                case "--only" -> only = valueAfter(words, i++);
                default -> throw new IllegalArgumentException("unknown argument " + words[i]);
            }
        }
        return new Arguments(suite, effort, json, only);
    }

    /// The words again, without the folder of the file: results say how they came about, not where
    /// someone keeps them.
    List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(suite.word());
        if (effort == Effort.QUICK) {
            words.add("--quick");
        }
        if (only != null) {
            words.addAll(List.of("--only", only));
        }
        if (json != null) {
            words.addAll(List.of("--json", json.getFileName().toString()));
        }
        return words;
    }

    private static String valueAfter(String[] words, int option) {
        if (option + 1 == words.length) {
            throw new IllegalArgumentException(words[option] + " needs a value");
        }
        return words[option + 1];
    }
}
