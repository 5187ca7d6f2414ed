package coex.lsp.debug;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Who is at the other end of a connection within this machine. The protocol of the JVM asks for no
/// credentials, and every user can connect to a port; Linux says whose each end is.
///
/// Elsewhere nobody can be told apart, and whoever connects is taken for this user.
final class LoopbackPeer {

    private static final Path PROCESS = Path.of("/proc/self");

    /// Connections with an address of IPv4 may be in either table.
    private static final List<Path> TABLES =
            List.of(PROCESS.resolve("net/tcp"), PROCESS.resolve("net/tcp6"));

    private static final String ESTABLISHED = "01";

    /// What an address of IPv4 begins with among those of IPv6.
    private static final String MAPPED =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                    ? "0000000000000000FFFF0000"
                    : "00000000000000000000FFFF";

    // Columns of a table

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;

    private LoopbackPeer() {}

    /// Whether the other end belongs to the user of this process, or that cannot be told.
    static boolean isOfThisUser(Socket connection) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Path table : TABLES) {
            if (Files.isReadable(table)) {
                rows.addAll(Files.readAllLines(table));
            }
        }
        if (rows.isEmpty()) {
            return true;
        }
        return isOfUser(
                Files.getAttribute(PROCESS, "unix:uid").toString(),
                rows,
                (InetSocketAddress) connection.getLocalSocketAddress(),
                (InetSocketAddress) connection.getRemoteSocketAddress());
    }

    /// @param user the number of the user
    /// @param rows of the tables, with their headings
    static boolean isOfUser(
            String user, List<String> rows, InetSocketAddress ours, InetSocketAddress theirs) {
        String here = hex(ours);
        String there = hex(theirs);
        boolean isOurEndListed = false;
        boolean isTheirEndOfUser = false;
        for (String row : rows) {
            String[] columns = row.strip().split("\\s+");
            if (columns.length <= USER) {
                continue;
            }
            String local = unmapped(columns[LOCAL]);
            String remote = unmapped(columns[REMOTE]);
            isOurEndListed |= local.equals(here) && remote.equals(there);
            if (local.equals(there) && remote.equals(here)) {
                // one that is closed already belongs to nobody, which is shown as root
                isTheirEndOfUser |=
                        columns[STATE].equals(ESTABLISHED) && columns[USER].equals(user);
            }
        }
        return isTheirEndOfUser || !isOurEndListed; // a table without our end tells nothing
    }

    private static String unmapped(String address) {
        return address.startsWith(MAPPED) ? address.substring(MAPPED.length()) : address;
    }

    /// As the tables have it: the address as a number of this machine, the port as one that is read
    /// from the left.
    private static String hex(InetSocketAddress address) {
        int bits = ByteBuffer.wrap(address.getAddress().getAddress()).getInt();
        byte[] turned = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(bits).array();
        HexFormat format = HexFormat.of().withUpperCase();
        return format.formatHex(turned) + ":" + format.toHexDigits((short) address.getPort());
    }
}
