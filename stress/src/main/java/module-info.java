/// Tests of the collector that need threads in a certain order, or very many of them.
module coex.stress {
    requires transitive coex.gc; // heaps are shown to whoever asks for torture

    exports coex.stress.torture;
}
