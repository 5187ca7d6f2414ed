/// Tests of the collector that need threads in a certain order, very many of them, or a long time.
module coex.stress {
    requires transitive coex.gc; // heaps are shown to whoever asks for torture

    exports coex.stress.soak;
    exports coex.stress.torture;
}
