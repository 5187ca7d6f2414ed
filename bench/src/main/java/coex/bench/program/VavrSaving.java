package coex.bench.program;

import io.vavr.collection.HashMap;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// [Saving] of Vavr's map, with Java serialization.
public final class VavrSaving extends Saving {

    private static final int BUFFER = 1 << 16;

    private final HashMap<Long, Long> map;

    private VavrSaving(int entries) {
        super(entries);
        HashMap<Long, Long> made = HashMap.empty();
        long[] keys = keys();
        for (int i = 0; i < keys.length; i++) {
            made = made.put(keys[i], (long) i);
        }
        map = made;
    }

    /// Arguments: entries, rounds.
    static void main(String[] args) throws IOException {
        new VavrSaving(Integer.parseInt(args[0])).run(Integer.parseInt(args[1]));
    }

    @Override
    void save(Path file) throws IOException {
        try (FileOutputStream target = new FileOutputStream(file.toFile());
                ObjectOutputStream out =
                        new ObjectOutputStream(new BufferedOutputStream(target, BUFFER))) {
            out.writeObject(map);
            out.flush();
            target.getFD().sync();
        }
    }

    @Override
    long restore(Path file) throws IOException {
        try (ObjectInputStream in =
                new ObjectInputStream(
                        new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            return ((HashMap<?, ?>) in.readObject()).size();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }
}
