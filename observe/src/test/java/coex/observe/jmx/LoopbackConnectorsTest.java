package coex.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.net.MalformedURLException;
import java.util.Map;

import javax.management.MBeanServer;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

/// AttachingIT, of the command, has the agent started.
class LoopbackConnectorsTest {

    @Test
    void connectorsOfProgramsAreLeftToTheJdk() throws Exception {
        var url = new JMXServiceURL("rmi", null, 0);
        Map<String, String> environment = Map.of("jmx.remote.x.daemon", "true");
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        assertThatThrownBy(
                        () ->
                                new LoopbackConnectors()
                                        .newJMXConnectorServer(url, environment, beans))
                .isInstanceOf(MalformedURLException.class);
        JMXConnectorServer server =
                JMXConnectorServerFactory.newJMXConnectorServer(url, environment, beans);
        server.start();
        try {
            assertThat(server.isActive()).isTrue();
        } finally {
            server.stop();
        }
    }
}
