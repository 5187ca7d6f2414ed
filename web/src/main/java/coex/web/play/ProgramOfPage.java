// SPDX-License-Identifier: Apache-2.0
package coex.web.play;

import coex.web.server.EventQueue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A program that a page has started, in a process of its own and in a sandbox.
///
/// What it writes goes to the page as it comes, and so do the frames of its heap, which the process
/// serves itself: it is started with `--web`, and this reads its events as a page would. Threads of
/// its own copy all that; they end with the process.
final class ProgramOfPage implements AutoCloseable {

    private static final int PIECE = 8192;

    private final EventQueue events;
    private final Path folder;
    private final Process process;

    /// Of the thread that reads standard error.
    private final HeapLinkLine linkLine;

    /// @param folder with the program, which is deleted in the end
    private ProgramOfPage(EventQueue events, Path folder, Process process, HeapLinkLine linkLine) {
        this.events = events;
        this.folder = folder;
        this.process = process;
        this.linkLine = linkLine;
    }

    /// Starts one in the current folder, so that relative paths mean the same to a program as to
    /// whoever wrote the options.
    ///
    /// @param options what it may do and have
    static ProgramOfPage start(
            CoexCommand command, List<String> options, String program, EventQueue events)
            throws IOException {
        Path folder = Files.createTempDirectory("coex-play");
        Path file = Files.writeString(folder.resolve("program.coex"), program);
        var words = new ArrayList<String>();
        words.add("run");
        words.add("--sandbox");
        words.addAll(options);
        words.add("--web");
        words.add(file.toString());
        ProcessBuilder builder = command.process(words);
        String word = HeapLinkLine.newWord();
        builder.environment().put(HeapLinkLine.VARIABLE, word);
        Process process = builder.start();
        process.getOutputStream().close();
        ProgramOfPage started = new ProgramOfPage(events, folder, process, new HeapLinkLine(word));
        Thread.ofVirtual().name("coex-play-run").start(started::follow);
        return started;
    }

    private void follow() {
        long began = System.nanoTime();
        try {
            Thread errors = Thread.ofVirtual().start(this::copyErrors);
            copy(process.getInputStream(), "out", UnaryOperator.identity());
            errors.join();
            int status = process.waitFor();
            events.add(
                    "done",
                    "{\"status\":%d,\"millis\":%d}"
                            .formatted(status, (System.nanoTime() - began) / 1_000_000));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            delete();
        }
    }

    private void copyErrors() {
        copy(process.getErrorStream(), "err", this::withoutLink);
        say("err", linkLine.end());
    }

    /// The first time that the link is there, what it shows is copied too.
    private String withoutLink(String piece) {
        boolean isKnown = linkLine.link().isPresent();
        String rest = linkLine.read(piece);
        if (!isKnown) {
            linkLine.link()
                    .ifPresent(
                            link ->
                                    Thread.ofVirtual()
                                            .name("coex-play-heap")
                                            .start(() -> copyHeap(link)));
        }
        return rest;
    }

    private void copy(InputStream from, String type, UnaryOperator<String> shown) {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE);
        char[] piece = new char[PIECE];
        try (InputStreamReader in = new InputStreamReader(from, decoder)) {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                say(type, shown.apply(new String(piece, 0, read)));
            }
        } catch (IOException _) {
            // it was ended
        }
    }

    private void say(String type, String text) {
        try {
            if (!text.isEmpty()) {
                events.put(type, Json.string(text));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void copyHeap(URI link) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var lines =
                    client.send(
                                    HttpRequest.newBuilder(link.resolve("events")).build(),
                                    HttpResponse.BodyHandlers.ofLines())
                            .body()
                            .iterator();
            String type = "";
            while (lines.hasNext()) {
                String line = lines.next();
                if (line.startsWith("event: ")) {
                    type = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && type.equals("frame")) {
                    events.add("frame", line.substring("data: ".length()));
                }
            }
        } catch (IOException | RuntimeException _) {
            // the program has ended
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void delete() {
        try {
            Files.deleteIfExists(folder.resolve("program.coex"));
            Files.deleteIfExists(folder);
        } catch (IOException _) {
            // files in the folder for temporary ones
        }
    }
}
