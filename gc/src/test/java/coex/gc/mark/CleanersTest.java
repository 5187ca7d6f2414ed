// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.CleanerQueue;
import coex.gc.Heaps;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.Marks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// What a cycle has to look at when it announces deaths.
class CleanersTest {

    private static final int MANY = 1000;

    private final HandleSpace space =
            new HandleSpace(Heaps.calm().initialHandles(2 * MANY).build(), (_, _, _) -> {});
    private final Marks marks = space.marks();
    private final Cleaners cleaners = new Cleaners();
    private final Cleaners.Channel<String> channel = new Cleaners.Channel<>();

    @AfterEach
    void release() {
        space.release();
    }

    private void becomeOld(int from, int to) {
        for (int handle = from; handle <= to; handle++) {
            marks.mark(handle);
        }
    }

    private void register(int from, int to) {
        for (int handle = from; handle <= to; handle++) {
            cleaners.add(handle, "object " + handle, channel);
        }
    }

    /// A full cycle begins.
    private void forgetMarks(int to) {
        for (int handle = 1; handle <= to; handle++) {
            marks.unmark(handle);
        }
    }

    private List<String> announced() {
        List<String> announced = new ArrayList<>();
        for (String next = channel.poll(); next != null; next = channel.poll()) {
            announced.add(next);
        }
        return announced;
    }

    @Test
    void aYoungCycleDoesNotLookAtThoseOfOldObjects() {
        register(1, MANY);
        becomeOld(1, MANY);
        assertThat(cleaners.announceDead(marks, false)).isEqualTo(MANY);
        assertThat(cleaners.announceDead(marks, false)).isZero();

        register(MANY + 1, MANY + 3);
        becomeOld(MANY + 1, MANY + 1);
        marks.shadeBirths((MANY + 2) >>> 6, 1L << MANY + 2); // is born in this cycle: stays young
        assertThat(cleaners.announceDead(marks, false)).isEqualTo(3);
        assertThat(announced()).containsExactly("object " + (MANY + 3));
        assertThat(cleaners.announceDead(marks, false)).isEqualTo(1);
        assertThat(channel.pending()).isEqualTo(MANY + 2);
    }

    @Test
    void aFullCycleFindsTheDeadAmongOldObjects() {
        register(1, 3);
        becomeOld(1, 3);
        cleaners.announceDead(marks, true);
        assertThat(announced()).isEmpty();

        forgetMarks(3);
        becomeOld(2, 2);
        assertThat(cleaners.announceDead(marks, true)).isEqualTo(3);
        assertThat(announced()).containsExactlyInAnyOrder("object 1", "object 3");
        assertThat(cleaners.announceDead(marks, true)).isEqualTo(1);
        assertThat(announced()).isEmpty();
    }

    @Test
    void oneThatWasCancelledIsNeverAnnounced() {
        CleanerQueue.Registration soon = cleaners.add(1, "object 1", channel);
        CleanerQueue.Registration later = cleaners.add(2, "object 2", channel);
        becomeOld(1, 2);
        soon.cancel();
        cleaners.announceDead(marks, false);
        later.cancel();
        forgetMarks(3);
        assertThat(cleaners.announceDead(marks, true)).isEqualTo(1);
        assertThat(announced()).isEmpty();
        assertThat(channel.pending()).isZero();
    }
}
