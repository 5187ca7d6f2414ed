package coex.collections;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// A disk that takes as long as a test wants: another file system's, of which each step that may
/// take long (opening, bringing to the disk, renaming, deleting) first tells what it is, on the
/// thread that is to wait for it. The disk does not hold a thread in reads and writes.
final class HeldDisk extends FileSystemProvider {

    private final Consumer<String> step;
    private final FileSystem files = new Held();

    private HeldDisk(Consumer<String> step) {
        this.step = step;
    }

    /// The same path on such a disk.
    static Path holding(Path path, Consumer<String> step) {
        return new HeldDisk(step).wrapped(path);
    }

    /// A path of ours, which does everything as the one it stands for.
    private Path wrapped(Path path) {
        return (Path)
                Proxy.newProxyInstance(
                        HeldDisk.class.getClassLoader(),
                        new Class<?>[] {Path.class, Wrapped.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("getFileSystem")) {
                                return files;
                            } else if (method.getName().equals("path")) {
                                return path;
                            }
                            try {
                                Object result = method.invoke(path, arguments);
                                return result instanceof Path made ? wrapped(made) : result;
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private interface Wrapped {
        Path path();
    }

    private static Path plain(Path path) {
        return path instanceof Wrapped ours ? ours.path() : path;
    }

    // What the steps are

    @Override
    public FileChannel newFileChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        step.accept("open");
        FileChannel channel = FileChannel.open(plain(path), options, attributes);
        return path.toString().endsWith(".lock") ? channel : new Channel(channel);
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        step.accept("rename");
        Files.move(plain(from), plain(to), options);
    }

    @Override
    public void delete(Path path) throws IOException {
        step.accept("delete");
        Files.delete(plain(path));
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
            Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
        step.accept("list");
        return Files.newDirectoryStream(plain(folder), filter);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Path plain = plain(path);
        plain.getFileSystem().provider().checkAccess(plain, modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
            Path path, Class<A> type, LinkOption... options) throws IOException {
        return Files.readAttributes(plain(path), type, options);
    }

    private final class Channel extends FileChannel {
        private final FileChannel channel;

        Channel(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void force(boolean metadata) throws IOException {
            step.accept("force");
            channel.force(metadata);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return channel.read(target);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            return channel.write(source);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            channel.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            channel.truncate(size);
            return this;
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        // What saves do not need

        @Override
        public long read(ByteBuffer[] targets, int first, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int first, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }

    // What saves do not need

    private final class Held extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return HeldDisk.this;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public Path getPath(String first, String... more) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PathMatcher getPathMatcher(String syntax) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    public String getScheme() {
        return "held";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isHidden(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }
}
