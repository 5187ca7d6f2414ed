// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The versions in a heap that are neither closed nor known to be dropped: what keeps the heap from
/// taking their objects back.
///
/// @param count how many there are
/// @param oldest for how long the oldest has been held, to within some seconds
/// @param origins where they were made, those with the most versions first; empty unless
///     [PersistentCollections#recordOrigins] was called before
public record HeldVersions(long count, Duration oldest, List<Origin> origins) {

    private static final int FRAMES = 6;
    private static final int TOLD = 3;
    private static final String OURS = PersistentCollection.class.getPackageName() + ".";

    /// A place where versions were made.
    ///
    /// @param stack the innermost frames of the thread that made them, those of the collections
    ///     left out, ` < ` between them
    /// @param count how many were made there
    /// @param oldest for how long the oldest of them has been held
    public record Origin(String stack, long count, Duration oldest) {}

    /// Keeps the list as it is now.
    public HeldVersions {
        origins = List.copyOf(origins);
    }

    static HeldVersions in(VersionTable table) {
        int now = DroppedVersions.now();
        long[] count = {0};
        int[] first = {now};
        Map<String, Origin> found = new HashMap<>();
        table.forEach(
                root -> {
                    count[0]++;
                    first[0] = Math.min(first[0], root.madeAt());
                    String stack = told(root.origin());
                    if (!stack.isEmpty()) {
                        Duration age = Duration.ofSeconds(Math.max(0, now - root.madeAt()));
                        found.merge(stack, new Origin(stack, 1, age), HeldVersions::together);
                    }
                });
        List<Origin> origins = new ArrayList<>(found.values());
        origins.sort(Comparator.comparingLong(Origin::count).reversed());
        return new HeldVersions(count[0], Duration.ofSeconds(now - first[0]), origins);
    }

    private static Origin together(Origin one, Origin other) {
        Duration oldest = one.oldest.compareTo(other.oldest) > 0 ? one.oldest : other.oldest;
        return new Origin(one.stack, one.count + other.count, oldest);
    }

    private static String told(StackTraceElement[] stack) {
        List<String> frames = new ArrayList<>();
        for (StackTraceElement each : stack) {
            boolean ours = each.getClassName().startsWith(OURS) && frames.isEmpty();
            if (!ours && frames.size() < FRAMES) {
                frames.add(each.toString());
            }
        }
        return String.join(" < ", frames);
    }

    /// For the message of whoever finds no room.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("versions held=").append(count).append(" oldest=").append(oldest.toSeconds());
        text.append(" s; close versions, or keep fewer of them");
        if (origins.isEmpty()) {
            return text.append("; PersistentCollections.recordOrigins tells where they are made")
                    .toString();
        }
        for (Origin each : origins.subList(0, Math.min(TOLD, origins.size()))) {
            text.append("; %d made at %s".formatted(each.count, each.stack));
        }
        return text.toString();
    }
}
