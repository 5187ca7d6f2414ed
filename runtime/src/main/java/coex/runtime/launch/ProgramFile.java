package coex.runtime.launch;

import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.csource.ForeignCache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program as a stretch of a file: the length of a table, the table, and the content of its
/// foreign libraries.
///
/// No jar: to open one takes Java longer than to run a small program. The table has all class files
/// in full, and of the libraries only names and lengths, because most of the time they are in the
/// user's cache already.
public final class ProgramFile {

    /// The stretch is not what it was when it was written.
    public static final class DamagedException extends Exception {

        private static final long serialVersionUID = 1L;

        private DamagedException(Throwable cause) {
            super("this file is damaged", cause);
        }
    }

    private ProgramFile() {}

    /// The bytes of a program, the same for the same program.
    public static byte[] of(Program program) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (ForeignLibrary library : program.libraries()) {
            contents.add(Files.readAllBytes(library.file()));
        }
        byte[] table = table(program, contents);
        var bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeInt(table.length);
        bytes.writeBytes(table);
        contents.forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    private static byte[] table(Program program, List<byte[]> contents) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeUTF(program.mainClass());
        out.writeUTF(program.mainMethod());
        out.writeBoolean(program.hasResult());
        out.writeInt(program.mainParameters().size());
        for (String parameter : program.mainParameters()) {
            out.writeUTF(parameter);
        }
        out.writeInt(program.classes().size());
        for (var file : program.classes().entrySet()) {
            out.writeUTF(file.getKey());
            out.writeInt(file.getValue().length);
            out.write(file.getValue());
        }
        out.writeInt(contents.size());
        for (int i = 0; i < contents.size(); i++) {
            out.writeUTF(program.libraries().get(i).key());
            out.writeInt(contents.get(i).length);
        }
        return bytes.toByteArray();
    }

    /// Reads a program that begins somewhere in a file. Libraries are put where they can be loaded
    /// from.
    ///
    /// @throws IOException if the file cannot be read, or a library not be written
    public static Program read(Path file, long place) throws IOException, DamagedException {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(place);
            int length = in.readInt();
            if (length < 0 || length > in.length() - place) {
                throw new DamagedException(null);
            }
            byte[] table = new byte[length];
            in.readFully(table);
            return program(new DataInputStream(new ByteArrayInputStream(table)), in);
        } catch (EOFException | NegativeArraySizeException e) {
            throw new DamagedException(e);
        }
    }

    private static Program program(DataInputStream table, RandomAccessFile rest)
            throws IOException {
        String mainClass = table.readUTF();
        String mainMethod = table.readUTF();
        boolean hasResult = table.readBoolean();
        List<String> parameters = new ArrayList<>();
        for (int count = table.readInt(); count > 0; count--) {
            parameters.add(table.readUTF());
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int count = table.readInt(); count > 0; count--) {
            String name = table.readUTF();
            byte[] content = new byte[table.readInt()];
            table.readFully(content);
            classes.put(name, content);
        }
        List<ForeignLibrary> libraries = libraries(table, rest);
        return new Program(classes, mainClass, mainMethod, parameters, hasResult, libraries);
    }

    private static List<ForeignLibrary> libraries(DataInputStream table, RandomAccessFile rest)
            throws IOException {
        int count = table.readInt();
        if (count == 0) {
            return List.of();
        }
        List<ForeignLibrary> found = new ArrayList<>();
        ForeignCache cache = ForeignCache.ofUser();
        long place = rest.getFilePointer();
        for (; count > 0; count--) {
            String key = table.readUTF();
            int length = table.readInt();
            Optional<ForeignLibrary> known = cache.find(key);
            if (known.isPresent()) {
                found.add(known.get());
            } else {
                byte[] content = new byte[length];
                rest.seek(place);
                rest.readFully(content);
                found.add(cache.keep(key, content));
            }
            place += length;
        }
        return found;
    }
}
