package coex.runtime.launch;

import coex.gc.Heap;
import coex.observe.FlightEvents;
import coex.observe.GcLog;
import coex.observe.GcLogOptions;
import coex.observe.HeapBeans;
import coex.observe.HeapReports;
import coex.observe.HeapViewer;
import coex.observe.OwnerOnlyFile;
import coex.runtime.RunObserver;
import coex.runtime.error.VisibleText;
import coex.runtime.io.StandardStreams;
import coex.runtime.io.WholeFile;
import coex.runtime.profile.Profile;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/// Whatever looks at one run: log, trace, recording, profile, figures at the end.
///
/// The thread that runs the program calls [#started] and [#ended]; whoever waits for it, the rest.
final class Observation implements RunObserver, AutoCloseable {

    private final WatchSettings settings;
    private final StandardStreams streams;
    private final GcLog log;
    private final Recording recording;
    private final Profile profile;

    /// Has the profile written when a signal ends the process. The recorder has a thread of its own
    /// that stops it then.
    private final Thread atEndOfProcess = new Thread(this::writeProfileAtEnd, "coex profile");

    /// Null if there is no page. Written before the program begins, by the thread that runs it.
    private HeapViewer.Showing page;

    private Observation(
            WatchSettings settings,
            StandardStreams streams,
            GcLog log,
            Recording recording,
            Profile profile) {
        this.settings = settings;
        this.streams = streams;
        this.log = log;
        this.recording = recording;
        this.profile = profile;
    }

    /// Begins to look.
    ///
    /// @throws BadOptionException if a file cannot be written
    static Observation begin(WatchSettings settings, StandardStreams streams)
            throws BadOptionException {
        GcLog log = settings.gcLog() == null ? null : openLog(settings.gcLog(), streams);
        Recording recording = settings.jfr() == null ? null : startRecording(settings.jfr());
        Profile profile = settings.profile() == null ? null : startProfile(settings.profile());
        var observation = new Observation(settings, streams, log, recording, profile);
        if (recording != null || profile != null) {
            try {
                Runtime.getRuntime().addShutdownHook(observation.atEndOfProcess);
            } catch (IllegalStateException _) {
                // the process ends already
            }
        }
        return observation;
    }

    private static Profile startProfile(Path file) throws BadOptionException {
        try {
            return Profile.begin(file);
        } catch (IOException e) {
            throw new BadOptionException(
                    "%s: cannot write %s: %s"
                            .formatted(RunOption.PROFILE.word(), file, WholeFile.reason(e)));
        }
    }

    private static GcLog openLog(Path file, StandardStreams streams) throws BadOptionException {
        try {
            return GcLog.toFile(file, GcLogOptions.defaults(), e -> tell(streams, file, e));
        } catch (IOException | UncheckedIOException e) {
            throw new BadOptionException(
                    "%s: cannot write %s: %s"
                            .formatted(RunOption.GC_LOG.word(), file, e.getMessage()));
        }
    }

    /// With what the JDK records by default and everything of ours.
    private static Recording startRecording(Path file) throws BadOptionException {
        try {
            Map<String, String> settings =
                    new HashMap<>(Configuration.getConfiguration("default").getSettings());
            settings.putAll(FlightEvents.settings());
            var recording = new Recording(settings);
            recording.setName("coex");
            OwnerOnlyFile.prepare(file); // the recorder keeps the permissions of what it finds
            recording.setDestination(file);
            recording.start();
            return recording;
        } catch (IOException | ParseException e) {
            throw new BadOptionException(
                    "%s: cannot record into %s: %s"
                            .formatted(RunOption.JFR.word(), file, e.getMessage()));
        }
    }

    @Override
    public void started(Heap heap, IntConsumer traceLevel) {
        if (log != null) {
            heap.addListener(log);
        }
        if (recording != null) {
            heap.addListener(new FlightEvents());
        }
        if (settings.jmx()) {
            HeapBeans.register(heap); // until the heap is closed
        }
        if (settings.web()) {
            page = WebPage.show(heap, streams);
        }
        if (settings.gcTrace() > 0) {
            traceLevel.accept(settings.gcTrace());
        }
    }

    @Override
    public void ended(Heap heap) {
        if (page != null) {
            page.end("The program has ended.");
        }
        if (settings.stats()) {
            var text = new StringBuilder();
            try {
                HeapReports.of(heap).stats().writeText(text);
                streams.err().write(text.toString().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // Nobody listens on standard error.
            }
        }
    }

    @Override
    public void close() {
        boolean isOurs = !isEndOfProcess();
        if (profile != null && isOurs) {
            writeProfile();
        }
        if (log != null) {
            log.close();
        }
        if (recording != null && isOurs) {
            writeRecording();
        }
    }

    /// Whether a signal ends the process, and recordings with it. If not, it is ours to end them.
    private boolean isEndOfProcess() {
        if (recording == null && profile == null) {
            return false;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atEndOfProcess);
            return false;
        } catch (IllegalStateException _) {
            return true;
        }
    }

    /// Left to itself the recorder would keep silent about a full disk. It is left to itself if the
    /// process is ended by a signal.
    private void writeRecording() {
        try (recording) {
            recording.setDestination(null);
            recording.stop();
            recording.dump(settings.jfr());
        } catch (IOException e) {
            tell(streams, settings.jfr(), e);
        }
    }

    private void writeProfileAtEnd() {
        if (profile == null) {
            return;
        }
        try {
            profile.endWithProcess();
        } catch (IOException e) {
            tell(streams, settings.profile(), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeProfile() {
        try {
            profile.end();
        } catch (IOException e) {
            tell(streams, settings.profile(), e);
        }
    }

    /// Says that a file could not be written after all. The program goes on, and its status stays
    /// its own.
    private static void tell(StandardStreams streams, Path file, Exception e) {
        String reason = e instanceof IOException failure ? WholeFile.reason(failure) : e.toString();
        String line =
                "coex: cannot write %s: %s\n".formatted(VisibleText.line(file.toString()), reason);
        try {
            OutputStream err = streams.err();
            synchronized (err) {
                err.write(line.getBytes(StandardCharsets.UTF_8));
                err.flush();
            }
        } catch (IOException _) {
            // Nobody listens on standard error.
        }
    }
}
