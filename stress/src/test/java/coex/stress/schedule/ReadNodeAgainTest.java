package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// As [ReadAgainTest], with the node of a trie.
class ReadNodeAgainTest implements RuleTest {

    private static final int ONE_CHILD = 1;

    @Override
    public Rule rule() {
        return Rule.READ_AGAIN;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            NodeShape tries = play.heap.nodeShape("Trie", new NodeForm(1, 2, 1));
            GlobalRoot way = play.heap.newRoot();
            b.makesNode(0, 0, 0); // so that it has memory and handles for another
            play.collect(1);
            play.collectsYoung();

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long y = a.makesNode(0, 1, 0);
            a.stores(way, y);
            b.does(
                    mutator -> {
                        long child = way.get(mutator);
                        MutatorContext context = ConcurrentHeap.contextOf(mutator);
                        b.frame().set(1, trieNode(context, tries, child));
                    });
            b.drops(0);
            a.stores(way, 0);
            a.drops(0);
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, y, 1);
        }
    }

    /// A node with one child. No safepoint if there is room.
    private static long trieNode(MutatorContext context, NodeShape shape, long child) {
        int bytes = shape.form().bytesOf(0, ONE_CHILD);
        long address = context.allocator().take(bytes, ObjectHeader.SEALED);
        Memory.putInt(address + NodeForm.ENTRY_BITS_OFFSET, 0);
        Memory.putInt(address + NodeForm.CHILD_BITS_OFFSET, ONE_CHILD);
        Memory.putInt(address + NodeForm.FIRST_REFERENCE, (int) child);
        return context.allocator().publish(address, shape.id(), ObjectHeader.SEALED);
    }
}
