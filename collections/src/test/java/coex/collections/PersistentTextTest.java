package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

class PersistentTextTest {

    @TempDir Path folder;

    private static String random(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(
                    List.of("a", "b", "\u00e4", "\u20ac", "\ud83d\ude00").get(random.nextInt(5)));
        }
        return text.toString();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Random texts are what the same operations make of strings.
    @ParameterizedTest
    @EnumSource
    void textsAreWhatStringsAre(TestHeaps kind) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            List<PersistentText> texts = new ArrayList<>(List.of(PersistentText.of(in, "")));
            List<String> models = new ArrayList<>(List.of(""));
            for (int i = 0; i < 300; i++) {
                int at = random.nextInt(texts.size());
                PersistentText text = texts.get(at);
                String model = models.get(at);
                String other = random(random, 40);
                int from = model.offsetByCodePoints(0, random.nextInt(codePoints(model) + 1));
                String head = model.substring(0, from);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        texts.add(text.append(other));
                        models.add(model + other);
                    }
                    case 1 -> {
                        texts.add(text.slice(bytes(head), text.size()));
                        models.add(model.substring(from));
                    }
                    default -> {
                        int second = random.nextInt(texts.size());
                        if (bytes(models.get(second)) < 5000) {
                            texts.add(text.append(texts.get(second)));
                            models.add(model + models.get(second));
                        }
                    }
                }
                String sought = random(random, 3);
                int found = model.indexOf(sought);
                assertThat(text.indexOf(sought, 0))
                        .as("seed " + seed)
                        .isEqualTo(found < 0 ? -1 : bytes(model.substring(0, found)));
                assertThat(text.codePoints()).as("seed " + seed).isEqualTo(codePoints(model));
            }
            for (int i = 0; i < texts.size(); i++) {
                assertThat(texts.get(i).toString()).as("seed " + seed).isEqualTo(models.get(i));
                assertThat(texts.get(i).size()).isEqualTo(bytes(models.get(i)));
                assertThat(texts.get(i)).isEqualTo(PersistentText.of(in, models.get(i)));
            }
        }
    }

    private static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    @Test
    void streamsAreReadAndWrittenPieceByPiece() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            for (int shift = 0; shift < 4; shift++) {
                byte[] utf8 =
                        ("x".repeat(shift) + "\ud83d\ude00\u20ac\u00e4".repeat(40_000))
                                .getBytes(StandardCharsets.UTF_8);
                PersistentText text = PersistentText.read(in, new ByteArrayInputStream(utf8));
                ByteArrayOutputStream target = new ByteArrayOutputStream();
                text.writeTo(target);
                assertThat(target.toByteArray()).isEqualTo(utf8);
                byte[] cut = Arrays.copyOf(utf8, utf8.length - 1);
                assertThatThrownBy(() -> PersistentText.read(in, new ByteArrayInputStream(cut)))
                        .isInstanceOf(CharacterCodingException.class);
            }
            assertThat(PersistentText.read(in, new ByteArrayInputStream(new byte[0])).isEmpty())
                    .isTrue();
        }
    }

    /// Parts, beginnings, ends and order are those of strings.
    @ParameterizedTest
    @EnumSource
    void partsAreThoseOfStrings(TestHeaps kind) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            List<String> pieces =
                    List.of("\n", "\r", "\r\n", "a", "\u20ac\u20ac", ", ", ",", "\ud83d\ude00", "");
            for (int i = 0; i < 100; i++) {
                String model = "";
                for (int k = random.nextInt(12); k > 0; k--) {
                    model += pieces.get(random.nextInt(pieces.size()));
                }
                String as = "seed " + seed + " of " + model;
                PersistentText text = PersistentText.of(in, model);
                assertThat(text.lines().map(PersistentText::toString))
                        .as(as)
                        .isEqualTo(model.lines().toList());
                for (String separator : List.of(",", ", ", "\u20ac", "\r\n")) {
                    assertThat(text.split(separator).map(PersistentText::toString))
                            .as(as)
                            .isEqualTo(List.of(model.split(Pattern.quote(separator), -1)));
                }
                for (String piece : pieces) {
                    assertThat(text.startsWith(piece)).as(as).isEqualTo(model.startsWith(piece));
                    assertThat(text.endsWith(piece)).as(as).isEqualTo(model.endsWith(piece));
                }
                String other = random(random, 3);
                int order = text.compareTo(PersistentText.of(in, other));
                assertThat(Integer.signum(order))
                        .as(as)
                        .isEqualTo(
                                Integer.signum(
                                        Arrays.compareUnsigned(
                                                model.getBytes(StandardCharsets.UTF_8),
                                                other.getBytes(StandardCharsets.UTF_8))));
            }
        }
    }

    @Test
    void partsAreMadeAsTheyAreAskedFor() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            PersistentText text = PersistentText.of(in, "line\n".repeat(100_000));
            long before = in.versions().count();
            try (PersistentText third = text.lines().skip(2).findFirst().orElseThrow()) {
                assertThat(third.toString()).isEqualTo("line");
            }
            assertThat(in.versions().count() - before).isLessThan(10);
            assertThat(text.split("\n").count()).isEqualTo(100_001);
            assertThatThrownBy(() -> text.split(""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("separator empty");
        }
    }

    @Test
    void textsAreKeptInCollectionsAndSaved() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            PersistentText page = PersistentText.of(in, "page ".repeat(10_000));
            var pages = in.map(Codec.text(), Codec.text()).with(page, page.append("!"));
            assertThat(pages.get(PersistentText.of(in, "page ".repeat(10_000))).size())
                    .isEqualTo(50_001);
            Path file = folder.resolve("pages");
            SavedVersions.save(file, new byte[0], pages, page);
            try (SavedVersions saved = SavedVersions.restore(file, pages, page)) {
                assertThat(saved.version(0, pages)).isEqualTo(pages);
                assertThat(saved.version(1, page)).isEqualTo(page);
            }
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        try (Heap heap = Heap.open();
                Heap other = Heap.open()) {
            PersistentCollections in = PersistentCollections.in(heap);
            PersistentText text = PersistentText.of(in, "a\u20acb");
            assertThatThrownBy(() -> text.slice(0, 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("position inside a character: position=2 size=5");
            assertThatThrownBy(() -> text.substring(3, 9))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> text.indexOf("a", 6))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> PersistentText.of(in, "\ud83d"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("string with a lone surrogate: ");
            PersistentText foreign = PersistentText.of(PersistentCollections.in(other), "x");
            assertThatThrownBy(() -> text.append(foreign))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(text.contains("\u20ac")).isTrue();
            text.close();
            assertThatThrownBy(text::codePoints)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("collection closed: type=PersistentText");
        }
    }
}
