package coex.bench.micro;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// An array that keeps the last objects allocated.
@State(Scope.Thread)
public class PlainRing {
    final Triple[] ring = new Triple[Allocate.RING];
}
