package coex.language.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds what a misspelled name may have been meant to be.
public final class Similar {

    private Similar() {}

    /// The candidate most like `name`, if one is like it at all. Very short names are like nothing
    /// but themselves in other letter case. Of several, one that begins with the same letter, in
    /// the same case, comes first.
    public static Optional<String> to(String name, Collection<String> candidates) {
        int most = name.length() < 3 ? 0 : Math.max(1, name.length() / 3);
        return candidates.stream()
                .filter(candidate -> !candidate.equals(name))
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= most)
                .filter(candidate -> distance(name, candidate) <= most)
                .min(
                        Comparator.comparingInt((String candidate) -> distance(name, candidate))
                                .thenComparing(candidate -> candidate.charAt(0) != name.charAt(0))
                                .thenComparing(Comparator.naturalOrder()));
    }

    /// `did you mean ...?`, for a hint.
    public static Optional<String> hint(String name, Collection<String> candidates) {
        return to(name, candidates).map("did you mean `%s`?"::formatted);
    }

    /// Insertions, deletions, replacements and swaps of neighbours, letter case aside.
    private static int distance(String first, String second) {
        String a = first.toLowerCase(Locale.ROOT);
        String b = second.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean isSwap =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return isSwap ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
