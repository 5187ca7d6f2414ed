package coex.codegen.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What `select`, channels and `within` become.
class ConcurrencyLoweringTest {

    private static void expect(String function, String instructions) {
        assertThat(Lowered.functions(function).text("f")).isEqualTo(instructions);
    }

    /// Without a timeout it waits for the longest time there is.
    @Test
    void aSelectAddsItsChannelsAndAsksWhichIsReady() {
        expect(
                """
                func f(a: Channel<int>, b: Channel<string>) -> int
                    select
                        case n <- a
                            return 1
                        ~
                        case text <- b
                            return 2
                        ~
                    ~
                    return 3
                ~
                """,
                """
                b0:
                    %0 = 9223372036854775807
                    SelectCalls.add(Channel<int>, a)
                    SelectCalls.add(Channel<string>, b)
                    %1 = SelectCalls.first(#0, %0)
                    %2 = 0
                    if %1 EQUAL %2 goto b1 else b2
                b1:
                    n = SelectCalls.received(Channel<int>)
                    %3 = 1
                    return %3
                b2:
                    %4 = 1
                    if %1 EQUAL %4 goto b3 else b4
                b3:
                    text = SelectCalls.received(Channel<string>)
                    %5 = 2
                    return %5
                b4:
                    goto b5
                b5:
                    %6 = 3
                    return %6
                """);
    }

    /// The number of no case: none was ready in time.
    @Test
    void aSelectWithATimeoutGoesOnBehindItself() {
        expect(
                """
                func f(a: Channel<int>, limit: int) -> int
                    select timeout limit
                        case n <- a
                            return 1
                        ~
                    ~
                    return 3
                ~
                """,
                """
                b0:
                    SelectCalls.add(Channel<int>, a)
                    %0 = SelectCalls.first(#0, limit)
                    %1 = 0
                    if %0 EQUAL %1 goto b1 else b2
                b1:
                    n = SelectCalls.received(Channel<int>)
                    %2 = 1
                    return %2
                b2:
                    goto b3
                b3:
                    %3 = 3
                    return %3
                """);
    }

    @Test
    void aFairSelectAsksInTurn() {
        expect(
                """
                func f(a: Channel<int>)
                    select fair
                        case n <- a
                            print(1)
                        ~
                    ~
                ~
                """,
                """
                b0:
                    %0 = 9223372036854775807
                    SelectCalls.add(Channel<int>, a)
                    %1 = SelectCalls.fair(#0, %0)
                    %2 = 0
                    if %1 EQUAL %2 goto b1 else b2
                b1:
                    n = SelectCalls.received(Channel<int>)
                    %3 = 1
                    OutputCalls.print(int, bits %3)
                    goto b3
                b2:
                    goto b3
                b3:
                    return
                """);
    }

    @Test
    void aRandomSelectAsksByChance() {
        expect(
                """
                func f(a: Channel<int>)
                    select random
                        case n <- a
                            print(1)
                        ~
                    ~
                ~
                """,
                """
                b0:
                    %0 = 9223372036854775807
                    SelectCalls.add(Channel<int>, a)
                    %1 = SelectCalls.random(#0, %0)
                    %2 = 0
                    if %1 EQUAL %2 goto b1 else b2
                b1:
                    n = SelectCalls.received(Channel<int>)
                    %3 = 1
                    OutputCalls.print(int, bits %3)
                    goto b3
                b2:
                    goto b3
                b3:
                    return
                """);
    }

    @Test
    void aSelectWithPriorityIsOneWithout() {
        expect(
                """
                func f(a: Channel<int>)
                    select priority
                        case n <- a
                            print(1)
                        ~
                    ~
                ~
                """,
                """
                b0:
                    %0 = 9223372036854775807
                    SelectCalls.add(Channel<int>, a)
                    %1 = SelectCalls.first(#0, %0)
                    %2 = 0
                    if %1 EQUAL %2 goto b1 else b2
                b1:
                    n = SelectCalls.received(Channel<int>)
                    %3 = 1
                    OutputCalls.print(int, bits %3)
                    goto b3
                b2:
                    goto b3
                b3:
                    return
                """);
    }

    @Test
    void channelsAreUsedThroughTheRuntime() {
        expect(
                """
                func f(c: Channel<int>) -> int?
                    c.send(1)
                    n = c.receive()
                    c.close()
                    return n
                ~
                """,
                """
                b0:
                    %0 = 1
                    ChannelCalls.send(Channel<int>, c, bits %0)
                    n = ChannelCalls.receive(Channel<int>, c)
                    ChannelCalls.close(Channel<int>, c)
                    return n
                """);
    }

    @Test
    void stringsGoThroughChannelsAsHandles() {
        expect(
                """
                func f(c: Channel<string>) -> string?
                    c.send("a")
                    return c.receive()
                ~
                """,
                """
                b0:
                    %0 = "a"
                    ChannelCalls.send(Channel<string>, c, bits %0)
                    %1 = ChannelCalls.receive(Channel<string>, c)
                    return %1
                """);
    }

    /// What is received is a box, or the nil of boxes, for a number may be any bits.
    @Test
    void aLoopOverAChannelEndsWhenNothingIsReceived() {
        expect(
                """
                func f(c: Channel<int>)
                    for n in c
                        print(n)
                    ~
                ~
                """,
                """
                b0:
                    %0 = c
                    goto b1
                b1:
                    %1 = ChannelCalls.receive(Channel<int>, %0)
                    %2 = empty
                    if %1 EQUAL %2 goto b3 else b2
                b2:
                    n = %1.0
                    OutputCalls.print(int, bits n)
                    poll
                    goto b1
                b3:
                    return
                """);
    }

    /// The handler puts back what the body has changed (b3), if the deadline is its own.
    @Test
    void aBodyWithoutTimeIsUndone() {
        expect(
                """
                func f(d: int) -> int
                    n = 1
                    within d
                        n = 2
                    else
                        n = 3
                    ~
                    return n
                ~
                """,
                """
                b0:
                    n = 1
                    %0 = n
                    %1 = TaskCalls.enterWithin(d)
                    goto b1
                b1: catch b2
                    n = 2
                    %2 = TaskCalls.endWithin(%1)
                    if %2 goto b4 else b3
                b2:
                    catch %1
                    goto b3
                b3:
                    n = %0
                    n = 3
                    goto b4
                b4:
                    return n
                """);
    }

    @Test
    void aReturnOutOfABodyEndsItsDeadline() {
        expect(
                """
                func f(d: int) -> int
                    within d
                        return 2
                    ~
                    return 3
                ~
                """,
                """
                b0:
                    %0 = TaskCalls.enterWithin(d)
                    goto b1
                b1: catch b2
                    %1 = 2
                    TaskCalls.jumpOutOfWithin(%0)
                    return %1
                b2:
                    catch %0
                    goto b3
                b3:
                    goto b4
                b4:
                    %2 = 3
                    return %2
                """);
    }

    @Test
    void aBreakOutOfABodyEndsItsDeadline() {
        expect(
                """
                func f(d: int)
                    while true
                        within d
                            break
                        ~
                    ~
                ~
                """,
                """
                b0:
                    goto b1
                b1:
                    goto b2
                b2:
                    %0 = TaskCalls.enterWithin(d)
                    goto b3
                b3: catch b4
                    TaskCalls.jumpOutOfWithin(%0)
                    goto b8
                b4:
                    catch %0
                    goto b5
                b5:
                    goto b6
                b6:
                    goto b7
                b7:
                    poll
                    goto b1
                b8:
                    return
                """);
    }
}
