package coex.gc.heap;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.memory.Memory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// A cell that is given up stays what it was until every thread has passed a handshake since.
class GlobalRootsTest {

    private final GlobalRoots roots = new GlobalRoots();

    @AfterEach
    void release() {
        roots.release();
    }

    private List<Long> seen() {
        List<Long> handles = new ArrayList<>();
        roots.forEach(handles::add);
        return handles;
    }

    @Test
    void aCellGivenUpDuringACycleIsEmptiedByTheNext() {
        int cell = roots.take();
        Memory.putIntRelease(roots.addressOf(cell), 7);
        roots.cycleBegins();
        roots.giveUp(cell);
        assertThat(seen()).containsExactly(7L);
        roots.cycleEnds();
        assertThat(seen()).as("a store may be under way").containsExactly(7L);
        assertThat(roots.take()).isNotEqualTo(cell);

        roots.cycleBegins();
        assertThat(seen()).containsExactly(7L);
        roots.cycleEnds();
        assertThat(seen()).isEmpty();
        assertThat(roots.take()).isEqualTo(cell);
    }

    @Test
    void onlyThoseGivenUpBeforeTheCycleAreEmptied() {
        int first = roots.take();
        int second = roots.take();
        Memory.putIntRelease(roots.addressOf(first), 1);
        Memory.putIntRelease(roots.addressOf(second), 2);
        roots.giveUp(first);
        roots.cycleBegins();
        roots.giveUp(second);
        roots.cycleEnds();
        assertThat(seen()).containsExactly(2L);
        assertThat(roots.count()).isEqualTo(1);
    }
}
