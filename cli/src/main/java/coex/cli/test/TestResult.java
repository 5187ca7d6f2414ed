package coex.cli.test;

import java.time.Duration;

/// How a test ended.
///
/// @param detail what is wrong; empty if it passed
/// @param output what the test wrote, to standard output and then to standard error
record TestResult(TestCase test, boolean passed, String detail, String output, Duration took) {}
