package my;

import coex.kafka.streams.CoexStoreSuppliers;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;

import java.util.Properties;

/// Counts two words with a store of ours, without a broker.
public final class Words {

    private Words() {}

    /// Prints how often there was tea.
    public static void main(String[] arguments) {
        Properties properties = new Properties();
        properties.put("application.id", "words");
        properties.put("bootstrap.servers", "none:1");
        properties.put("dsl.store.suppliers.class", CoexStoreSuppliers.class);
        properties.put("coex.streams.local.state", false);
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("words", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey()
                .count(Materialized.as("counts"));
        try (TopologyTestDriver driver =
                new TopologyTestDriver(builder.build(properties), properties)) {
            var words =
                    driver.createInputTopic(
                            "words", new StringSerializer(), new StringSerializer());
            words.pipeInput("tea", "");
            words.pipeInput("tea", "");
            System.out.println("tea " + driver.getKeyValueStore("counts").get("tea"));
        }
    }
}
