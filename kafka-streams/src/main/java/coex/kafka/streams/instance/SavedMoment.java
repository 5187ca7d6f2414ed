// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.instance;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.query.Position;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/// What is saved beside the entries of a store.
///
/// @param time when the entries were those of the store, by this machine's clock
/// @param offsets of the changelog that the entries contain
/// @param sequence the last number that a window store gave to one of several values of a window
public record SavedMoment(
        long time,
        Map<TopicPartition, Long> offsets,
        Position position,
        long streamTime,
        int sequence) {

    private static final int VERSION = 2;

    /// Of a store in which nothing was ever written.
    public static final SavedMoment NONE =
            new SavedMoment(0, Map.of(), Position.emptyPosition(), -1, 0);

    /// @param format how the store writes its keys and values
    byte[] toBytes(String format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(VERSION);
            out.writeUTF(format);
            out.writeLong(time);
            out.writeLong(streamTime);
            out.writeInt(sequence);
            write(out, offsets);
            write(out, partitions(position));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not into an array
        }
        return bytes.toByteArray();
    }

    /// @throws IOException if this is not what a store of this format has written
    static SavedMoment of(byte[] bytes, String format) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readInt();
            if (version != VERSION) {
                throw new IOException("version: expected=%d found=%d".formatted(VERSION, version));
            }
            String found = in.readUTF();
            if (!found.equals(format)) {
                throw new IOException("format: expected=%s found=%s".formatted(format, found));
            }
            long time = in.readLong();
            long streamTime = in.readLong();
            int sequence = in.readInt();
            Map<TopicPartition, Long> offsets = read(in);
            Position position = Position.emptyPosition();
            read(in).forEach((at, offset) -> put(position, at, offset));
            return new SavedMoment(time, offsets, position, streamTime, sequence);
        }
    }

    private static void put(Position position, TopicPartition at, long offset) {
        position.withComponent(at.topic(), at.partition(), offset);
    }

    private static Map<TopicPartition, Long> partitions(Position position) {
        Map<TopicPartition, Long> all = new HashMap<>();
        for (String topic : position.getTopics()) {
            position.getPartitionPositions(topic)
                    .forEach((at, offset) -> all.put(new TopicPartition(topic, at), offset));
        }
        return all;
    }

    private static void write(DataOutputStream out, Map<TopicPartition, Long> all)
            throws IOException {
        out.writeInt(all.size());
        for (Map.Entry<TopicPartition, Long> each : all.entrySet()) {
            out.writeUTF(each.getKey().topic());
            out.writeInt(each.getKey().partition());
            out.writeLong(each.getValue());
        }
    }

    private static Map<TopicPartition, Long> read(DataInputStream in) throws IOException {
        Map<TopicPartition, Long> all = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            TopicPartition at = new TopicPartition(in.readUTF(), in.readInt());
            all.put(at, in.readLong());
        }
        return all;
    }
}
