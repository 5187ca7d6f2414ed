// SPDX-License-Identifier: Apache-2.0
package coex.web.play;

import coex.web.server.EventQueue;
import coex.web.server.PageServer;
import coex.web.server.Refusal;
import coex.web.server.Request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// What the page of `coex play` asks of its server.
///
/// | path | |
/// | --- | --- |
/// | `events` | begins a session: its number, then what its language server and its program say |
/// | `examples`, `example?name=N` | the names of the examples; one of them |
/// | `doc/...` | the guide and the reference |
/// | POST `lsp?session=S` | a message for the language server |
/// | POST `run?session=S`, `stop?session=S` | starts the program that is sent; ends it |
///
/// A session ends with its connection, and its processes end with it. Of a page that is loaded
/// again the server learns only when it next writes to it; so when there are too many sessions the
/// oldest gives way.
public final class PlayService implements PageServer.Service, AutoCloseable {

    private static final int MOST_SESSIONS = 4;
    private static final String LOST = "This page has lost its connection; load it again.";
    private static final String GAVE_WAY =
            "This page has given way to others: at most %d work at once. Load it again to go on here."
                    .formatted(MOST_SESSIONS);
    private static final int MOST_PROGRAM_BYTES = 1 << 20;
    private static final int MOST_MESSAGE_BYTES = 4 << 20;

    private final CoexCommand command;
    private final List<String> options;
    private final Path documents;
    private final Path examples;

    /// By their numbers, the oldest first. Guarded by this object's monitor.
    private final SequencedMap<String, Session> sessions = new LinkedHashMap<>();

    /// The number of the youngest session. Guarded by this object's monitor.
    private long lastSession;

    /// What belongs to one page. `program` is guarded by the session's monitor.
    private static final class Session {
        final EventQueue events = new EventQueue();
        final LanguageServer server;
        ProgramOfPage program;

        Session(CoexCommand command) throws IOException {
            server = LanguageServer.start(command, events);
        }

        synchronized void run(CoexCommand command, List<String> options, String text)
                throws IOException, Refusal {
            if (events.hasEnded()) {
                throw new Refusal(410, LOST);
            }
            if (program != null && program.isRunning()) {
                throw new Refusal(409, "A program is running; stop it first.");
            }
            program = ProgramOfPage.start(command, options, text, events);
        }

        synchronized void stop() {
            if (program != null) {
                program.close();
            }
        }

        void end() {
            events.end();
            stop();
            server.close();
        }
    }

    /// @param command how to start coex
    /// @param options for the runs of programs
    /// @param documents the folder with the pages of the manual
    /// @param examples the folder with programs
    public PlayService(List<String> command, List<String> options, Path documents, Path examples) {
        this.command = new CoexCommand(command);
        this.options = List.copyOf(options);
        this.documents = documents;
        this.examples = examples;
    }

    @Override
    public boolean answer(Request request) throws IOException, InterruptedException, Refusal {
        return request.isPost() ? act(request) : show(request);
    }

    private boolean show(Request request) throws IOException, InterruptedException, Refusal {
        if (request.path().startsWith("doc/")) {
            return request.answerFile(documents, request.path().substring("doc/".length()));
        }
        switch (request.path()) {
            case "events" -> serve(request);
            case "examples" -> request.answerJson(Json.strings(exampleNames()));
            case "example" -> {
                String name = request.query("name");
                if (!exampleNames().contains(name)) {
                    throw new Refusal(404, "There is no such example.");
                }
                request.answerJson(Json.string(Files.readString(examples.resolve(name))));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private List<String> exampleNames() throws IOException {
        try (Stream<Path> files = Files.list(examples)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".coex"))
                    .sorted()
                    .toList();
        }
    }

    private void serve(Request request) throws IOException, InterruptedException, Refusal {
        Session session = new Session(command);
        String id = add(session);
        session.events.add("session", Json.string(id));
        try {
            request.answerEvents(session.events);
        } finally {
            remove(id);
            session.end();
        }
    }

    private synchronized String add(Session session) {
        if (sessions.size() == MOST_SESSIONS) {
            Session oldest = sessions.pollFirstEntry().getValue();
            oldest.events.add("ended", Json.string(GAVE_WAY));
            oldest.end();
        }
        String id = Long.toString(++lastSession);
        sessions.put(id, session);
        return id;
    }

    private synchronized void remove(String id) {
        sessions.remove(id);
    }

    private boolean act(Request request) throws IOException, Refusal {
        switch (request.path()) {
            case "lsp" -> {
                Session session = session(request);
                try {
                    session.server.say(request.body(MOST_MESSAGE_BYTES));
                } catch (IOException e) {
                    throw new Refusal(410, "The language server has ended: " + e.getMessage());
                }
            }
            case "run" -> {
                Session session = session(request);
                session.run(command, options, request.body(MOST_PROGRAM_BYTES));
            }
            case "stop" -> session(request).stop();
            default -> {
                return false;
            }
        }
        request.answerJson("{}");
        return true;
    }

    private Session session(Request request) throws Refusal {
        String id = request.query("session");
        Session session;
        synchronized (this) {
            session = sessions.get(id);
        }
        if (session == null) {
            throw new Refusal(410, LOST);
        }
        return session;
    }

    /// Ends all sessions and their processes.
    @Override
    public synchronized void close() {
        sessions.values().forEach(Session::end);
    }
}
