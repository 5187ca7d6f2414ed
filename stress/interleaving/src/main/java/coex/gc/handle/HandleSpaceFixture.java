package coex.gc.handle;

import coex.gc.HeapOptions;

/// A table of handles without a heap.
final class HandleSpaceFixture {

    private final HandleSpace space;

    HandleSpaceFixture(long handles) {
        this(handles, 256);
    }

    HandleSpaceFixture(long handles, int runHandles) {
        space =
                new HandleSpace(
                        HeapOptions.builder()
                                .initialHandles(handles)
                                .maximumHandles(handles)
                                .runHandles(runHandles)
                                .hugePages(false)
                                .build(),
                        (_, _, _) -> {});
    }

    HandleSpace space() {
        return space;
    }
}
