package coex.runtime.io;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/// Where a program reads and writes.
public record StandardStreams(InputStream in, OutputStream out, OutputStream err) {

    /// Those of the process, without buffers.
    public static StandardStreams ofProcess() {
        return new StandardStreams(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err));
    }
}
