package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.SafeRegion;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What a mutator can do, at the beginning of every phase and while every handshake is under way.
class EveryPhaseTest {

    /// A moment of a cycle: before a phase, or when some mutators have answered its handshake.
    private record Moment(Phase phase, boolean asked) {

        /// Takes the collector there. If it asks for something, `first` answers and others do not.
        void reach(Play play, Player first) {
            play.collectorGoesTo(phase);
            if (asked) {
                play.collectorAsks();
                first.answers();
            }
        }

        @Override
        public String toString() {
            return (asked ? "in " : "before ") + phase;
        }
    }

    private static List<Moment> moments() {
        List<Moment> moments = new ArrayList<>();
        for (Phase phase : Phase.values()) {
            moments.add(new Moment(phase, false));
            switch (phase) {
                case BARRIER_ON, SETTLE, SNAPSHOT, FLUSH, BARRIER_OFF ->
                        moments.add(new Moment(phase, true));
                default -> {}
            }
        }
        return moments;
    }

    private static Stream<Arguments> pairsOfMoments() {
        List<Moment> moments = moments();
        return moments.stream()
                .flatMap(
                        first ->
                                moments.stream()
                                        .filter(
                                                then ->
                                                        moments.indexOf(then)
                                                                > moments.indexOf(first))
                                        .map(then -> Arguments.of(first, then)));
    }

    /// a gives x to b through a root: a stores at one moment, b loads and empties the root at
    /// another.
    @ParameterizedTest
    @MethodSource("pairsOfMoments")
    void anObjectHandedOverIsKept(Moment stored, Moment loaded) {
        for (boolean giverAnswers : new boolean[] {true, false}) {
            try (Play play = new Play(Protocol.SOUND)) {
                Player a = play.mutator("a");
                Player b = play.mutator("b");
                Player first = giverAnswers ? a : b;
                GlobalRoot root = play.heap.newRoot();
                long y = a.makesNode(0, 2, 0);
                long x = a.makesNode(1, 1, y);
                a.drops(0);

                stored.reach(play, first);
                a.stores(root, x);
                a.drops(1);
                loaded.reach(play, first);
                b.loads(0, root);
                b.stores(root, 0);
                play.collectorFinishes();

                assertThat(play.keeps(b, x, 1)).isTrue();
                assertThat(play.keeps(b, y, 2)).isTrue();
            }
        }
    }

    /// The same through a box that the taker makes at the first moment.
    @ParameterizedTest
    @MethodSource("pairsOfMoments")
    void anObjectPutIntoANewBoxIsKept(Moment made, Moment filled) {
        for (boolean giverAnswers : new boolean[] {true, false}) {
            try (Play play = new Play(Protocol.SOUND)) {
                Player a = play.mutator("a");
                Player b = play.mutator("b");
                Player first = giverAnswers ? a : b;
                GlobalRoot root = play.heap.newRoot();
                long x = a.makesNode(1, 1, 0);

                made.reach(play, first);
                long box = b.makesBox(0);
                b.stores(root, box);
                filled.reach(play, first);
                a.loads(0, root);
                a.does(mutator -> mutator.setReference(box, play.content, x));
                a.drops(0);
                a.drops(1);
                play.collectorFinishes();

                assertThat(play.keeps(b, x, 1)).isTrue();
            }
        }
    }

    /// A weak read gives the object, which is then kept, or nothing.
    @ParameterizedTest
    @MethodSource("moments")
    void aWeakReadGivesALiveObjectOrNothing(Moment moment) {
        try (Play play = new Play(Protocol.SOUND)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long y = a.makesNode(0, 2, 0);
            long x = a.makesNode(1, 1, y);
            long weak = a.makesWeakBox(2, x);
            a.drops(0);
            a.drops(1);

            moment.reach(play, b);
            long read =
                    a.gives(
                            mutator -> {
                                long handle = mutator.getWeak(weak, play.target);
                                a.frame().set(0, handle);
                                return handle;
                            });
            play.collectorFinishes();

            assertThat(read).isIn(0L, x);
            if (read != 0) {
                assertThat(play.keeps(a, x, 1)).isTrue();
                assertThat(play.keeps(a, y, 2)).isTrue();
            } else {
                assertThat(a.<Long>gives(mutator -> mutator.getWeak(weak, play.target))).isZero();
            }
        }
    }

    /// a exits; what it has put into a root that b empties is kept.
    @ParameterizedTest
    @MethodSource("moments")
    void whatAThreadLeavesBehindIsKept(Moment moment) {
        try (Play play = new Play(Protocol.SOUND)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            GlobalRoot root = play.heap.newRoot();
            long y = a.makesNode(0, 2, 0);
            long x = a.makesNode(1, 1, y);
            a.drops(0);

            moment.reach(play, b);
            a.stores(root, x);
            a.exits();
            b.loads(0, root);
            b.stores(root, 0);
            play.collectorFinishes();

            assertThat(play.keeps(b, x, 1)).isTrue();
            assertThat(play.keeps(b, y, 2)).isTrue();
        }
    }

    /// A child keeps what its parent gave it and then dropped.
    @ParameterizedTest
    @MethodSource("moments")
    void whatAChildIsGivenIsKept(Moment moment) {
        for (boolean parentAnswers : new boolean[] {true, false}) {
            try (Play play = new Play(Protocol.SOUND)) {
                Player parent = play.mutator("parent");
                Player other = play.mutator("other");
                long y = parent.makesNode(0, 2, 0);
                long x = parent.makesNode(1, 1, y);
                parent.drops(0);
                boolean[] found = new boolean[1];

                moment.reach(play, parentAnswers ? parent : other);
                parent.does(
                        mutator ->
                                mutator.spawn(
                                        play.scheduler.threadFactory("child"),
                                        (own, arguments) ->
                                                found[0] =
                                                        own.getLong(arguments.get(0), play.number)
                                                                == 1,
                                        x));
                Actor child = play.scheduler.latest();
                parent.drops(1);
                play.collectorFinishes();

                assertThat(play.keeps(other, x, 1)).isTrue();
                assertThat(play.keeps(other, y, 2)).isTrue();
                child.finishes();
                assertThat(found[0]).isTrue();
            }
        }
    }

    /// A thread that blocks at one moment and resumes at another keeps what it had, and what it
    /// takes from another's root when it is back.
    @ParameterizedTest
    @MethodSource("pairsOfMoments")
    void aThreadThatWasBlockedKeepsWhatItHas(Moment blocked, Moment resumed) {
        try (Play play = new Play(Protocol.SOUND)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            Player c = play.mutator("c"); // makes every handshake wait
            long x = a.makesNode(0, 1, 0);
            long y = b.makesNode(0, 2, 0);
            GlobalRoot root = play.rootHolding(b, y);
            b.drops(0);

            blocked.reach(play, b);
            SafeRegion region = a.entersSafeRegion();
            resumed.reach(play, b);
            a.leaves(
                    region,
                    mutator -> {
                        a.frame().set(3, root.get(mutator));
                        root.set(mutator, 0);
                    });
            play.collectorFinishes();

            assertThat(play.keeps(c, x, 1)).isTrue();
            assertThat(play.keeps(c, y, 2)).isTrue();
        }
    }

    /// A thread that attaches in mid-cycle keeps what it makes and what it takes.
    @ParameterizedTest
    @EnumSource
    void aThreadThatAttachesKeepsWhatItHas(Phase phase) {
        try (Play play = new Play(Protocol.SOUND)) {
            Player a = play.mutator("a");
            long y = a.makesNode(0, 2, 0);
            GlobalRoot root = play.rootHolding(a, y);
            a.drops(0);

            play.collectorGoesTo(phase);
            Player b = play.mutator("b");
            b.loads(0, root);
            b.stores(root, 0);
            long x = b.makesNode(1, 1, y);
            b.drops(0);
            play.collectorFinishes();

            assertThat(play.keeps(b, x, 1)).isTrue();
            assertThat(play.keeps(b, y, 2)).isTrue();
        }
    }
}
