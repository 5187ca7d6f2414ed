package coex.bench.subject;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// A text of a few megabytes: an array of records with fields of all kinds, some of them nested.
public final class JsonDocument {

    /// Records of about three megabytes.
    public static final int RECORDS = 10_000;

    private static final long SEED = 0x5EED_0150L;
    private static final String[] WORDS = {
        "amber",
        "bridge",
        "copper",
        "delta",
        "\u00e9clair",
        "fjord",
        "gravel",
        "harbour",
        "\u65e5\u672c",
        "ink \\\"jet\\\"",
        "juniper",
        "kiln\\n",
        "lattice",
        "meadow",
        "na\u00efve",
        "orchard"
    };

    private JsonDocument() {}

    /// The text of so many records, the same every time. Fractions have few digits, since the
    /// language writes six of them.
    public static byte[] of(int records) {
        SplittableRandom random = new SplittableRandom(SEED);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < records; i++) {
            text.append(i == 0 ? "\n" : ",\n");
            addRecord(text, i, random);
        }
        return text.append("\n]\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void addRecord(StringBuilder text, int id, SplittableRandom random) {
        text.append("  {\"id\": ").append(id);
        text.append(", \"name\": \"").append(word(random)).append(' ').append(word(random));
        text.append("\", \"email\": \"user").append(id).append("@example.org\"");
        text.append(", \"active\": ").append(random.nextBoolean());
        text.append(", \"score\": ");
        text.append(random.nextInt(1000)).append('.').append(random.nextInt(10));
        text.append(1 + random.nextInt(9));
        text.append(", \"balance\": ").append(random.nextLong() >> 20);
        text.append(", \"manager\": ");
        text.append(random.nextInt(4) == 0 ? "null" : Integer.toString(random.nextInt(id + 1)));
        text.append(", \"tags\": [");
        int tags = random.nextInt(6);
        for (int i = 0; i < tags; i++) {
            text.append(i == 0 ? "" : ", ").append('"').append(word(random)).append('"');
        }
        text.append("], \"address\": {\"street\": \"").append(word(random)).append(" road ");
        text.append(random.nextInt(200)).append("\", \"city\": \"").append(word(random));
        text.append("\", \"position\": [").append(random.nextInt(-90, 90)).append(".25, ");
        text.append(random.nextInt(-180, 180)).append(".5]}}");
    }

    private static String word(SplittableRandom random) {
        return WORDS[random.nextInt(WORDS.length)];
    }
}
