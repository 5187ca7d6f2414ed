------------------------------- MODULE Moving -------------------------------
(***************************************************************************)
(* Objects are moved while mutators use them.                              *)
(*                                                                         *)
(* References are handles. An object moves by being copied, and by its new *)
(* address being stored in the slot of its handle. Mutators load slots     *)
(* plainly, at any time, and use the address until their next safepoint.   *)
(*                                                                         *)
(*   BEGIN   some blocks of immutable objects become candidates: nobody    *)
(*           allocates in them any more                                    *)
(*   MARK    what is marked and lies in a candidate is listed, whether the *)
(*           marker has found it or a mutator has shaded it                *)
(*   RETIRE  the handles of what is not marked are freed                   *)
(*   H4      each mutator passes a safepoint; then the lines of the dead   *)
(*           outside candidates are free, and their handles may be reused  *)
(*   MOVE    what is listed and sealed is copied into a block of the       *)
(*           collector's own; what is under construction stays, and so     *)
(*           does the rest when there is no room                           *)
(*   H5      each mutator passes one more safepoint                        *)
(*   FREE    all lines of candidates are free but those of what has stayed *)
(*                                                                         *)
(* How marking finds everything is in Cycle.tla. Here it ends when all     *)
(* that can be reached is marked. An object is one line long. It has a     *)
(* header, which says whose it is and whether it is sealed, and a field    *)
(* with a number in it. One action is one access to shared memory; copying *)
(* an object is one.                                                       *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Handles,        \* model values
    Mutators,       \* model values
    Blocks,         \* model values
    MutableBlocks,  \* the blocks for mutable objects; they are never candidates
    Lines,          \* lines in a block
    None,           \* a model value: no address, no object, nothing copied
    Mutable,        \* the handles whose object is mutable
    Features,
    Without         \* which rules are broken; {} is the protocol

KnownFeatures ==
    { "block"          \* threads may be in safe regions, where the collector answers for them
    , "stopEarly"      \* the collector may stop moving at any time
    , "inPlace"        \* a thread writes a sealed object that nobody else has had, unless it knows that objects move
    , "fail"           \* it may fail in the middle of an object, and begins again with it
    }

KnownRules ==
    { "handshake"      \* lines are free as soon as everything was moved
    , "unsealedStay"   \* objects under construction are moved
    , "testFirst"      \* whether an object is under construction is asked after it was copied
    , "sealedIsFinal"  \* a sealed object is written, by the thread that has made it
    , "tellOfMoving"   \* threads are not told that objects move
    , "mutableStay"    \* mutable objects lie in any block, and are moved
    , "contentsFirst"  \* the slot is stored before the contents
    , "noAddressKept"  \* the address of something held is kept across safepoints
    , "candidatesClosed" \* candidates are still allocated into
    , "keepStayed"     \* a candidate is freed as a whole, though an object has stayed
    , "listShaded"     \* what mutators have shaded is not listed
    , "listMarked"     \* what is not marked is listed too
    }

ASSUME /\ Features \subseteq KnownFeatures /\ Without \subseteq KnownRules
       /\ Mutable \subseteq Handles /\ MutableBlocks \subseteq Blocks

Blocking == "block" \in Features
Stopping == "stopEarly" \in Features
Failing  == "fail" \in Features
InPlace  == "inPlace" \in Features

Has(rule) == rule \notin Without
HasHandshake     == Has("handshake")
HasUnsealedStay  == Has("unsealedStay")
HasTestFirst     == Has("testFirst")
HasSealedIsFinal == Has("sealedIsFinal")
HasTellOfMoving  == Has("tellOfMoving")
HasMutableStay   == Has("mutableStay")
HasContentsFirst == Has("contentsFirst")
HasNoAddressKept == Has("noAddressKept")
HasCandidatesClosed == Has("candidatesClosed")
HasKeepStayed    == Has("keepStayed")
HasListShaded    == Has("listShaded")
HasListMarked    == Has("listMarked")

Addresses == Blocks \X (1 .. Lines)
Block(a)  == a[1]

VARIABLES
    \* The heap.
    alloc,     \* handles that have an object
    resting,   \* freed in this cycle, and not up for reuse before all have answered H4
    slot,      \* of each handle: the address of its object
    memory,    \* of each line: the object that was written there, or None if the line is free
    use,       \* of each block: "open" for allocation, a "candidate", or "target" of the collector
    \* What programs know, and the memory should show: not part of the implementation.
    unsealed,  \* handles of objects under construction
    written,   \* of each handle: what was last written into the field of its object
    \* The collector.
    phase,     \* "idle", "mark", "H4", "move", "H5"
    answered,  \* the mutators that have answered the handshake
    marked,
    shades,    \* shaded by a mutator, and not yet seen by the collector
    listed,    \* pairs of a handle and its address in a candidate
    stayed,    \* addresses in candidates from which nothing was moved
    copying,   \* the handle being moved, from where and to where; or None
    \* The mutators, each a function of the mutator.
    held,      \* handles in its stack
    register,  \* a handle it has resolved and the address it got; or None
    told,      \* the set of those that know that objects move: from their H4 to their H5
    safe,      \* the set of those in a safe region
    shared     \* handles of objects that everybody can reach

heapVars      == <<alloc, resting, slot, memory, use>>
truthVars     == <<unsealed, written>>
markVars      == <<marked, shades, listed>>
collectorVars == <<phase, answered, markVars, stayed, copying>>
mutatorVars   == <<held, register, told, safe, shared>>
vars          == <<heapVars, truthVars, collectorVars, mutatorVars>>

Init ==
    /\ alloc = {} /\ resting = {} /\ slot = [h \in Handles |-> None]
    /\ memory = [a \in Addresses |-> None] /\ use = [b \in Blocks |-> "open"]
    /\ unsealed = {} /\ written = [h \in Handles |-> 0]
    /\ phase = "idle" /\ answered = {}
    /\ marked = {} /\ shades = {} /\ listed = {} /\ stayed = {} /\ copying = None
    /\ held = [m \in Mutators |-> {}] /\ register = [m \in Mutators |-> None]
    /\ told = {} /\ safe = {} /\ shared = {}

Reachable == shared \cup UNION {held[m] : m \in Mutators}

Object(h, sealed, number) == [handle |-> h, sealed |-> sealed, field |-> number]

\* What the memory should show of h.
Truth(h) == Object(h, h \notin unsealed, written[h])

Runs(m) == m \notin safe

-----------------------------------------------------------------------------
(* Mutators.                                                                *)

\* Mutable objects count as sealed: others may have them at once.
Allocate(m) ==
    /\ Runs(m) /\ register[m] = None
    /\ \E h \in Handles \ (alloc \cup resting), a \in Addresses :
          /\ memory[a] = None
          /\ use[Block(a)] \in {"open"} \cup IF HasCandidatesClosed THEN {} ELSE {"candidate"}
          /\ HasMutableStay => (Block(a) \in MutableBlocks <=> h \in Mutable)
          /\ memory' = [memory EXCEPT ![a] = Object(h, h \in Mutable, 0)]
          /\ slot' = [slot EXCEPT ![h] = a]
          /\ alloc' = alloc \cup {h}
          /\ unsealed' = IF h \in Mutable THEN unsealed ELSE unsealed \cup {h}
          /\ written' = [written EXCEPT ![h] = 0]
          /\ marked' = IF phase = "idle" THEN marked ELSE marked \cup {h}
          /\ held' = [held EXCEPT ![m] = @ \cup {h}]
          /\ register' = [register EXCEPT ![m] = [h |-> h, a |-> a]]
    /\ UNCHANGED <<resting, use, phase, answered, shades, listed, stayed, copying, told, safe, shared>>

\* One plain load of the slot of any handle, rooted or not; of what may be written in place only by who has it.
\* What it leads to is looked at by the invariants, as long as the address is kept.
Resolve(m) ==
    /\ Runs(m)
    /\ \E h \in IF InPlace THEN held[m] ELSE alloc :
          LET found == [h |-> h, a |-> slot[h]] IN
          register[m] # found /\ register' = [register EXCEPT ![m] = found]
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, held, told, safe, shared>>

\* The initialising store, by the only thread that has the object; or a store into a mutable object.
Write(m) ==
    /\ Runs(m) /\ register[m] # None
    /\ LET h == register[m].h a == register[m].a IN
       /\ memory[a] # None
       /\ \/ h \in Mutable
          \/ h \in held[m] \cap unsealed /\ written[h] = 0
          \/ InPlace /\ m \notin told /\ h \in held[m] \ shared
          \/ ~HasSealedIsFinal /\ h \in held[m] \ shared /\ written[h] = 0
       /\ memory' = [memory EXCEPT ![a].field = 1 - written[h]]
       /\ written' = [written EXCEPT ![h] = 1 - written[h]]
    /\ UNCHANGED <<alloc, resting, slot, use, unsealed, collectorVars, mutatorVars>>

Seal(m) ==
    /\ Runs(m) /\ register[m] # None
    /\ LET h == register[m].h a == register[m].a IN
       /\ h \in held[m] \cap unsealed /\ memory[a] # None
       /\ memory' = [memory EXCEPT ![a].sealed = TRUE]
       /\ unsealed' = unsealed \ {h}
    /\ UNCHANGED <<alloc, resting, slot, use, written, collectorVars, mutatorVars>>

Drop(m) ==
    /\ Runs(m)
    /\ \E h \in held[m] : held' = [held EXCEPT ![m] = @ \ {h}]
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, register, told, safe, shared>>

Share(m) ==
    /\ Runs(m)
    /\ \E h \in held[m] \ (unsealed \cup shared) : shared' = shared \cup {h}
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, held, register, told, safe>>

Take(m) ==
    /\ Runs(m)
    /\ \E h \in shared \ held[m] : held' = [held EXCEPT ![m] = @ \cup {h}]
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, register, told, safe, shared>>

\* What others have had is not written in place again: there it stays shared.
Unshare(m) ==
    /\ Runs(m) /\ ~InPlace
    /\ \E h \in shared : shared' = shared \ {h}
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, held, register, told, safe>>

\* A mutator marks something it can reach. The collector hears of it later.
Shade(m) ==
    /\ Runs(m) /\ phase = "mark"
    /\ \E h \in (held[m] \cup shared) \ marked : marked' = marked \cup {h} /\ shades' = shades \cup {h}
    /\ UNCHANGED <<heapVars, truthVars, phase, answered, listed, stayed, copying, mutatorVars>>

\* A safepoint. Addresses end here.
Forget(m) ==
    register' = IF HasNoAddressKept \/ (register[m] # None /\ register[m].h \notin held[m])
                THEN [register EXCEPT ![m] = None] ELSE register

Asked(m) == phase \in {"H4", "H5"} /\ m \notin answered

\* With the answer to H4 a thread knows that objects move, with that to H5 that they do not.
Answer(m) ==
    /\ answered' = IF Asked(m) THEN answered \cup {m} ELSE answered
    /\ told' = CASE Asked(m) /\ phase = "H4" /\ InPlace /\ HasTellOfMoving -> told \cup {m}
                 [] Asked(m) /\ phase = "H5"                               -> told \ {m}
                 [] OTHER                                                   -> told

Poll(m) ==
    /\ Runs(m) /\ (Asked(m) \/ register[m] # None)
    /\ Forget(m) /\ Answer(m)
    /\ UNCHANGED <<heapVars, truthVars, phase, markVars, stayed, copying, held, safe, shared>>

EnterSafe(m) ==
    /\ Blocking /\ Runs(m)
    /\ Forget(m)
    /\ safe' = safe \cup {m}
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, held, told, shared>>

LeaveSafe(m) ==
    /\ m \in safe
    /\ safe' = safe \ {m}
    /\ UNCHANGED <<heapVars, truthVars, collectorVars, held, register, told, shared>>

AnswerFor(m) ==
    /\ m \in safe /\ Asked(m) /\ Answer(m)
    /\ UNCHANGED <<heapVars, truthVars, phase, markVars, stayed, copying, held, register, safe, shared>>

-----------------------------------------------------------------------------
(* The collector.                                                           *)

InCandidate(h) == slot[h] # None /\ use[Block(slot[h])] = "candidate"
Entry(h)       == IF InCandidate(h) THEN {<<h, slot[h]>>} ELSE {}

Begin ==
    /\ phase = "idle"
    /\ \E chosen \in SUBSET (Blocks \ MutableBlocks) :
          use' = [b \in Blocks |-> IF b \in chosen THEN "candidate" ELSE "open"]
    /\ phase' = "mark" /\ marked' = {}
    /\ UNCHANGED <<alloc, resting, slot, memory, truthVars, answered, shades, listed, stayed, copying, mutatorVars>>

\* The marker meets an object. It may be one that nobody can reach any more.
Mark ==
    /\ phase = "mark"
    /\ \E h \in alloc \ marked : marked' = marked \cup {h} /\ listed' = listed \cup Entry(h)
    /\ UNCHANGED <<heapVars, truthVars, phase, answered, shades, stayed, copying, mutatorVars>>

TakeOver ==
    /\ phase = "mark"
    /\ \E h \in shades :
          /\ shades' = shades \ {h}
          /\ listed' = IF HasListShaded THEN listed \cup Entry(h) ELSE listed
    /\ UNCHANGED <<heapVars, truthVars, phase, answered, marked, stayed, copying, mutatorVars>>

\* Marking is complete, and the dead are retired: their slots lead nowhere.
Retire ==
    /\ phase = "mark" /\ shades = {} /\ Reachable \subseteq marked
    /\ phase' = "H4" /\ answered' = {}
    /\ alloc' = alloc \cap marked
    /\ resting' = alloc \ marked
    /\ slot' = [h \in Handles |-> IF h \in marked THEN slot[h] ELSE None]
    /\ listed' = IF HasListMarked THEN listed ELSE listed \cup UNION {Entry(h) : h \in alloc \ marked}
    /\ UNCHANGED <<memory, use, truthVars, marked, shades, stayed, copying, mutatorVars>>

\* What lies in a line outside candidates, and is not what the slot of its handle leads to, has died.
Sweep(a) ==
    IF /\ memory[a] # None /\ use[Block(a)] # "candidate"
       /\ slot[memory[a].handle] # a
    THEN None ELSE memory[a]

\* The collector takes a block of its own, if one is empty.
BeginMoving ==
    /\ phase = "H4" /\ answered = Mutators
    /\ phase' = "move" /\ resting' = {}
    /\ LET swept == [a \in Addresses |-> Sweep(a)]
           empty == {b \in Blocks \ MutableBlocks :
                        use[b] = "open" /\ \A a \in Addresses : Block(a) = b => swept[a] = None}
       IN  /\ memory' = swept
           /\ IF empty = {} THEN UNCHANGED use
                            ELSE \E b \in empty : use' = [use EXCEPT ![b] = "target"]
    /\ UNCHANGED <<alloc, slot, truthVars, answered, markVars, stayed, copying, mutatorVars>>

Room == {a \in Addresses : use[Block(a)] = "target" /\ memory[a] = None}

\* Whether the object at a may be moved is read in its header.
MayMove(a) == memory[a].sealed \/ ~HasUnsealedStay
Tested(a)  == MayMove(a) \/ ~HasTestFirst

\* The first step: a copy, which nobody knows. In the other order, the slot.
BeginCopy ==
    /\ phase = "move" /\ copying = None
    /\ \E entry \in listed :
          LET h == entry[1] a == entry[2] IN
          IF Tested(a) /\ Room # {}
          THEN \E to \in Room :
                  /\ copying' = [h |-> h, from |-> a, to |-> to]
                  /\ IF HasContentsFirst
                     THEN memory' = [memory EXCEPT ![to] = memory[a]] /\ UNCHANGED slot
                     ELSE slot' = [slot EXCEPT ![h] = to] /\ UNCHANGED memory
                  /\ UNCHANGED <<listed, stayed>>
          ELSE /\ listed' = listed \ {entry} /\ stayed' = stayed \cup {a}
               /\ UNCHANGED <<slot, memory, copying>>
    /\ UNCHANGED <<alloc, resting, use, truthVars, phase, answered, marked, shades, mutatorVars>>

EndCopy ==
    /\ copying # None
    /\ IF HasContentsFirst
       THEN MayMove(copying.from) /\ slot' = [slot EXCEPT ![copying.h] = copying.to] /\ UNCHANGED memory
       ELSE memory' = [memory EXCEPT ![copying.to] = memory[copying.from]] /\ UNCHANGED slot
    /\ listed' = listed \ {<<copying.h, copying.from>>}
    /\ copying' = None
    /\ UNCHANGED <<alloc, resting, use, truthVars, phase, answered, marked, shades, stayed, mutatorVars>>

\* Only if the test comes last.
TakeCopyBack ==
    /\ copying # None /\ ~MayMove(copying.from)
    /\ memory' = [memory EXCEPT ![copying.to] = None]
    /\ listed' = listed \ {<<copying.h, copying.from>>} /\ stayed' = stayed \cup {copying.from}
    /\ copying' = None
    /\ UNCHANGED <<alloc, resting, slot, use, truthVars, phase, answered, marked, shades, mutatorVars>>

\* The collector fails before it has stored the slot, or after, and does not know. The copy stays where it is.
FailCopy ==
    /\ Failing /\ copying # None
    /\ slot' \in {slot, [slot EXCEPT ![copying.h] = copying.to]}
    /\ copying' = None
    /\ UNCHANGED <<alloc, resting, memory, use, truthVars, phase, answered, markVars, stayed, mutatorVars>>

StopEarly ==
    /\ Stopping /\ phase = "move" /\ copying = None /\ listed # {}
    /\ stayed' = stayed \cup {entry[2] : entry \in listed}
    /\ listed' = {}
    /\ UNCHANGED <<heapVars, truthVars, phase, answered, marked, shades, copying, mutatorVars>>

EndMoving ==
    /\ phase = "move" /\ listed = {} /\ copying = None
    /\ phase' = "H5" /\ answered' = IF HasHandshake THEN {} ELSE Mutators
    /\ UNCHANGED <<heapVars, truthVars, markVars, stayed, copying, mutatorVars>>

Free ==
    /\ phase = "H5" /\ answered = Mutators
    /\ phase' = "idle" /\ answered' = {} /\ marked' = {} /\ stayed' = {}
    /\ memory' = [a \in Addresses |->
                     IF use[Block(a)] = "candidate" /\ (a \notin stayed \/ ~HasKeepStayed) THEN None ELSE memory[a]]
    /\ use' = [b \in Blocks |-> "open"]
    /\ UNCHANGED <<alloc, resting, slot, truthVars, shades, listed, copying, mutatorVars>>

-----------------------------------------------------------------------------

Mutator(m) ==
    \/ Allocate(m) \/ Resolve(m) \/ Write(m) \/ Seal(m)
    \/ Drop(m) \/ Share(m) \/ Take(m) \/ Unshare(m) \/ Shade(m)
    \/ Poll(m) \/ EnterSafe(m) \/ LeaveSafe(m)

Collector ==
    \/ Begin \/ Mark \/ TakeOver \/ Retire
    \/ BeginMoving \/ BeginCopy \/ EndCopy \/ TakeCopyBack \/ FailCopy \/ StopEarly \/ EndMoving \/ Free
    \/ \E m \in Mutators : AnswerFor(m)

Next == Collector \/ \E m \in Mutators : Mutator(m)

Spec == Init /\ [][Next]_vars

\* The collector works, and threads come to safepoints.
FairSpec == Spec /\ WF_vars(Collector) /\ \A m \in Mutators : SF_vars(Poll(m))

-----------------------------------------------------------------------------
(* What must hold.                                                          *)

Registers == {register[m] : m \in Mutators} \ {None}

Holds(a, h) == memory[a] # None /\ memory[a].handle = h

\* An address that somebody has leads to the object he resolved: the line is neither free nor reused.
AddressesStayGood == \A r \in Registers : Holds(r.a, r.h)

\* Who has an address, or could get one, reads what was written last.
NoLostUpdate ==
    /\ \A r \in Registers : Holds(r.a, r.h) => memory[r.a] = Truth(r.h)
    /\ \A h \in Reachable : Holds(slot[h], h) => memory[slot[h]] = Truth(h)

\* The slot of what can be reached leads to its object.
SlotsLeadToObjects == \A h \in Reachable : slot[h] # None /\ Holds(slot[h], h)

\* All copies of a sealed object that somebody has, or could get, are equal.
CopiesAreEqual ==
    \A h \in Reachable \ (unsealed \cup Mutable) :
        LET copies == {slot[h]} \cup {r.a : r \in {s \in Registers : s.h = h}}
        IN  \A a, b \in copies : memory[a] = memory[b]

\* In a candidate nothing is born, and no mutable object lies there.
CandidatesAreClosed ==
    /\ \A h \in Mutable : ~InCandidate(h)
    /\ phase # "mark" => \A h \in alloc : InCandidate(h) =>
          slot[h] \in stayed \cup {entry[2] : entry \in listed}

TypeOK ==
    /\ alloc \subseteq Handles /\ resting \subseteq Handles \ alloc /\ Reachable \subseteq alloc
    /\ \A h \in alloc : slot[h] \in Addresses
    /\ \A h \in unsealed \cap alloc :
          h \notin shared /\ Cardinality({m \in Mutators : h \in held[m]}) <= 1
    /\ phase = "idle" => listed = {} /\ stayed = {} /\ copying = None /\ shades = {}
    /\ shades \subseteq marked
    /\ \A m \in safe : register[m] = None

\* With FairSpec.
EveryCycleEnds == phase # "idle" ~> phase = "idle"

Symmetry ==
    Permutations(Handles \ Mutable) \cup Permutations(Mutable) \cup Permutations(Mutators)
    \cup Permutations(Blocks \ MutableBlocks) \cup Permutations(MutableBlocks)
=============================================================================
