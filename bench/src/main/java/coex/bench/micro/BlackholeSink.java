package coex.bench.micro;

import coex.bench.subject.Sink;

import org.openjdk.jmh.infra.Blackhole;

/// Gives results to JMH.
final class BlackholeSink extends Sink {
    private final Blackhole hole;

    BlackholeSink(Blackhole hole) {
        this.hole = hole;
    }

    @Override
    public void take(long bits) {
        hole.consume(bits);
    }

    @Override
    public void take(Object object) {
        hole.consume(object);
    }
}
