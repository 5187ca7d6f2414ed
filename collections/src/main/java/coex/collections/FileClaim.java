// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The right to write a file: a [SaveFile] has it for as long as it is open, one that replaces the
/// whole file has it while it does. So nobody replaces a file that a `SaveFile` goes on writing.
///
/// Between processes a lock on a file beside it, with `.lock` at the end of its name, decides; who
/// replaces looks for that file and makes none. Within this process a table does, which is asked
/// first: a process must not open the `.lock` file a second time, since on some systems closing it
/// ends all locks that the process has on it.
///
/// A file is known by where its links lead. One more name of the same file (a hard link) is another
/// file here; [SaveFile] sees to that.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | [#toSave] | any thread | while another replaces the file |
/// | [#toReplace] | any thread | while another replaces the file |
final class FileClaim implements AutoCloseable {

    private static final Cleaner DROPPED =
            Cleaner.create(
                    task ->
                            Thread.ofPlatform()
                                    .daemon()
                                    .name("coex-collections-files")
                                    .unstarted(task));

    /// What this process has. Guarded by the lock; who waits for a file to be replaced waits for
    /// the condition. It is no monitor: a virtual thread that waits on one keeps its carrier now
    /// and then in JDK 25, and the one that replaces the file may need it.
    private static final Map<Key, Holding> HELD = new HashMap<>();

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition LET_GO = LOCK.newCondition();

    /// Where the lock of a file is; equal for all paths that lead there.
    private record Key(FileSystem system, String lock) {}

    /// One claim's entry in the table. It does not refer to the claim, which ends when it is
    /// dropped.
    private static final class Holding implements Runnable {
        final Key key;
        final boolean saves;

        /// Null while nobody else can have a lock: there is no file.
        ///
        /// - writers: who takes the claim, before [FileClaim#end] is made
        /// - readers: who ends it, or `coex-collections-files` if it was dropped
        /// - ordering: plain; the JDK's cleaner hands the entry over under its own lock
        FileChannel lockFile;

        Holding(Key key, boolean saves) {
            this.key = key;
            this.saves = saves;
        }

        /// The lock goes first: the next one in this process takes it then.
        @Override
        public void run() {
            try {
                if (lockFile != null) {
                    lockFile.close();
                }
            } catch (IOException e) {
                // It is closed all the same, and with it goes its lock.
            } finally {
                LOCK.lock();
                try {
                    HELD.remove(key, this);
                    LET_GO.signalAll();
                } finally {
                    LOCK.unlock();
                }
            }
        }
    }

    private final Cleaner.Cleanable end;

    /// Of the same file by another name, or null.
    private final FileClaim also;

    private FileClaim(Holding holding, FileClaim also) {
        this.end = DROPPED.register(this, holding);
        this.also = also;
    }

    // Which file it is

    /// The file that a path leads to: the same path for all links to it. If there is none yet, it
    /// will be where the path says.
    static Path followed(Path path) throws IOException {
        try {
            return path.toRealPath();
        } catch (NoSuchFileException e) {
            return inRealFolder(path);
        }
    }

    private static Path inRealFolder(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        try {
            return folder.toRealPath().resolve(path.getFileName().toString());
        } catch (NoSuchFileException e) {
            return path; // whoever opens something there says so
        }
    }

    private static Path lockOf(Path file) {
        return SafeFiles.beside(file, ".lock");
    }

    private static Key keyOf(Path file) throws IOException {
        Path lock = followed(lockOf(file));
        return new Key(lock.getFileSystem(), lock.toString());
    }

    // Taking it

    /// Takes a file for a [SaveFile].
    ///
    /// @param file as [#followed] has found it
    /// @throws IOException also if a `SaveFile` has it
    static FileClaim toSave(Path file) throws IOException {
        Path lock = lockOf(file);
        try {
            FileChannel.open(
                            lock,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            SafeFiles.ownerOnly(file))
                    .close();
        } catch (FileAlreadyExistsException e) {
            // of an earlier one
        }
        String taken = "file is open already, here or in another process: file=" + file;
        Holding holding = hold(keyOf(file), true, taken);
        try {
            holding.lockFile =
                    FileChannel.open(
                            lock,
                            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                            SafeFiles.ownerOnly(file));
            if (!isLocked(holding.lockFile, false)) {
                throw new IOException(taken);
            }
            return new FileClaim(holding, null);
        } catch (Throwable e) {
            holding.run();
            throw e;
        }
    }

    /// Takes a file for replacing it as a whole.
    ///
    /// @param path what is replaced; if that is a link, the file that it leads to is taken too
    /// @throws IOException also if a [SaveFile] has it
    static FileClaim toReplace(Path path) throws IOException {
        String taken =
                "file is open as a SaveFile, here or in another process:"
                        + " save with that, or close it first: file="
                        + path;
        Path named = inRealFolder(path);
        Path followed = followed(path);
        FileClaim of = replace(followed, taken, null);
        if (keyOf(named).equals(keyOf(followed))) {
            return of;
        }
        try {
            return replace(named, taken, of);
        } catch (Throwable e) {
            of.close();
            throw e;
        }
    }

    private static FileClaim replace(Path file, String taken, FileClaim also) throws IOException {
        Holding holding = hold(keyOf(file), false, taken);
        try {
            holding.lockFile = existing(lockOf(file));
            if (holding.lockFile != null && !isLockedIfPossible(holding.lockFile)) {
                throw new IOException(taken);
            }
            return new FileClaim(holding, also);
        } catch (Throwable e) {
            holding.run();
            throw e;
        }
    }

    private static FileChannel existing(Path lock) throws IOException {
        try {
            return FileChannel.open(lock, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            return null; // no SaveFile was ever there
        }
    }

    /// Several processes may replace one file at once, so the lock is a shared one.
    private static boolean isLockedIfPossible(FileChannel lockFile) {
        try {
            return isLocked(lockFile, true);
        } catch (IOException e) {
            return true; // no locks: no SaveFile can be open
        }
    }

    private static boolean isLocked(FileChannel lockFile, boolean shared) throws IOException {
        try {
            FileLock lock = lockFile.tryLock(0, Long.MAX_VALUE, shared);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // by this process: as if by another
        }
    }

    private static Holding hold(Key key, boolean saves, String taken) throws IOException {
        Holding ours = new Holding(key, saves);
        LOCK.lock();
        try {
            for (Holding other = HELD.get(key); other != null; other = HELD.get(key)) {
                if (other.saves) {
                    throw new IOException(taken);
                }
                LET_GO.awaitUninterruptibly();
            }
            HELD.put(key, ours);
        } finally {
            LOCK.unlock();
        }
        return ours;
    }

    @Override
    public void close() {
        end.clean();
        if (also != null) {
            also.close();
        }
    }
}
