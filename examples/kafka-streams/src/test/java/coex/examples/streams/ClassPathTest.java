package coex.examples.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What an application has on its class path that depends on our stores.
class ClassPathTest {

    /// The jar has 70 MB of native code. [WordCountsTest] runs without it.
    @Test
    void rocksDbIsNotThere() {
        assertThatThrownBy(() -> Class.forName("org.rocksdb.RocksDB"))
                .isInstanceOf(ClassNotFoundException.class);
        List<String> jars =
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).getFileName().toString())
                        .toList();
        String streams = Path.of(jarOf(KafkaStreams.class)).getFileName().toString();
        assertThat(jars).contains(streams).noneMatch(jar -> jar.contains("rocksdb"));
    }

    private static String jarOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }
}
