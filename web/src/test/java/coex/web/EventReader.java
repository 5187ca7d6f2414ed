package coex.web;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads server-sent events, as a page does. Waits for them without a limit of its own.
final class EventReader implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final InputStream in;
    private final BufferedReader lines;

    record Event(String type, JsonNode data) {}

    EventReader(HttpClient client, URI link) throws Exception {
        HttpResponse<InputStream> response =
                client.send(
                        HttpRequest.newBuilder(link.resolve("events")).build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("status " + response.statusCode());
        }
        in = response.body();
        lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /// The next event; empty at the end.
    Optional<Event> next() throws Exception {
        String type = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event: ")) {
                type = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                return Optional.of(
                        new Event(type, MAPPER.readTree(line.substring("data: ".length()))));
            }
        }
        return Optional.empty();
    }

    /// The data of the next event of a type that is as wanted.
    JsonNode await(String type, Predicate<JsonNode> wanted) throws Exception {
        Event event = next().orElseThrow();
        while (!event.type.equals(type) || !wanted.test(event.data)) {
            event = next().orElseThrow();
        }
        return event.data;
    }

    JsonNode await(String type) throws Exception {
        return await(type, _ -> true);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
