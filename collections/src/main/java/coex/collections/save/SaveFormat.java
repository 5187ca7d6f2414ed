// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// What a save looks like, from the outside in. All numbers are little-endian.
///
///     save     | head 32 | segment | segment ...                                        |
///     head     | "CoexSave" 8 | format 4 | hashes 4 | identity 8 | 0 4 | checksum 4     |
///     segment  | begin block | data blocks ... | end block                              |
///     block    | type 1, length 3 | checksum 4 | payload: `length` bytes, at most 65536 |
///     begin    | "CoexPart" 8 | number 4 | chain 4 |
///     end      | bytes of data 8 | chain 4 |
///
/// The first segment, number 0, has whole versions; each one after it has what changed since the
/// one before. The payloads of a segment's data blocks are one stream, of which [SaveOutput] is the
/// author.
///
/// The checksum of a block is a CRC-32C of the save's identity, the block's offset, its first four
/// bytes and its payload. So a block counts only where it was written: what an older save has left
/// behind on the disk does not. `chain` is a CRC-32C of the checksums of all blocks so far,
/// segments before included: a begin block continues the segment it was made for, and no other.
///
/// `hashes` is the number of the hash functions that tries are built with; see [#HASHES].
final class SaveFormat {

    static final long MAGIC = 0x65_76_61_53_78_65_6F_43L; // "CoexSave"
    static final long PART = 0x74_72_61_50_78_65_6F_43L; // "CoexPart"

    static final int FORMAT = 1;

    /// A trie is saved as it is, and where a key lies in it follows from its hash. Whoever changes
    /// how any value is hashed gives this the next number: `SavedHashesTest` will ask for it.
    static final int HASHES = 1;

    static final int HEAD_BYTES = 32;
    static final int BLOCK_HEAD = 8;
    static final int MOST_PAYLOAD = 1 << 16;
    static final int BEGIN_BYTES = 16;
    static final int END_BYTES = 12;

    static final int BEGIN = 'B';
    static final int DATA = 'D';
    static final int END = 'E';

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private SaveFormat() {}

    static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    /// The checksum of a head.
    static int headChecksum(byte[] head) {
        CRC32C checksum = new CRC32C();
        checksum.update(head, 0, HEAD_BYTES - 4);
        return (int) checksum.getValue();
    }

    /// The checksum of a block that begins at `at` in `bytes`.
    static int blockChecksum(long identity, long offset, byte[] bytes, int at, int length) {
        byte[] place = new byte[16];
        putLong(place, 0, identity);
        putLong(place, 8, offset);
        CRC32C checksum = new CRC32C();
        checksum.update(place);
        checksum.update(bytes, at, 4);
        checksum.update(bytes, at + BLOCK_HEAD, length);
        return (int) checksum.getValue();
    }

    /// The chain with one more block.
    static int chained(int chain, int checksum) {
        byte[] both = new byte[8];
        putInt(both, 0, chain);
        putInt(both, 4, checksum);
        CRC32C next = new CRC32C();
        next.update(both);
        return (int) next.getValue();
    }
}
