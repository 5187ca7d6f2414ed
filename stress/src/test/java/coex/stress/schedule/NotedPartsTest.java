package coex.stress.schedule;

import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Of a large array that was written the next young cycle reads the part that was.
///
/// | a | collector |
/// | --- | --- |
/// | a root holds an array | collects: the array is old |
/// | stores x into the array: logs it, **and notes the part** | |
/// | drops x | |
/// | | collects what is young: reads the part, finds x |
class NotedPartsTest implements RuleTest {

    private static final int SOMEWHERE = 5000;

    @Override
    public Rule rule() {
        return Rule.NOTE_PARTS;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long array = a.makesArray(0);
            play.rootHolding(a, array);
            play.collect(1);
            play.collectsYoung();
            long x = a.makesNode(1, 1, 0);
            a.does(mutator -> mutator.setReference(array, SOMEWHERE, x));
            a.drops(1);
            play.collect(1);

            return play.keeps(a, x, 1);
        }
    }
}
