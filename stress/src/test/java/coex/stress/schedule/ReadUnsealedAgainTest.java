package coex.stress.schedule;

import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An object under construction that has become old is read until it is sealed: nobody logs what
/// is written into it.
///
/// | a | collector |
/// | --- | --- |
/// | makes a node and does not seal it | collects: the node is old, and **is noted** |
/// | makes x, stores it into the node, drops it | |
/// | | collects what is young: reads the node, finds x |
class ReadUnsealedAgainTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.READ_AGAIN;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long open = a.beginsNode(0);
            play.collect(1);
            play.collectsYoung();
            long x = a.makesNode(1, 1, 0);
            a.does(mutator -> mutator.setReference(open, play.next, x));
            a.drops(1);
            play.collect(1);

            return play.keeps(a, x, 1);
        }
    }
}
