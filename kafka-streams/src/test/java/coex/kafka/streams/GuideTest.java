package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;

/// What `docs/kafka-streams.md` and the doc comments of what is exported show is true: their Java
/// compiles and runs, and the guide's dependencies keep RocksDB away. The other guides are tried
/// where the distribution is made, which has no Kafka.
public class GuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "kafka-streams.md");

    private static final Path SOURCES = Path.of("src", "main", "java", "coex", "kafka", "streams");

    /// A fenced block, with what a comment before it says is given.
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(?:<!-- given (?<given>[^\\n]*) -->\\R)?"
                            + "```(?<language>\\w+)\\R(?<text>.*?)```\\R",
                    Pattern.DOTALL);

    /// `KafkaStreams` is a stand-in that needs no broker; whatever else a block names is real.
    private static final String PROGRAM =
            """
            import module java.base;

            import coex.kafka.streams.*;

            import org.apache.kafka.common.serialization.*;
            import org.apache.kafka.common.utils.Bytes;
            import org.apache.kafka.streams.*;
            import org.apache.kafka.streams.kstream.*;
            import org.apache.kafka.streams.state.*;

            final class Program%d {

                private record KafkaStreams(Topology topology, Properties properties) {
                    void start() {
                        coex.kafka.streams.GuideTest.start(topology, properties);
                    }
                }

                public static void run() throws Exception {
                    %s
                    %s
                }
            }
            """;

    /// What a program has counted when it was started. Of the one thread that runs the test.
    private static final Map<String, Object> COUNTED = new HashMap<>();

    private static Path state;

    @TempDir Path folder;

    private static List<MatchResult> blocks() throws Exception {
        String guide = Files.readString(GUIDE).replace("\r\n", "\n");
        return BLOCK.matcher(guide).results().toList();
    }

    /// The examples in doc comments.
    private static List<MatchResult> examples() throws Exception {
        StringBuilder comments = new StringBuilder();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> line.startsWith("///"))
                        .forEach(
                                line ->
                                        comments.append(line.replaceFirst("/// ?", ""))
                                                .append('\n'));
            }
        }
        return BLOCK.matcher(comments).results().toList();
    }

    private static List<MatchResult> blocks(String language) throws Exception {
        return blocks().stream().filter(block -> block.group("language").equals(language)).toList();
    }

    @Test
    void everyBlockIsOfAKindThatIsTriedHere() throws Exception {
        assertThat(blocks())
                .extracting(block -> block.group("language"))
                .containsOnly("java", "xml");
        // each fence was found
        assertThat(Files.readString(GUIDE).split("```", -1)).hasSize(2 * blocks().size() + 1);
    }

    @Test
    void programsCompileAndRun() throws Exception {
        List<Path> sources = new ArrayList<>();
        List<MatchResult> examples = examples();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
        List<MatchResult> blocks = new ArrayList<>(blocks("java"));
        blocks.addAll(examples);
        for (MatchResult block : blocks) {
            String given = block.group("given") == null ? "" : block.group("given");
            int number = sources.size();
            Path source = folder.resolve("Program" + number + ".java");
            String program = PROGRAM.formatted(number, given, block.group("text"));
            sources.add(Files.writeString(source, program));
        }
        assertThat(sources).isNotEmpty();
        Path classes = Files.createDirectory(folder.resolve("classes"));
        compile(sources, classes);
        state = folder.resolve("state");
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, GuideTest.class.getClassLoader())) {
            for (int i = 0; i < sources.size(); i++) {
                var run = loader.loadClass("Program" + i).getDeclaredMethod("run");
                run.setAccessible(true);
                run.invoke(null);
            }
        }
        assertThat(COUNTED).containsEntry("tea", 2L).containsEntry("rum", 1L);
    }

    private static void compile(List<Path> sources, Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean isRight =
                    compiler.getTask(
                                    problems,
                                    files,
                                    null,
                                    List.of(
                                            "-d",
                                            classes.toString(),
                                            "--class-path",
                                            System.getProperty("java.class.path")),
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            assertThat(isRight).as("%s", problems).isTrue();
        }
    }

    /// Stands in for the start of an application: counts three words.
    public static void start(Topology topology, Properties properties) {
        properties.put("state.dir", state.toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties)) {
            var words =
                    driver.createInputTopic(
                            "words", new StringSerializer(), new StringSerializer());
            for (String word : List.of("tea", "rum", "tea")) {
                words.pipeInput(word, "");
            }
            for (Map.Entry<String, StateStore> store : driver.getAllStateStores().entrySet()) {
                try (var all = driver.<String, Long>getKeyValueStore(store.getKey()).all()) {
                    all.forEachRemaining(entry -> COUNTED.put(entry.key, entry.value));
                }
            }
        }
    }

    @Test
    void dependenciesKeepRocksDbAway() throws Exception {
        List<String> artifacts = new ArrayList<>();
        for (MatchResult block : blocks("xml")) {
            Document dependency =
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(
                                    new ByteArrayInputStream(
                                            block.group("text").getBytes(StandardCharsets.UTF_8)));
            NodeList names = dependency.getElementsByTagName("artifactId");
            String artifact = names.item(0).getTextContent();
            artifacts.add(artifact);
            if (artifact.equals("kafka-streams")) {
                assertThat(dependency.getElementsByTagName("exclusion").getLength()).isOne();
                assertThat(names.item(1).getTextContent()).isEqualTo("rocksdbjni");
            }
        }
        assertThat(artifacts).containsExactly("coex-kafka-streams", "kafka-streams");
    }
}
