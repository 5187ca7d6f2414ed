package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// A handle that is given to another thread outside the heap is shaded by the one who takes it.
///
/// | giver | taker | collector |
/// | --- | --- | --- |
/// | has x | | asks for snapshots |
/// | | appears; counts as past its snapshot | |
/// | | takes over x: **shades it** | |
/// | drops x | | |
/// | takes its snapshot | | |
/// | | | marks: the taker's frame is not looked at |
class AdoptTest {

    private static boolean survives(boolean isAdopted) {
        try (Play play = new Play(Protocol.SOUND)) {
            Player giver = play.mutator("giver");
            long x = giver.makesNode(0, 1, 0);
            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            Player taker = play.mutator("taker");
            taker.does(
                    mutator -> {
                        if (isAdopted) {
                            ConcurrentHeap.contextOf(mutator).adopt(x);
                        }
                        taker.frame().set(0, x);
                    });
            giver.drops(0);
            giver.answers();
            play.collectorFinishes();
            return play.keeps(taker, x, 1);
        }
    }

    @Test
    void whatIsTakenOverSurvives() {
        assertThat(survives(true)).isTrue();
    }

    @Test
    void whatIsOnlyCopiedIsLost() {
        assertThat(survives(false)).isFalse();
    }
}
