package coex.bench.micro;

/// 24 bytes of payload on the JVM's heap.
final class Triple {
    final long a;
    final long b;
    final long c;

    Triple(long a, long b, long c) {
        this.a = a;
        this.b = b;
        this.c = c;
    }
}
