package coex.runtime.profile;

import coex.runtime.io.WholeFile;

import jdk.jfr.Recording;
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

    private final Path file;
    private final Recording recording;

    private Profile(Path file, Recording recording) {
        this.file = file;
        this.recording = recording;
    }

    /// Begins to look.
    ///
    /// @throws IOException if the file cannot be written, which nobody wants to hear at the end
    public static Profile begin(Path file) throws IOException {
        WholeFile.write(file, "");
        var recording = new Recording();
        recording.setName("coex profile");
        recording.enable(SAMPLE).withPeriod(PERIOD).withStackTrace();
        recording.start();
        return new Profile(file, recording);
    }

    /// Writes what was seen.
    public void end() throws IOException {
        Path recorded = Files.createTempFile("coex-profile", ".jfr");
        try (recording) {
            recording.stop();
            recording.dump(recorded);
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
