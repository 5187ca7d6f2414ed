package coex.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The end of the process after a runtime error, whatever its threads do, and though the JVM may
/// have no memory left. All that it takes is made beforehand.
public final class AbruptEnd implements Runnable {

    /// How long a reader may take for the last line.
    private static final long PATIENCE_MILLIS = 1000;

    private final byte[] line;
    private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    private final Thread speaker = Thread.ofPlatform().daemon().name("coex end").unstarted(this);

    public AbruptEnd(String line) {
        this.line = (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Says the line and ends the process. The first of several threads does.
    public synchronized void now() {
        try {
            speaker.start();
            speaker.join(PATIENCE_MILLIS);
        } catch (Throwable _) {
            // nothing keeps the process from ending
        }
        Runtime.getRuntime().halt(ProgramRunner.FAILED);
    }

    /// On a thread of its own: nobody may read what it says.
    @Override
    public void run() {
        try {
            err.write(line);
        } catch (IOException _) {
            // the status tells
        }
    }
}
