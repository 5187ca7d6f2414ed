package coex.codegen.split;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.Terminator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How a large routine is divided into parts, each small enough for a method that the JIT compiles.
///
/// A part is a run of blocks. From one part to another it goes by way of the *entries* of the
/// second: blocks that are reached from outside, numbered in the whole routine, the first block
/// being entry 0. The cuts lie in as few loops as possible, so that loops stay within a part.
///
/// A handler is in one part with all blocks that it covers, however large that becomes: the JVM has
/// handlers within methods only.
///
/// Registers that several parts use are *shared* and have numbers, and so have the parameters, and
/// what a part finds as it left it when it was run before; all others are variables of the only
/// part that uses them.
public final class Parts {

    /// The JIT leaves methods of more than 8,000 bytes to the interpreter.
    private static final int MOST_BYTES = 6000;

    /// A block is cut before it alone would be a part.
    private static final int MOST_BYTES_OF_BLOCK = MOST_BYTES / 4;

    private final Routine routine;
    private final List<List<BasicBlock>> parts = new ArrayList<>();
    private final Map<BasicBlock, Integer> partOf = new HashMap<>();
    private final Map<BasicBlock, Integer> entries = new LinkedHashMap<>();
    private final Map<Register, Integer> shared = new LinkedHashMap<>();

    private Parts(Routine routine) {
        this.routine = routine;
    }

    /// Whether a routine is better divided.
    public static boolean areNeededFor(Routine routine) {
        return CodeSize.of(routine) > MOST_BYTES;
    }

    public static Parts of(Routine given) {
        var result = new Parts(withShortBlocks(given));
        result.divide();
        result.findEntries();
        result.findShared();
        return result;
    }

    // Blocks

    /// The same routine, with long blocks cut into short ones.
    private static Routine withShortBlocks(Routine given) {
        var heads = new HashMap<BasicBlock, BasicBlock>();
        var blocks = new ArrayList<BasicBlock>();
        for (BasicBlock block : given.blocks()) {
            heads.put(block, piece(block, blocks.size()));
            blocks.add(heads.get(block));
            cut(block, blocks);
        }
        // The last piece of each block is followed by the head of another, or nothing.
        int at = 0;
        for (BasicBlock block : given.blocks()) {
            while (blocks.get(at).isEnded()) {
                at++;
            }
            blocks.get(at++).end(redirected(block.terminator(), heads), block.lastLine());
        }
        blocks.forEach(piece -> piece.setHandler(piece.handler().map(heads::get)));
        return given.withBlocks(blocks);
    }

    /// A block for some of the steps of another, with the same handler for now.
    private static BasicBlock piece(BasicBlock of, int number) {
        var result = new BasicBlock(number);
        result.setHandler(of.handler());
        return result;
    }

    private static void cut(BasicBlock block, List<BasicBlock> blocks) {
        BasicBlock piece = blocks.getLast();
        int bytes = 0;
        for (BasicBlock.Step step : block.steps()) {
            int more = CodeSize.of(step.instruction());
            if (bytes + more > MOST_BYTES_OF_BLOCK && bytes > 0) {
                BasicBlock next = piece(block, blocks.size());
                piece.end(new Terminator.Jump(next), step.line());
                blocks.add(next);
                piece = next;
                bytes = 0;
            }
            piece.steps().add(step);
            bytes += more;
        }
    }

    private static Terminator redirected(Terminator end, Map<BasicBlock, BasicBlock> heads) {
        return switch (end) {
            case Terminator.Jump(BasicBlock to) -> new Terminator.Jump(heads.get(to));
            case Terminator.BranchIf branch ->
                    new Terminator.BranchIf(
                            branch.condition(),
                            heads.get(branch.then()),
                            heads.get(branch.otherwise()));
            case Terminator.Branch branch ->
                    new Terminator.Branch(
                            branch.comparison(),
                            branch.left(),
                            branch.right(),
                            heads.get(branch.then()),
                            heads.get(branch.otherwise()));
            case Terminator.Return leave -> leave;
        };
    }

    // Parts

    private void divide() {
        List<BasicBlock> blocks = routine.blocks();
        int[] depths = loopDepths(blocks);
        BitSet covered = coveredPlaces(blocks);
        int start = 0;
        while (start < blocks.size()) {
            int end = covered.nextClearBit(start + 1);
            int best = end;
            int bytes = CodeSize.of(blocks.subList(start, end));
            while (end < blocks.size() && bytes + CodeSize.of(blocks.get(end)) <= MOST_BYTES) {
                bytes += CodeSize.of(blocks.get(end));
                end++;
                if (!covered.get(end) && depths[end] <= depths[best]) {
                    best = end;
                }
            }
            add(blocks.subList(start, best));
            start = best;
        }
    }

    private void add(List<BasicBlock> part) {
        part.forEach(block -> partOf.put(block, parts.size()));
        parts.add(List.copyOf(part));
    }

    /// The places between two blocks that lie between a handler and a block that it covers. The
    /// place before a block has its index.
    private static BitSet coveredPlaces(List<BasicBlock> blocks) {
        Map<BasicBlock, Integer> places = new HashMap<>();
        blocks.forEach(block -> places.put(block, places.size()));
        var covered = new BitSet();
        for (BasicBlock block : blocks) {
            block.handler()
                    .map(places::get)
                    .ifPresent(
                            handler -> {
                                int own = places.get(block);
                                covered.set(Math.min(own, handler) + 1, Math.max(own, handler) + 1);
                            });
        }
        return covered;
    }

    /// For each place between two blocks, how many jumps back pass it: the loops it lies in.
    private static int[] loopDepths(List<BasicBlock> blocks) {
        Map<BasicBlock, Integer> places = new HashMap<>();
        blocks.forEach(block -> places.put(block, places.size()));
        int[] changes = new int[blocks.size() + 2];
        for (BasicBlock block : blocks) {
            for (BasicBlock next : block.terminator().successors()) {
                if (places.get(next) <= places.get(block)) {
                    changes[places.get(next) + 1]++;
                    changes[places.get(block) + 1]--;
                }
            }
        }
        int[] depths = new int[blocks.size() + 1];
        for (int place = 1; place < depths.length; place++) {
            depths[place] = depths[place - 1] + changes[place];
        }
        return depths;
    }

    private void findEntries() {
        enter(routine.blocks().getFirst());
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock next : block.terminator().successors()) {
                if (!partOf.get(block).equals(partOf.get(next))) {
                    enter(next);
                }
            }
        }
    }

    private void enter(BasicBlock block) {
        entries.putIfAbsent(block, entries.size());
    }

    private void findShared() {
        Map<Register, Integer> firstParts = new HashMap<>();
        routine.parameters().forEach(this::share);
        for (BasicBlock block : routine.blocks()) {
            registers(block)
                    .forEach(
                            register -> {
                                Integer first = firstParts.putIfAbsent(register, partOf.get(block));
                                if (first != null && !first.equals(partOf.get(block))) {
                                    share(register);
                                }
                            });
        }
        for (List<BasicBlock> part : parts) {
            LiveAtEntries.of(part, entries::containsKey).forEach(this::share);
        }
    }

    private static Stream<Register> registers(BasicBlock block) {
        return Stream.concat(
                block.steps().stream()
                        .flatMap(
                                step ->
                                        Stream.concat(
                                                step.instruction().sources().stream(),
                                                step.instruction().target().stream())),
                block.terminator().sources().stream());
    }

    private void share(Register register) {
        shared.putIfAbsent(register, shared.size());
    }

    // What was found

    /// The routine, with other blocks.
    public Routine routine() {
        return routine;
    }

    public List<List<BasicBlock>> parts() {
        return parts;
    }

    /// About how many bytes the largest part has.
    public int largest() {
        return parts.stream().mapToInt(CodeSize::of).max().orElseThrow();
    }

    /// The part of each entry, by the entry's number.
    public List<Integer> partsOfEntries() {
        return entries.keySet().stream().map(partOf::get).toList();
    }

    public Optional<Integer> entry(BasicBlock block) {
        return Optional.ofNullable(entries.get(block));
    }

    public boolean areTogether(BasicBlock one, BasicBlock other) {
        return partOf.get(one).equals(partOf.get(other));
    }

    /// The registers that several parts use, and the parameters, with their numbers.
    public Map<Register, Integer> shared() {
        return shared;
    }
}
