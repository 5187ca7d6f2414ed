package coex.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.Phase;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the page's server tells, to whom, and that nobody who looks holds anything up.
@Timeout(300)
class HeapPageTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private ShownHeap shown;

    @BeforeEach
    void open() throws Exception {
        shown = new ShownHeap();
    }

    @AfterEach
    void close() throws Exception {
        shown.close();
        client.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(shown.link().resolve(path)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path) throws Exception {
        return send(
                HttpRequest.newBuilder(shown.link().resolve(path))
                        .header("Origin", origin())
                        .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private String origin() {
        return "http://" + shown.link().getAuthority();
    }

    // What is there

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "heap.css",
                "heap.js",
                "amounts.js",
                "blockmap.js",
                "timeline.js",
                "memory.js",
                "tables.js",
                "uPlot.iife.min.js",
                "uPlot.min.css"
            })
    void everyFileIsServedUnderAStrictPolicy(String file) throws Exception {
        HttpResponse<String> response = get(file);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isNotBlank();
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'self'")
                .doesNotContain("unsafe", "http", "*");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(response.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void thePageAsksNobodyElseForAnything() throws Exception {
        for (String file : List.of("", "heap.css", "heap.js", "uPlot.min.css")) {
            assertThat(get(file).body())
                    .doesNotContain("//cdn", "src=\"http", "url(http", "@import");
        }
    }

    @Test
    void framesTellOfMemoryThreadsBlocksAndEvents() throws Exception {
        try (EventReader events = new EventReader(client, shown.link())) {
            assertThat(events.await("title").get("title").asString())
                    .isEqualTo("heap sample of process " + ProcessHandle.current().pid());
            JsonNode first = events.await("frame");
            assertThat(first.get("events")).isEmpty();
            shown.heap().collect();
            JsonNode frame =
                    events.await(
                            "frame",
                            each ->
                                    ofKind(each, "ended").stream()
                                            .anyMatch(end -> end.get("swept").asLong() > 0));
            assertThat(frame.get("last").asLong()).isGreaterThan(first.get("last").asLong());
            assertThat(frame.get("memory").get("maximum").asLong()).isEqualTo(32 << 20);
            assertThat(frame.get("memory").get("used").asLong()).isPositive();
            assertThat(frame.get("threads").get(0).get("name").asString()).isEqualTo("linker");
            JsonNode map = frame.get("map");
            assertThat(map.get("uses").asString()).matches("[fdhsmel]+");
            assertThat(map.get("fill").asString()).matches("[0-9a-z]+");
            assertThat(
                            (long) map.get("uses").asString().length()
                                    * map.get("blocksPerCell").asInt())
                    .isGreaterThanOrEqualTo(map.get("blocks").asInt());
            assertThat(frame.get("actions").get("count").asLong())
                    .isEqualTo(sum(frame.get("actions").get("buckets")));
        }
    }

    private static List<JsonNode> ofKind(JsonNode frame, String kind) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode event : frame.get("events")) {
            if (event.get("e").asString().equals(kind)) {
                found.add(event);
            }
        }
        return found;
    }

    private static long sum(JsonNode numbers) {
        long sum = 0;
        for (JsonNode number : numbers) {
            sum += number.asLong();
        }
        return sum;
    }

    @Test
    void theEventsOfACycleAreToldInTheirOrderAndOnce() throws Exception {
        try (EventReader events = new EventReader(client, shown.link())) {
            events.await("frame");
            shown.heap().collect();
            Map<Long, String> told = new TreeMap<>();
            boolean hasEnded = false;
            while (!hasEnded) {
                for (JsonNode event : events.await("frame").get("events")) {
                    if (event.has("cycle")) {
                        told.merge(
                                event.get("cycle").asLong(),
                                event.get("e").asString().substring(0, 1),
                                String::concat);
                    }
                }
                hasEnded = told.values().stream().anyMatch(kinds -> kinds.matches("b.*e"));
            }
            // the first may have begun before, and some threads may be late
            assertThat(told.values().stream().filter(kinds -> kinds.matches("b.*e")))
                    .allMatch(kinds -> kinds.matches("b[phl]+e"));
        }
    }

    @Test
    void theTimeLineHasAColourForEachPhase() throws Exception {
        String phases =
                get("timeline.js").body().replaceAll("(?s).*?PHASES = \\{(.*?)\\};.*", "$1");
        assertThat(Pattern.compile("([A-Z_]+): '#").matcher(phases).results())
                .extracting(found -> found.group(1))
                .containsExactly(Stream.of(Phase.values()).map(Phase::name).toArray(String[]::new));
    }

    @Test
    void shapesAreCountedAndTheWayToOneIsTold() throws Exception {
        try (EventReader events = new EventReader(client, shown.link())) {
            JsonNode shapes = events.await("shapes").get("shapes");
            assertThat(shapes.get(0).get("name").asString()).isEqualTo("Link");
            JsonNode path = json(get("path?shape=Link"));
            while (!path.get("found").asBoolean()) { // the thread may just have dropped its list
                path = json(get("path?shape=Link"));
            }
            assertThat(path.get("root").asString()).startsWith("frame 0 of thread linker");
            assertThat(path.get("steps").get(0).get("shape").asString()).isEqualTo("Link");
        }
        assertThat(json(get("path?shape=Nothing%20like%20it")).get("found").asBoolean()).isFalse();
    }

    private static JsonNode json(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    @Test
    void theLinesOfABlockAreTold() throws Exception {
        assertThat(json(get("lines?block=0")).get("lines").asString()).matches("[a-z][#.]+");
        assertThat(json(get("lines?block=1000000")).get("lines").asString()).isEmpty();
        assertThat(get("lines?block=x").statusCode()).isEqualTo(400);
        assertThat(get("lines").statusCode()).isEqualTo(400);
    }

    @Test
    void buttonsDoWhatTheySay(@TempDir Path dumps) throws Exception {
        assertThat(post("collect").body()).contains("reclaimed");
        assertThat(post("compact").statusCode()).isEqualTo(200);
        assertThat(post("verify").body()).contains("No error found");
        try (HeapPage page = HeapPage.open(shown.heap(), 0, dumps)) {
            HttpResponse<String> dump =
                    send(
                            HttpRequest.newBuilder(page.link().resolve("dump"))
                                    .header("Origin", "http://" + page.link().getAuthority())
                                    .POST(HttpRequest.BodyPublishers.noBody()));
            assertThat(dump.statusCode()).as(dump.body()).isEqualTo(200);
        }
        try (var files = Files.list(dumps)) {
            assertThat(files.toList()).hasSize(1).first().asString().endsWith(".hprof");
        }
    }

    // Who may come in

    @Test
    void withoutTheTokenThereIsNothing() throws Exception {
        URI root = shown.link().resolve("/");
        for (String path : List.of("", "heap.js", "events", "collect", "wrong/", "wrong/events")) {
            assertThat(send(HttpRequest.newBuilder(root.resolve(path))).statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
        String token = shown.link().getPath().replace("/", "");
        assertThat(token).hasSize(32);
        assertThat(
                        send(HttpRequest.newBuilder(root.resolve(token.substring(1) + "/")))
                                .statusCode())
                .isEqualTo(404);
        HttpResponse<String> withoutSlash = send(HttpRequest.newBuilder(root.resolve(token)));
        assertThat(withoutSlash.statusCode()).isEqualTo(308);
    }

    @Test
    void everyPageHasATokenOfItsOwn() throws Exception {
        try (HeapPage other = HeapPage.open(shown.heap())) {
            assertThat(other.link().getPath()).isNotEqualTo(shown.link().getPath());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://127.0.0.1", "http://localhost:1"})
    void anotherOriginIsRefused(String origin) throws Exception {
        for (String path : List.of("", "events", "path?shape=Link")) {
            assertThat(
                            send(HttpRequest.newBuilder(shown.link().resolve(path))
                                            .header("Origin", origin))
                                    .statusCode())
                    .isEqualTo(403);
        }
        assertThat(
                        send(HttpRequest.newBuilder(shown.link().resolve("collect"))
                                        .header("Origin", origin)
                                        .POST(HttpRequest.BodyPublishers.noBody()))
                                .statusCode())
                .isEqualTo(403);
    }

    @Test
    void aButtonNeedsAnOriginAndAPost() throws Exception {
        assertThat(
                        send(HttpRequest.newBuilder(shown.link().resolve("collect"))
                                        .POST(HttpRequest.BodyPublishers.noBody()))
                                .statusCode())
                .isEqualTo(403);
        assertThat(get("collect").statusCode()).isEqualTo(404);
        assertThat(
                        send(HttpRequest.newBuilder(shown.link().resolve("collect")).DELETE())
                                .statusCode())
                .isEqualTo(405);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example\r\n",
                "Host: 127.0.0.1\r\n",
                "Host: 127.0.0.1:1\r\n",
                "",
                "Host: HERE\r\nHost: evil.example\r\n"
            })
    void anotherHostIsRefused(String host) throws Exception {
        String given = host.replace("HERE", shown.link().getAuthority());
        String answer =
                raw(
                        "GET "
                                + shown.link().getPath()
                                + " HTTP/1.1\r\n"
                                + given
                                + "Connection: close\r\n\r\n");
        assertThat(answer).matches("(?s)HTTP/1.1 40[03] .*");
        assertThat(answer).doesNotContain("<html");
    }

    @Test
    void localhostIsAsGoodAsItsAddress() throws Exception {
        String host = "Host: localhost:" + shown.link().getPort();
        assertThat(
                        raw(
                                "GET "
                                        + shown.link().getPath()
                                        + " HTTP/1.1\r\n"
                                        + host
                                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void theServerListensOnTheLoopbackAddressOnly() throws Exception {
        assertThat(shown.link().getHost()).isEqualTo("127.0.0.1");
        var addresses =
                java.net.NetworkInterface.networkInterfaces()
                        .flatMap(each -> each.inetAddresses())
                        .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                        .collect(Collectors.toList());
        for (var address : addresses) {
            assertThatThrownBy(() -> new Socket(address, shown.link().getPort()).close())
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n\r\n",
                "nonsense\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /../../etc/passwd HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n",
                "\0\1\2\3\4\5"
            })
    void nonsenseDoesNotEndTheServer(String nonsense) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", shown.link().getPort())) {
            socket.getOutputStream().write(nonsense.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }
        assertThat(get("").statusCode()).isEqualTo(200);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", shown.link().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aTakenPortIsAClearError() {
        assertThatThrownBy(() -> HeapPage.open(shown.heap(), shown.link().getPort(), Path.of("")))
                .isInstanceOf(BindException.class);
    }

    // Many who look, and slow ones

    @Test
    void everyViewerGetsFramesAndOfTooManyTheOldestGivesWay() throws Exception {
        List<EventReader> viewers = new ArrayList<>();
        try {
            for (int i = 0; i < 17; i++) {
                EventReader viewer = new EventReader(client, shown.link());
                viewers.add(viewer);
                viewer.await("title"); // so it is their order
            }
            assertThat(viewers.getFirst().await("ended").get("reason").asString())
                    .contains("has given way");
            assertThat(viewers.getFirst().next()).isEmpty();
            for (EventReader viewer : viewers.subList(1, viewers.size())) {
                viewer.await("frame");
            }
        } finally {
            for (EventReader viewer : viewers) {
                viewer.close();
            }
        }
    }

    @Test
    void aViewerWhoReadsNothingHoldsNobodyUp() throws Exception {
        try (Socket deaf = new Socket("127.0.0.1", shown.link().getPort())) {
            deaf.setReceiveBufferSize(1024);
            deaf.getOutputStream()
                    .write(
                            ("GET %sevents HTTP/1.1\r\nHost: %s\r\n\r\n"
                                            .formatted(
                                                    shown.link().getPath(),
                                                    shown.link().getAuthority()))
                                    .getBytes(StandardCharsets.US_ASCII));
            try (EventReader events = new EventReader(client, shown.link())) {
                for (int i = 0; i < 3; i++) {
                    events.await("frame");
                    shown.heap().collect();
                }
            }
            assertThat(post("verify").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whoComesLaterGetsWhatWasBefore() throws Exception {
        try (EventReader first = new EventReader(client, shown.link())) {
            first.await("frame");
            try (EventReader second = new EventReader(client, shown.link())) {
                assertThat(second.await("frames").size()).isPositive();
            }
        }
    }

    // The end

    @Test
    void aHeapThatIsClosedIsToldAndThePageGoes() throws Exception {
        try (EventReader events = new EventReader(client, shown.link())) {
            events.await("frame");
            shown.heap().close();
            assertThat(events.await("ended").get("reason").asString())
                    .isEqualTo("The heap was closed.");
            assertThat(events.next()).isEmpty();
        }
        assertThat(shown.page().awaitEnd()).isEqualTo("The heap was closed.");
        assertThatThrownBy(() -> get("")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> HeapPage.open(shown.heap()))
                .isInstanceOf(HeapClosedException.class);
    }

    @Test
    void aPageThatIsClosedSaysSoAndTheHeapGoesOn() throws Exception {
        try (EventReader events = new EventReader(client, shown.link())) {
            events.await("frame");
            shown.page().close();
            assertThat(events.await("ended").get("reason").asString())
                    .isEqualTo("The program has closed this page.");
        }
        shown.heap().collect();
        shown.page().close(); // does nothing
    }

    @Test
    void aPageDoesNotKeepAHeapThatWasDropped() throws Exception {
        HeapPage page = pageOfADroppedHeap();
        Thread collecting =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    while (!Thread.interrupted()) {
                                        System.gc();
                                        Thread.onSpinWait();
                                    }
                                });
        assertThat(page.awaitEnd()).isEqualTo("The heap was closed.");
        collecting.interrupt();
    }

    private static HeapPage pageOfADroppedHeap() throws IOException {
        return HeapPage.open(Heap.open());
    }
}
