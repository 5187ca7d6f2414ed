// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// A file beside another that is to replace it, under a name that no other thread or process uses:
/// of many that replace a file at once each puts a whole one there, and the last one stays.
///
/// Whoever writes one holds a lock on it until it is renamed or deleted. So one without a lock was
/// left by a process that was stopped, and whoever comes next deletes it. Where there are no locks
/// it stays.
final class ReplacementFile implements AutoCloseable {

    /// Between the name of the file and its suffix.
    private static final Pattern NUMBER = Pattern.compile("[0-9a-f]{16}");

    private static final String SUFFIX = ".new";

    /// The names that this process uses. It must not open these files a second time: on some
    /// systems a process that closes a file loses all its locks on it.
    private static final Set<String> USED = ConcurrentHashMap.newKeySet();

    private final Path target;
    private final Path path;
    private final String name;
    private final FileChannel channel;

    /// Whether it is in the place of the other now.
    private boolean isInstalled;

    private ReplacementFile(Path target, Path path, String name, FileChannel channel) {
        this.target = target;
        this.path = path;
        this.name = name;
        this.channel = channel;
    }

    /// Makes one that is to replace `target`; its owner alone may read it.
    static ReplacementFile of(Path target) throws IOException {
        deleteLeft(target);
        while (true) {
            long number = ThreadLocalRandom.current().nextLong();
            Path path = SafeFiles.beside(target, ".%016x%s".formatted(number, SUFFIX));
            String name = path.getFileName().toString();
            USED.add(name);
            FileChannel channel;
            try {
                channel = SafeFiles.createNew(path);
            } catch (Throwable e) {
                USED.remove(name);
                throw e;
            }
            ReplacementFile made = new ReplacementFile(target, path, name, channel);
            if (made.isOurs()) {
                return made;
            }
            made.close();
        }
    }

    /// Locks it. Whoever deletes what was left may have been there between making and locking it.
    private boolean isOurs() {
        try {
            return channel.tryLock() != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return true; // no locks: nobody deletes it
        }
    }

    private static void deleteLeft(Path target) {
        String prefix = target.getFileName() + ".";
        Path folder = target.toAbsolutePath().getParent();
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(
                        folder, each -> isOne(prefix, each.getFileName().toString()))) {
            for (Path each : all) {
                if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    deleteIfLeft(each);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A folder that cannot be listed is no reason not to save.
        }
    }

    private static boolean isOne(String prefix, String name) {
        int digits = name.length() - SUFFIX.length();
        return name.startsWith(prefix)
                && name.endsWith(SUFFIX)
                && digits > prefix.length()
                && NUMBER.matcher(name.substring(prefix.length(), digits)).matches()
                && !USED.contains(name);
    }

    private static void deleteIfLeft(Path path) {
        try (FileChannel file =
                        FileChannel.open(
                                path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = file.tryLock()) {
            if (lock != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // It is gone, or somebody else's.
        }
    }

    FileChannel channel() {
        return channel;
    }

    /// Puts it, which is wholly on the disk, in the place of the other.
    void install() throws IOException {
        SafeFiles.replace(path, target);
        isInstalled = true;
    }

    /// Closes it, and deletes it unless it is in the place of the other.
    @Override
    public void close() throws IOException {
        try (channel) {
            if (!isInstalled) {
                Files.deleteIfExists(path);
            }
        } finally {
            USED.remove(name);
        }
    }
}
