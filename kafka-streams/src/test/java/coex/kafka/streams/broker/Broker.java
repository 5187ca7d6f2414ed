package coex.kafka.streams.broker;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One broker, which is its own controller, on the loopback address.
final class Broker implements AutoCloseable {

    private static final List<String> FLAGS =
            List.of("-Xmx512m", "--sun-misc-unsafe-memory-access=allow");

    /// Of each topic.
    static final int PARTITIONS = 4;

    private final ChildJvm process;
    private final String address;

    Broker(Path folder) throws Exception {
        int port = freePort();
        int controller = freePort();
        address = "127.0.0.1:" + port;
        Path properties = folder.resolve("server.properties");
        Files.writeString(
                properties,
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
                controller.listener.names=CONTROLLER
                log.dirs=%3$s
                num.partitions=4
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=4
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=4
                transaction.abort.timed.out.transaction.cleanup.interval.ms=200
                share.coordinator.state.topic.replication.factor=1
                group.initial.rebalance.delay.ms=0
                """
                        .formatted(port, controller, folder.resolve("log")));
        Path errors = folder.resolve("broker.err");
        try (ChildJvm format =
                new ChildJvm(
                        errors,
                        FLAGS,
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        Uuid.randomUuid().toString(),
                        "-c",
                        properties.toString())) {
            if (format.awaitExit(120) != 0) {
                throw new IOException("storage not formatted, see " + errors);
            }
        }
        process = new ChildJvm(errors, FLAGS, "kafka.Kafka", properties.toString());
        awaitStart();
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private void awaitStart() throws InterruptedException, ExecutionException, TimeoutException {
        try (Admin admin = admin()) {
            admin.describeCluster().nodes().get(60, TimeUnit.SECONDS);
        }
    }

    Admin admin() {
        return Admin.create(
                Map.of("bootstrap.servers", address, "default.api.timeout.ms", "120000"));
    }

    String address() {
        return address;
    }

    void create(String... topics) throws Exception {
        try (Admin admin = admin()) {
            List<NewTopic> made =
                    List.of(topics).stream()
                            .map(name -> new NewTopic(name, PARTITIONS, (short) 1))
                            .toList();
            admin.createTopics(made).all().get(60, TimeUnit.SECONDS);
        }
    }

    /// The names of all topics.
    Set<String> topics() throws Exception {
        try (Admin admin = admin()) {
            return admin.listTopics().names().get(60, TimeUnit.SECONDS);
        }
    }

    /// By partition, the offset of the last record of a topic.
    Map<Integer, Long> last(String topic) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) {
            asked.put(new TopicPartition(topic, i), OffsetSpec.latest());
        }
        try (Admin admin = admin()) {
            Map<Integer, Long> last = new HashMap<>();
            admin.listOffsets(asked)
                    .all()
                    .get(60, TimeUnit.SECONDS)
                    .forEach((at, end) -> last.put(at.partition(), end.offset() - 1));
            return last;
        }
    }

    /// By partition, the offset up to which a group has committed a topic; not of those of which it
    /// has committed nothing.
    Map<Integer, Long> committed(String group, String topic) throws Exception {
        try (Admin admin = admin()) {
            Map<Integer, Long> committed = new HashMap<>();
            admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(60, TimeUnit.SECONDS)
                    .forEach(
                            (at, offset) -> {
                                if (at.topic().equals(topic) && offset != null) {
                                    committed.put(at.partition(), offset.offset());
                                }
                            });
            return committed;
        }
    }

    @Override
    public void close() {
        process.stop();
    }
}
