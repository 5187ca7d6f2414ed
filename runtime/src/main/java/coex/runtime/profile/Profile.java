package coex.runtime.profile;

import coex.runtime.io.WholeFile;

import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Where a program spends its time: the JDK's Flight Recorder looks at what the threads run, again
/// and again, and in the end the calls that were seen become a [FlameGraph] in one file.
///
/// Only who runs on a processor is looked at. Who waits, for a task, a channel or input, is not.
public final class Profile {

    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final Duration PERIOD = Duration.ofMillis(10);

    /// How long the recorder may take to end, when the process does.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    private final Path file;

    /// Where the recorder writes when it is stopped, by us or with the process, before it is
    /// closed. Only the user can read it.
    private final Path recorded;

    private final Recording recording;

    private Profile(Path file, Path recorded, Recording recording) {
        this.file = file;
        this.recorded = recorded;
        this.recording = recording;
    }

    /// Begins to look.
    ///
    /// @throws IOException if the file cannot be written, which nobody wants to hear at the end
    public static Profile begin(Path file) throws IOException {
        WholeFile.write(file, "");
        Path recorded = Files.createTempFile("coex-profile", ".jfr");
        var recording = new Recording();
        recording.setName("coex profile");
        recording.enable(SAMPLE).withPeriod(PERIOD).withStackTrace();
        recording.setDestination(recorded);
        recording.start();
        return new Profile(file, recorded, recording);
    }

    /// Writes what was seen.
    public void end() throws IOException {
        recording.stop();
        write();
    }

    /// The same when the process ends. The recorder is stopped by the JVM then, and whoever stops
    /// it as well may find that its files are gone: so this waits until it is closed.
    public void endWithProcess() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (recording.getState() != RecordingState.CLOSED && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_AGAIN);
        }
        write();
    }

    private void write() throws IOException {
        try {
            if (Files.size(recorded) == 0) {
                throw new IOException("the recorder has written nothing");
            }
            WholeFile.write(file, FlameGraph.page(read(recorded)));
        } finally {
            Files.deleteIfExists(recorded);
        }
    }

    private static CallTree read(Path recorded) throws IOException {
        var calls = new CallTree(PERIOD);
        try (var events = new RecordingFile(recorded)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (event.getEventType().getName().equals(SAMPLE) && stack != null) {
                    calls.add(SampledCalls.of(stack));
                }
            }
        }
        return calls;
    }
}
