package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.Row;
import coex.bench.rows.StreamsRows;

import org.junit.jupiter.api.Test;

import java.util.List;

/// That our state stores can be measured beside Kafka's, with next to nothing in them.
class StreamsSmokeTest {

    @Test
    void everyStoreDoesTheSameWork() throws Exception {
        List<Row> rows = new StreamsRows().measure(Effort.SMOKE);
        assertThat(rows).extracting(Row::name).contains("streams/stall", "streams/restart");
        assertThat(rows)
                .filteredOn(row -> row.name().equals("streams/updates"))
                .allSatisfy(row -> assertThat(row.ratio()).isPositive())
                .hasSize(2);
    }
}
