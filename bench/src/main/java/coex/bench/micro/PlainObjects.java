package coex.bench.micro;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The objects of [HandleObjects] on the JVM's heap, references to them in the same order.
@State(Scope.Thread)
public class PlainObjects {
    Triple[] objects;

    @Setup
    public void allocate() {
        objects = new Triple[FieldRead.OBJECTS];
        int[] order = Shuffle.below(FieldRead.OBJECTS);
        for (int i = 0; i < objects.length; i++) {
            objects[order[i]] = new Triple(0, i, 0);
        }
    }
}
