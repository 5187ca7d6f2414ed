package coex.kafka.streams.broker;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// What instances of [WordApplication] read, and how tests start and ask them.
final class Words {

    static final int RECORDS = 100_000;
    static final int WORDS = 997;

    /// Seconds that nothing takes, unless it does not end.
    static final long LONG = 240;

    private static final List<String> FLAGS =
            List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED");

    private Words() {}

    /// An instance with its state and its errors in a folder, and more properties as `name=value`.
    static ChildJvm instance(
            Path folder, Broker broker, String name, String guarantee, String... properties)
            throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add(broker.address());
        arguments.add(folder.resolve(name).toString());
        arguments.add(guarantee);
        arguments.addAll(List.of(properties));
        return new ChildJvm(
                folder.resolve(name + ".err"),
                FLAGS,
                WordApplication.class,
                arguments.toArray(String[]::new));
    }

    /// Asks until the answer is right, and returns it.
    static String awaitAnswer(ChildJvm instance, String question, Predicate<String> isRight)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG);
        String answer;
        do {
            answer = instance.ask(question, LONG);
            if (isRight.test(answer)) {
                return answer;
            }
            Thread.sleep(100);
        } while (System.nanoTime() < end);
        throw new AssertionError("asked " + question + ", got " + answer);
    }

    static String word(int record) {
        return "word" + record % WORDS;
    }

    /// How often each word is among the first records.
    static Map<String, Long> counted(int records) {
        Map<String, Long> counts = new HashMap<>();
        for (int i = 0; i < records; i++) {
            counts.merge(word(i), 1L, Long::sum);
        }
        return counts;
    }

    static KafkaProducer<String, String> producer(Broker broker) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.address());
        properties.put("enable.idempotence", "true");
        return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    static void producePrices(Broker broker) {
        try (KafkaProducer<String, String> producer = producer(broker)) {
            for (int i = 0; i < WORDS; i++) {
                producer.send(new ProducerRecord<>("prices", word(i), "=" + i));
            }
        }
    }

    static void produceWords(Broker broker, int from, int to) {
        try (KafkaProducer<String, String> producer = producer(broker)) {
            for (int i = from; i < to; i++) {
                producer.send(new ProducerRecord<>("words", word(i), "1"));
            }
        }
    }

    /// Reads what comes out.
    static KafkaConsumer<String, String> consumer(Broker broker) {
        return consumer(broker, Set.of("counted", "joined"));
    }

    /// Reads committed records only.
    static KafkaConsumer<String, String> consumer(Broker broker, Set<String> topics) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.address());
        properties.put("group.id", "test");
        properties.put("auto.offset.reset", "earliest");
        properties.put("isolation.level", "read_committed");
        var consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
        consumer.subscribe(topics);
        return consumer;
    }
}
