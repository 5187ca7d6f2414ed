-------------------------------- MODULE Cycle --------------------------------
(***************************************************************************)
(* One collector, some mutators, a handful of handles: the collection      *)
(* cycle of the heap as it is implemented, small enough to look at every   *)
(* interleaving.                                                           *)
(*                                                                         *)
(* The cycle, in the order the collector walks through it:                 *)
(*                                                                         *)
(*   PREP    both mark sets are empty, the verdict says "not closed"       *)
(*   H1      each mutator turns its store barrier on                       *)
(*   H1b     each mutator passes one more safepoint                        *)
(*   H2      each mutator starts to allocate black, shades its top frame   *)
(*           and freezes the frames below under a watermark                *)
(*   MARK    the collector reads the frozen frames and the root cell, and  *)
(*           traces                                                        *)
(*   H3      each mutator hands over its buffer; nothing handed over and   *)
(*           nobody objecting closes the verdict, else back to MARK        *)
(*   WEAK    a weak cell whose target is unmarked is cleared               *)
(*   RETIRE  every allocated and unmarked handle is freed; then the        *)
(*           verdict says "done"                                           *)
(*   H4      each mutator turns its barrier off, drops its buffer and      *)
(*           allocates white again                                         *)
(*   END     retired handles may be handed out again                       *)
(*                                                                         *)
(* RETIRE runs before H4, while mutators still allocate black, and births  *)
(* are white again from H4 on, thread by thread. Both are choices of this  *)
(* implementation, and showing that they hold is the point of the model.   *)
(*                                                                         *)
(* One action is one shared-memory access, with two kinds of exception:    *)
(* accesses to what only one thread touches ride along for free, and the   *)
(* collector's own bookkeeping between two phases is one step. A mutator   *)
(* serves a handshake only while its `op` is idle, so an operation of      *)
(* several steps has no safepoint inside.                                  *)
(*                                                                         *)
(* Interleavings are sequentially consistent. README.md lists what that    *)
(* and the other simplifications leave out.                                *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Handles,     \* model values
    Mutators,    \* model values
    Null,        \* a model value: handle 0
    Mutable,     \* the handles whose object has a mutable field
    Holders,     \* the handles whose object has a weak field instead of a strong one
    Deep,        \* the mutators that may have Depth frames; the others have one
    Depth,
    Width,       \* slots in a frame
    Below,       \* frames below the top that H2 scans too (the K of the implementation)
    Features,    \* which optional operations mutators may do, see Known below
    Without      \* which rules of the protocol are broken; {} is the protocol

KnownFeatures ==
    { "spawn", "exit", "block"
    , "weak"         \* there is a weak cell outside all objects
    , "stackStore"   \* a checked store into a slot below the top frame
    , "unsealed"     \* an immutable object may be born empty, get its field, once, and be sealed operations later
    , "resolve"      \* resolve any handle, rooted or not, then use the address
    , "alwaysDirty"  \* an exiting thread spoils a running H3 round even with an empty buffer
    , "oneBitmap"    \* collector and mutators share one mark bitmap
    , "lateMark"     \* a mutator may miss a mark that the collector has set
    , "popMany"      \* a return may leave several frames at once
    , "fail"         \* a handshake action may fail half way, and is done again later
    , "failLog"      \* handing a log over may fail half way, and is done again later
    , "giveUp"       \* the collector may fail: it gives the cycle up, or repeats RETIRE
    , "young"        \* a cycle may be young: what earlier ones have traced is old, and stays
    }

KnownRules ==
    { "H1"               \* the barrier comes on at H2 only
    , "H1b"
    , "casLoop"          \* the barrier ends in a plain store
    , "shadeOld", "shadeNew"
    , "shadeFirst"       \* exchange, then shade what came out
    , "whiteBeforeH2"    \* births are black from H1 on
    , "blackAfterH2"     \* births are white throughout
    , "blackUntilH4"     \* births turn white as soon as the verdict is closed
    , "topScan"          \* H2 shades nothing
    , "popCheck"         \* returning into a frozen frame shades nothing
    , "stackStoreShade"  \* a store into a frozen slot does not shade the old value
    , "spawnServes"      \* a parent may start a child while it owes an acknowledgement
    , "exitHandsOver"    \* an exiting thread forgets its buffer
    , "roundResult"      \* the first H3 round always closes
    , "weakVerdict"      \* a weak read shades and returns whatever it found
    , "weakStoreShade"   \* a store into a weak cell shades nothing
    , "weakDone"         \* the verdict stays closed through H4
    , "weakFirst"        \* RETIRE before WEAK
    , "allocatedFirst"   \* RETIRE reads the mark bits of a handle before its allocated bit
    , "reuseWait"        \* a freed handle may be handed out at once
    , "popTarget"        \* a return over several frames shades the uppermost frozen one instead
    , "pushShade"        \* a new frame overwrites what popped frozen slots hold
    , "flagsLast"        \* H2 sets the flags first, then shades and freezes
    , "shadeWhole"       \* an action may fail between marking a handle and noting it in the buffer
    , "snapshotOnce"     \* an H2 that was complete and not answered is done again
    , "flushOnce"        \* the same for H3, which forgets what was handed over before
    , "askAgain"         \* a request whose action has failed is lost
    , "giveUpOff"        \* a cycle is given up without H4
    \* With "young":
    , "birthsYoung"      \* what was born marked is old when the cycle has ended
    , "readAgain"        \* what was traced, and names something born marked, is not read in the next cycle
    , "readAgainWeak"    \* the same for weak cells
    , "readAgainSlots"   \* the same for slots of stacks
    , "cleanOnReturn"    \* a frame that was returned to counts as read before
    , "cleanOnStore"     \* a frame that was stored into counts as read before
    , "cleanLast"        \* H2 says what counts as read before its flags are set
    , "fullStacks"       \* a full cycle does not read what was read before either
    , "log"              \* stores are not logged
    , "logAlways"        \* stores are logged only by threads between their H4 and their H1
    , "readUnsealedAgain" \* what is under construction when it is read is not read in the next cycle
    , "headerFirst"      \* whether an object is under construction is asked after its field is read
    , "logWeak"          \* stores into weak cells are not logged
    , "clearBeforeH2"    \* the bit of a logged cell is cleared when it is scanned
    , "clearGivenUp"     \* when a cycle is given up, what was handed over is forgotten, and its bits stay
    , "handOverSettled"  \* logs are handed over at H1, when not every barrier is on
    , "clearNoted"       \* the bit of what the collector has noted stays set
    , "readSettled"      \* what was noted is read when not every thread has answered H1
    , "readAfterH2"      \* what was noted, and logs, are read when not every thread has answered H2
    , "bitGoesToo"       \* when a logged object dies its entry goes, and its bit stays for the next of that handle
    , "exitLogs"         \* an exiting thread forgets its log
    , "fullAfterGiveUp"  \* after a cycle that was given up the next one may be young
    }

ASSUME /\ Features \subseteq KnownFeatures
       /\ Without \subseteq KnownRules
       /\ Mutable \subseteq Handles /\ Holders \subseteq Handles \ Mutable
       /\ Deep \subseteq Mutators
       /\ "young" \in Features => "oneBitmap" \notin Features

\* Constant expressions with a name: TLC evaluates each once.
Spawning    == "spawn" \in Features
Exiting     == "exit" \in Features
Blocking    == "block" \in Features
WeakCells   == "weak" \in Features \/ Holders # {}
StackStores == "stackStore" \in Features
Unsealed    == "unsealed" \in Features
Resolving   == "resolve" \in Features
AlwaysDirty == "alwaysDirty" \in Features
OneBitmap   == "oneBitmap" \in Features
LateMark    == "lateMark" \in Features
PoppingMany == "popMany" \in Features
Failing     == "fail" \in Features
FailingLog  == "failLog" \in Features
GivingUp    == "giveUp" \in Features
Young       == "young" \in Features

Has(rule) == rule \notin Without
HasH1              == Has("H1")
HasH1b             == Has("H1b")
HasCasLoop         == Has("casLoop")
HasShadeOld        == Has("shadeOld")
HasShadeNew        == Has("shadeNew")
HasShadeFirst      == Has("shadeFirst")
HasTopScan         == Has("topScan")
HasPopCheck        == Has("popCheck")
HasStackStoreShade == Has("stackStoreShade")
HasSpawnServes     == Has("spawnServes")
HasExitHandsOver   == Has("exitHandsOver")
HasRoundResult     == Has("roundResult")
HasWeakVerdict     == Has("weakVerdict")
HasWeakStoreShade  == Has("weakStoreShade")
HasWeakDone        == Has("weakDone")
HasWeakFirst       == Has("weakFirst")
HasAllocatedFirst  == Has("allocatedFirst")
HasReuseWait       == Has("reuseWait")
HasPopTarget       == Has("popTarget")
HasPushShade       == Has("pushShade")
HasFlagsLast       == Has("flagsLast")
HasShadeWhole      == Has("shadeWhole")
HasSnapshotOnce    == Has("snapshotOnce")
HasFlushOnce       == Has("flushOnce")
HasAskAgain        == Has("askAgain")
HasGiveUpOff       == Has("giveUpOff")
HasBirthsYoung     == Has("birthsYoung")
HasReadAgain       == Has("readAgain")
HasReadAgainWeak   == Has("readAgainWeak")
HasReadAgainSlots  == Has("readAgainSlots")
HasCleanOnReturn   == Has("cleanOnReturn")
HasCleanOnStore    == Has("cleanOnStore")
HasCleanLast       == Has("cleanLast")
HasFullStacks      == Has("fullStacks")
HasLog             == Has("log")
HasLogAlways       == Has("logAlways")
HasReadUnsealedAgain == Has("readUnsealedAgain")
HasHeaderFirst     == Has("headerFirst")
HasLogWeak         == Has("logWeak")
HasClearBeforeH2   == Has("clearBeforeH2")
HasClearGivenUp    == Has("clearGivenUp")
HasHandOverSettled == Has("handOverSettled")
HasClearNoted      == Has("clearNoted")
HasReadSettled     == Has("readSettled")
HasReadAfterH2     == Has("readAfterH2")
HasBitGoesToo      == Has("bitGoesToo")
HasExitLogs        == Has("exitLogs")
HasFullAfterGiveUp == Has("fullAfterGiveUp")

BarrierStages ==                       \* stages in which a thread's barrier is on
    IF HasH1 THEN {"H1", "H1b", "H2", "H3"} ELSE {"H2", "H3"}
BlackStages ==                         \* stages in which a thread's births are black
    CASE "whiteBeforeH2" \in Without -> {"H1", "H1b", "H2", "H3"}
      [] "blackAfterH2"  \in Without -> {}
      [] OTHER                       -> {"H2", "H3"}
BlackWhenClosed == Has("blackUntilH4")

Root     == "root"                     \* the one global root, a mutable cell
WeakRoot == "weakRoot"                 \* the one weak cell outside all objects
Slots    == 1 .. (Depth * Width)       \* shadow stack, frame 1 at the bottom
Frame(s) == ((s - 1) \div Width) + 1

VARIABLES
    \* The heap, shared by all.
    alloc,     \* handles whose slot leads to an object (the allocated bitmap)
    retired,   \* freed in this cycle and not yet up for reuse
    unsealed,  \* under construction: allocated, private to the thread that holds it
    fld,       \* the one reference field of each object, the content of Root and of WeakRoot
    \* Marks. An object counts as marked if it is in either set.
    marked,    \* written by the collector only
    shaded,    \* written by mutators only: births and shades
    \* The collector.
    phase,     \* where it stands; an H phase means: issued, not yet acknowledged by all
    verdict,   \* "no", "open", "failed", "closed" or "done"; mutators may turn open into failed
    grey,      \* marked and still to be traced
    handoff,   \* the global queue mutators hand their buffers to
    dirty,     \* a thread left during this H3 round
    rootTodo,  \* the root cell is still to be scanned
    sweepTodo, \* handles RETIRE has not looked at
    candidate, \* the handle RETIRE is looking at, half way
    \* Young cycles.
    full,      \* whether the running cycle, or the last one, traces everything
    mustFull,  \* the next one has to
    logged,    \* objects whose bit says that they are in a log, or in `again`
    log,       \* of each mutator: cells it has stored into and not handed over
    handed,    \* the logs that were handed over, at H1b or by threads that have exited
    uncleared, \* what the collector has taken of that, and whose bit it has not cleared
    logTodo,   \* taken, and still to be scanned
    met,       \* the weak cells that were traced or scanned in this cycle
    again,     \* noted by the collector in this cycle, or the last one: to be read in the next
    unfinished, \* the same for those that were under construction; their bit is not touched
    reading,   \* under construction, and half read
    clean,     \* of each mutator: frames 1 .. clean name only old objects, and are not read again
    \* The mutators, each a function of the mutator.
    mode,      \* "run", "safe" (in a safe region) or "none" (not a thread now)
    stage,     \* the last handshake it answered
    flags,     \* the last one whose action it completed; it implies barrier and birth colour
    unasked,   \* the set of those whose request was lost when the action failed
    stack, top,
    wm,        \* frames 1 .. wm are frozen
    todo,      \* slots published at H2 which the collector has not read yet
    buf,       \* handles it shaded and did not hand over yet
    gave,      \* handed over in an H3 that it has not answered
    op         \* the operation it is in the middle of, with its registers

heapVars      == <<alloc, retired, unsealed, fld>>
markVars      == <<marked, shaded>>
logVars       == <<logged, log, handed, uncleared>>
ageVars       == <<full, mustFull, logTodo, met, again, unfinished, reading>>
youngVars     == <<ageVars, logVars, clean>>
sweepVars     == <<sweepTodo, candidate, youngVars>>
workVars      == <<phase, verdict, grey, handoff, dirty, rootTodo, sweepTodo, candidate>>
collectorVars == <<workVars, youngVars>>
stackVars     == <<stack, top, wm, todo>>
failVars      == <<flags, unasked, gave>>
mutatorVars   == <<mode, stage, stackVars, buf, op, failVars>>
vars          == <<heapVars, markVars, collectorVars, mutatorVars>>

Idle == [pc |-> "idle"]

Init ==
    /\ alloc = {} /\ retired = {} /\ unsealed = {}
    /\ fld = [c \in Handles \cup {Root, WeakRoot} |-> Null]
    /\ marked = {} /\ shaded = {}
    /\ phase = "idle" /\ verdict = "no"
    /\ grey = {} /\ handoff = {} /\ dirty = FALSE
    /\ rootTodo = FALSE /\ sweepTodo = {} /\ candidate = Null
    /\ full = TRUE /\ mustFull = FALSE
    /\ logged = {} /\ log = [m \in Mutators |-> {}] /\ handed = {} /\ uncleared = {} /\ logTodo = {} /\ met = {}
    /\ again = {} /\ unfinished = {} /\ reading = {} /\ clean = [m \in Mutators |-> 0]
    /\ IF Spawning THEN \E first \in Mutators :
                            mode = [m \in Mutators |-> IF m = first THEN "run" ELSE "none"]
                   ELSE mode = [m \in Mutators |-> "run"]
    /\ stage = [m \in Mutators |-> "H4"]
    /\ flags = stage /\ unasked = {}
    /\ gave = [m \in Mutators |-> {}]
    /\ stack = [m \in Mutators |-> [s \in Slots |-> Null]]
    /\ top = [m \in Mutators |-> 1]
    /\ wm = [m \in Mutators |-> 0]
    /\ todo = [m \in Mutators |-> {}]
    /\ buf = [m \in Mutators |-> {}]
    /\ op = [m \in Mutators |-> Idle]

-----------------------------------------------------------------------------
(* What threads can see and do with a few words. *)

Marks == marked \cup shaded

BarrierOn(m) == flags[m] \in BarrierStages
PastH2(m)    == flags[m] \in {"H2", "H3"}            \* the epoch test of the barrier
BirthsBlack(m) == /\ flags[m] \in BlackStages
                  /\ BlackWhenClosed \/ verdict \notin {"closed", "done"}

Ready(m) == mode[m] = "run" /\ op[m].pc = "idle"

LiveSlots(m) == {s \in Slots : s <= top[m] * Width}
TopSlots(m)  == {s \in Slots : Frame(s) = top[m]}
Held(m)      == {stack[m][s] : s \in LiveSlots(m)} \ {Null}
Sharable(m)  == Held(m) \ unsealed                     \* what it may let others see
Frozen(m, s) == Frame(s) <= wm[m]

\* m shades the handles in hs: the test looks at both sets, the write goes to the mutators' one.
\* The collector's bit is read and written without an atomic operation, so it may be missed; then
\* both trace the handle.
Shade(m, hs) ==
    \E missed \in IF LateMark THEN SUBSET ((hs \cap marked) \ shaded) ELSE {{}} :
        LET new == ((hs \ {Null}) \ Marks) \cup missed IN
        /\ IF OneBitmap THEN marked' = marked \cup new /\ shaded' = shaded
                        ELSE shaded' = shaded \cup new /\ marked' = marked
        /\ buf' = [buf EXCEPT ![m] = @ \cup new]

\* m sets the mark bit of a handle it is about to publish; nothing to trace, so nothing to queue.
MarkBirth(h) ==
    IF OneBitmap THEN marked' = marked \cup {h} /\ shaded' = shaded
                 ELSE shaded' = shaded \cup {h} /\ marked' = marked

Put(m, s, v) == stack' = [stack EXCEPT ![m][s] = v]

\* m is about to store into c. The bit is tested and set with one atomic operation: who has set it
\* has the cell in its log.
Logging(m) == Young /\ HasLog /\ (HasLogAlways \/ flags[m] = "H4")
Log(m, c) ==
    IF Logging(m) /\ c \notin logged
    THEN /\ logged' = logged \cup {c}
         /\ log' = [log EXCEPT ![m] = @ \cup {c}]
         /\ UNCHANGED <<handed, uncleared>>
    ELSE UNCHANGED logVars

\* Marked by mutators only. If it is in no buffer it was born marked: it lives on, and stays young.
OnlyShaded == shaded \ marked

\* Frame f of m may name something young from now on.
Unclean(m, f) == [clean EXCEPT ![m] = IF @ < f THEN @ ELSE f - 1]

Finish(m) == op' = [op EXCEPT ![m] = Idle]

-----------------------------------------------------------------------------
(* Mutator: loads, drops, births. None of them needs a barrier. *)

Drop(m) ==
    /\ Ready(m)
    /\ \E s \in TopSlots(m) : stack[m][s] # Null /\ Put(m, s, Null)
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, failVars, top, wm, todo, buf, op>>

Load(m) ==
    /\ Ready(m)
    /\ \E s \in TopSlots(m), c \in {Root} \cup (Held(m) \ Holders) :
          fld[c] \notin {Null, stack[m][s]} /\ Put(m, s, fld[c])
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, failVars, top, wm, todo, buf, op>>

\* Handles in nobody's possession. One that is being born is its parent's.
Free == Handles \ (alloc \cup retired \cup {op[m].h : m \in {n \in Mutators : op[n].pc = "birth"}})

\* The object, with its field, becomes visible and rooted in one store.
Publish(m, h) ==
    \E s \in TopSlots(m), v \in Sharable(m) \cup {Null}, open \in {FALSE} \cup {Unsealed} :
        /\ open => v = Null /\ h \notin Mutable \cup Holders
        /\ alloc' = alloc \cup {h}
        /\ unsealed' = IF open THEN unsealed \cup {h} ELSE unsealed
        /\ fld' = [fld EXCEPT ![h] = v]
        /\ Put(m, s, h)

\* While the collector is not retiring, nobody can tell whether the mark bit of a birth is set
\* before or together with its allocated bit, so one step is enough.
Allocate(m) ==
    /\ Ready(m)
    /\ ~(BirthsBlack(m) /\ phase = "retire")
    /\ \E h \in Free :
          /\ Publish(m, h)
          /\ IF BirthsBlack(m) THEN MarkBirth(h) ELSE UNCHANGED markVars
    /\ UNCHANGED <<retired, collectorVars, mode, stage, failVars, top, wm, todo, buf, op>>

\* The initialising store into an object under construction. It needs no barrier and no log: the object is
\* traced after it, or has been noted by the collector, which will read it.
Fill(m) ==
    /\ Ready(m)
    /\ \E h \in Held(m) \cap unsealed, v \in Sharable(m) :
          fld[h] = Null /\ fld' = [fld EXCEPT ![h] = v]
    /\ UNCHANGED <<alloc, retired, unsealed, markVars, collectorVars, mutatorVars>>

Seal(m) ==
    /\ Ready(m)
    /\ \E h \in Held(m) \cap unsealed : unsealed' = unsealed \ {h}
    /\ UNCHANGED <<alloc, retired, fld, markVars, collectorVars, mutatorVars>>

BeginBirth(m) ==
    /\ Ready(m)
    /\ BirthsBlack(m) /\ phase = "retire"
    /\ \E h \in Free : MarkBirth(h) /\ op' = [op EXCEPT ![m] = [pc |-> "birth", h |-> h]]
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, failVars, stackVars, buf>>

EndBirth(m) ==
    /\ op[m].pc = "birth"
    /\ Publish(m, op[m].h)
    /\ Finish(m)
    /\ UNCHANGED <<retired, markVars, collectorVars, mode, stage, failVars, top, wm, todo, buf>>

-----------------------------------------------------------------------------
(* Mutator: stores into a mutable cell.                                     *)
(*                                                                          *)
(*   read old -> shade old -> shade new, if before the own H2 -> CAS        *)
(*                                                                          *)
(* A failed CAS starts over with the value that made it fail.               *)

StoreState(pc, c, old, new) == [pc |-> pc, c |-> c, old |-> old, new |-> new]

AfterRead(m, c, old, new) ==
    CASE old # Null /\ HasShadeOld                    -> StoreState("shadeOld", c, old, new)
      [] new # Null /\ HasShadeNew /\ ~PastH2(m)      -> StoreState("shadeNew", c, old, new)
      [] OTHER                                        -> StoreState("write", c, old, new)

\* With young cycles the store is logged first. The log and the store are two steps: others may see
\* the cell logged, and not yet stored into.
BeginStore(m) ==
    /\ Young /\ Ready(m)
    /\ \E c \in {Root} \cup (Held(m) \cap Mutable), v \in Sharable(m) \cup {Null} :
          /\ fld[c] # v
          /\ IF c = Root THEN UNCHANGED logVars ELSE Log(m, c)    \* roots are always scanned
          /\ op' = [op EXCEPT ![m] = StoreState("store", c, Null, v)]
    /\ UNCHANGED <<heapVars, markVars, workVars, ageVars, clean, mode, stage, failVars, stackVars, buf>>

Storing(m) ==
    IF Young THEN IF op[m].pc = "store" THEN {<<op[m].c, op[m].new>>} ELSE {}
             ELSE ({Root} \cup (Held(m) \cap Mutable)) \X (Sharable(m) \cup {Null})

Store(m) ==
    /\ Young \/ Ready(m)
    /\ \E store \in Storing(m) :
          LET c == store[1] v == store[2] IN
          /\ Young \/ fld[c] # v
          /\ CASE ~BarrierOn(m) ->
                    /\ fld' = [fld EXCEPT ![c] = v]
                    /\ IF Young THEN Finish(m) ELSE UNCHANGED op
               [] BarrierOn(m) /\ HasShadeFirst ->
                    op' = [op EXCEPT ![m] = AfterRead(m, c, fld[c], v)] /\ UNCHANGED fld
               [] OTHER ->
                    /\ fld' = [fld EXCEPT ![c] = v]
                    /\ op' = [op EXCEPT ![m] = StoreState("lateShade", c, fld[c], v)]
    /\ UNCHANGED <<alloc, retired, unsealed, markVars, collectorVars, mode, stage, failVars, stackVars, buf>>

ShadeOld(m) ==
    /\ op[m].pc = "shadeOld"
    /\ Shade(m, {op[m].old})
    /\ op' = [op EXCEPT ![m].pc =
                 IF HasShadeNew /\ ~PastH2(m) /\ op[m].new # Null THEN "shadeNew" ELSE "write"]
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, failVars, stackVars>>

ShadeNew(m) ==
    /\ op[m].pc = "shadeNew"
    /\ Shade(m, {op[m].new})
    /\ op' = [op EXCEPT ![m].pc = "write"]
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, failVars, stackVars>>

Write(m) ==
    /\ op[m].pc = "write"
    /\ LET c == op[m].c IN
       IF fld[c] = op[m].old \/ ~HasCasLoop
       THEN fld' = [fld EXCEPT ![c] = op[m].new] /\ Finish(m)
       ELSE op' = [op EXCEPT ![m] = AfterRead(m, c, fld[c], op[m].new)] /\ UNCHANGED fld
    /\ UNCHANGED <<alloc, retired, unsealed, markVars, collectorVars, mode, stage, failVars, stackVars, buf>>

LateShade(m) ==
    /\ op[m].pc = "lateShade"
    /\ Shade(m, {op[m].old} \cup IF PastH2(m) THEN {} ELSE {op[m].new})
    /\ Finish(m)
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, failVars, stackVars>>

-----------------------------------------------------------------------------
(* Mutator: weak cells.                                                     *)
(*                                                                          *)
(* A reader that finds an unmarked target while its barrier is on asks the  *)
(* verdict.                                                                 *)
(*   open         turned into failed, so that the round in progress cannot  *)
(*                close over the head of this reader, which then shades     *)
(*   no, failed   there is time to shade                                    *)
(*   closed       the target is as good as gone                             *)
(*   done         the dead are gone from all weak cells. What the reader    *)
(*                has may be one of them, or a white birth of a thread past *)
(*                its H4; reading the cell again tells.                     *)


WeakCellsOf(m) == (IF "weak" \in Features THEN {WeakRoot} ELSE {}) \cup (Held(m) \cap Holders)

WeakRead(m) ==
    /\ WeakCells /\ Ready(m)
    /\ \E s \in TopSlots(m), c \in WeakCellsOf(m) :
          /\ fld[c] \notin {Null, stack[m][s]}
          /\ IF BarrierOn(m)
             THEN /\ op' = [op EXCEPT ![m] = [pc |-> "weakTest", h |-> fld[c], c |-> c, s |-> s]]
                  /\ UNCHANGED stack
             ELSE Put(m, s, fld[c]) /\ UNCHANGED op
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, failVars, top, wm, todo, buf>>

WeakTest(m) ==
    /\ op[m].pc = "weakTest"
    /\ IF op[m].h \in Marks
       THEN Put(m, op[m].s, op[m].h) /\ Finish(m)
       ELSE op' = [op EXCEPT ![m].pc = "weakAsk"] /\ UNCHANGED stack
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, failVars, top, wm, todo, buf>>

WeakAsk(m) ==
    /\ op[m].pc = "weakAsk"
    /\ IF verdict \in {"closed", "done"} /\ HasWeakVerdict
       THEN /\ Put(m, op[m].s, CASE verdict = "done"     -> fld[op[m].c]
                                 [] op[m].h \in Marks    -> op[m].h
                                 [] OTHER                -> Null)
            /\ Finish(m)
            /\ UNCHANGED verdict
       ELSE /\ op' = [op EXCEPT ![m].pc = "weakShade"]
            /\ verdict' = IF verdict = "open" /\ HasWeakVerdict THEN "failed" ELSE verdict
            /\ UNCHANGED stack
    /\ UNCHANGED <<heapVars, markVars, phase, grey, handoff, dirty, rootTodo, sweepVars,
                   mode, stage, failVars, top, wm, todo, buf>>

WeakShade(m) ==
    /\ op[m].pc = "weakShade"
    /\ Shade(m, {op[m].h})
    /\ Put(m, op[m].s, op[m].h)
    /\ Finish(m)
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, failVars, top, wm, todo>>

WeakStore(m) ==
    /\ WeakCells /\ Ready(m)
    /\ \E c \in WeakCellsOf(m), v \in Sharable(m) \cup {Null} :
          /\ v # fld[c]
          /\ IF HasLogWeak /\ c # WeakRoot THEN Log(m, c) ELSE UNCHANGED logVars
          /\ CASE BarrierOn(m) /\ HasWeakStoreShade /\ v # Null ->
                    /\ Shade(m, {v})
                    /\ op' = [op EXCEPT ![m] = [pc |-> "weakWrite", h |-> v, c |-> c]]
                    /\ UNCHANGED fld
               [] Young /\ ~(BarrierOn(m) /\ HasWeakStoreShade /\ v # Null) ->
                    /\ op' = [op EXCEPT ![m] = [pc |-> "weakWrite", h |-> v, c |-> c]]
                    /\ UNCHANGED <<fld, markVars, buf>>
               [] OTHER -> fld' = [fld EXCEPT ![c] = v] /\ UNCHANGED <<markVars, buf, op>>
    /\ UNCHANGED <<alloc, retired, unsealed, workVars, ageVars, clean, mode, stage, failVars, stackVars>>

WeakWrite(m) ==
    /\ op[m].pc = "weakWrite"
    /\ fld' = [fld EXCEPT ![op[m].c] = op[m].h]
    /\ Finish(m)
    /\ UNCHANGED <<alloc, retired, unsealed, markVars, collectorVars, mode, stage, failVars, stackVars, buf>>

-----------------------------------------------------------------------------
(* Mutator: resolving. A program may try any number as a handle. If a slot  *)
(* leads somewhere, the address is used before the next safepoint; what it  *)
(* leads to must not have become another object by then.                    *)

Resolve(m) ==
    /\ Resolving /\ Ready(m)
    /\ \E h \in alloc : op' = [op EXCEPT ![m] = [pc |-> "use", h |-> h]]
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, failVars, stackVars, buf>>

Use(m) ==
    /\ op[m].pc = "use"
    /\ Finish(m)
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, failVars, stackVars, buf>>

-----------------------------------------------------------------------------
(* Mutator: frames and the watermark.                                       *)

\* What lies where the next frame will, and the collector has not read.
PoppedUnread(m) == {stack[m][s] : s \in {t \in todo[m] : Frame(t) = top[m] + 1}} \ {Null}

Push(m) ==
    /\ Ready(m) /\ m \in Deep /\ top[m] < Depth
    /\ HasPushShade => PoppedUnread(m) \subseteq Marks
    /\ \E v \in Held(m) \cup {Null} :        \* an argument for the callee
          stack' = [stack EXCEPT ![m] = [s \in Slots |->
                       CASE s = top[m] * Width + 1     -> v
                         [] Frame(s) = top[m] + 1      -> Null
                         [] OTHER                      -> stack[m][s]]]
    /\ top' = [top EXCEPT ![m] = @ + 1]
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, wm, todo, buf, op, failVars>>

\* What a new frame overwrites is shaded first, if the collector may be going to read it.
ShadePopped(m) ==
    /\ PoppingMany /\ Ready(m) /\ top[m] < Depth
    /\ ~(PoppedUnread(m) \subseteq Marks)
    /\ Shade(m, PoppedUnread(m))
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, stackVars, op, failVars>>

\* A return to frame f. If that is frozen it is shaded, and the watermark lowered below it; of the
\* frames between nothing is shaded. A popped slot keeps its content only if the collector is still
\* going to read it. The result, if there is one, then goes into a slot of f.
Return(m) ==
    /\ Ready(m) /\ top[m] > 1
    /\ \E f \in IF PoppingMany THEN 1 .. (top[m] - 1) ELSE {top[m] - 1} :
          LET from    == {stack[m][s] : s \in TopSlots(m)}
              caller  == {s \in Slots : Frame(s) = f}
              checked == {s \in Slots : Frame(s) = IF HasPopTarget THEN f ELSE wm[m]}
              left    == [s \in Slots |-> IF Frame(s) > f /\ s \notin todo[m] THEN Null ELSE stack[m][s]]
          IN  /\ top' = [top EXCEPT ![m] = f]
              /\ clean' = IF HasCleanOnReturn THEN Unclean(m, f) ELSE clean
              /\ IF f <= wm[m]
                 THEN /\ Shade(m, IF HasPopCheck THEN {stack[m][s] : s \in checked} ELSE {})
                      /\ wm' = [wm EXCEPT ![m] = f - 1]
                      /\ stack' = [stack EXCEPT ![m] = left]
                      /\ \/ UNCHANGED op
                         \/ \E v \in from, s \in caller :
                               /\ v # stack[m][s]
                               /\ op' = [op EXCEPT ![m] = [pc |-> "return", h |-> v, s |-> s]]
                 ELSE /\ \/ stack' = [stack EXCEPT ![m] = left]
                         \/ \E v \in from, s \in caller :
                               /\ v # stack[m][s]
                               /\ stack' = [stack EXCEPT ![m] = [left EXCEPT ![s] = v]]
                      /\ UNCHANGED <<markVars, buf, wm, op>>
    /\ UNCHANGED <<heapVars, workVars, ageVars, logVars, mode, stage, todo, failVars>>

EndReturn(m) ==
    /\ op[m].pc = "return"
    /\ Put(m, op[m].s, op[m].h)
    /\ Finish(m)
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, top, wm, todo, buf, failVars>>

\* A checked store into a lower frame shades the old value of a frozen slot, then writes.
ShadeSlot(m) ==
    /\ StackStores /\ Ready(m)
    /\ \E s \in LiveSlots(m) :
          /\ Frozen(m, s) /\ stack[m][s] \notin Marks \cup {Null}
          /\ Shade(m, {stack[m][s]})
    /\ UNCHANGED <<heapVars, collectorVars, mode, stage, failVars, stackVars, op>>

StoreSlot(m) ==
    /\ StackStores /\ Ready(m)
    /\ \E s \in LiveSlots(m) \ TopSlots(m), v \in Held(m) \cup {Null} :
          /\ stack[m][s] # v
          /\ Frozen(m, s) /\ HasStackStoreShade => stack[m][s] \in Marks \cup {Null}
          /\ Put(m, s, v)
          /\ clean' = IF HasCleanOnStore THEN Unclean(m, Frame(s)) ELSE clean
    /\ UNCHANGED <<heapVars, markVars, workVars, ageVars, logVars, mode, stage, failVars, top, wm, todo, buf, op>>

-----------------------------------------------------------------------------
(* Mutator: coming, going, blocking.                                        *)

HandshakePhases == {"H1", "H1b", "H2", "H3", "H4"}

\* The handshake last issued, which is what a new thread takes its flags from.
Issued == CASE phase = "idle"                       -> "H4"
            [] phase \in HandshakePhases            -> phase
            [] phase = "clear"                      -> "H1b"
            [] phase = "close"                      -> "H3"
            [] phase \in {"mark", "weak", "retire"} -> "H2"

\* Starting the thread m with v in its first slot, registered under the registry lock.
Begin(m, v) ==
    /\ mode[m] = "none"
    /\ mode' = [mode EXCEPT ![m] = "run"]
    /\ stage' = [stage EXCEPT ![m] = Issued]
    /\ flags' = [flags EXCEPT ![m] = Issued]
    /\ stack' = [stack EXCEPT ![m][1] = v]
    /\ UNCHANGED <<heapVars, markVars, collectorVars, top, wm, todo, buf, op, unasked, gave>>

Attach(m) == Spawning /\ Begin(m, Null)

Spawn(m) ==
    /\ Spawning /\ Ready(m)
    /\ HasSpawnServes => stage[m] = Issued
    /\ \E child \in Mutators \ {m}, v \in Sharable(m) : Begin(child, v)

\* What it froze and handed over stays where the collector will read it.
Exit(m) ==
    /\ Exiting /\ Ready(m) /\ top[m] = 1
    /\ mode' = [mode EXCEPT ![m] = "none"]
    /\ stage' = [stage EXCEPT ![m] = "H4"]
    /\ flags' = [flags EXCEPT ![m] = "H4"]
    /\ unasked' = unasked \ {m}
    /\ stack' = [stack EXCEPT ![m] = [s \in Slots |-> Null]]
    /\ todo' = [todo EXCEPT ![m] = {}]
    /\ LET shades == gave[m] \cup IF HasExitHandsOver THEN buf[m] ELSE {}
           unread == {stack[m][s] : s \in todo[m]} \ {Null}
       IN  /\ handoff' = handoff \cup shades \cup unread
           /\ dirty' = (phase = "H3" /\ (dirty \/ AlwaysDirty \/ shades # {}))
    /\ buf' = [buf EXCEPT ![m] = {}]
    /\ gave' = [gave EXCEPT ![m] = {}]
    /\ log' = [log EXCEPT ![m] = {}]
    /\ handed' = handed \cup IF HasExitLogs THEN log[m] ELSE {}
    /\ UNCHANGED <<heapVars, markVars, phase, verdict, grey, rootTodo, sweepTodo, candidate,
                   ageVars, logged, uncleared, clean, top, wm, op>>

Block(m) ==
    /\ Blocking /\ Ready(m)
    /\ mode' = [mode EXCEPT ![m] = "safe"]
    /\ UNCHANGED <<heapVars, markVars, collectorVars, stage, failVars, stackVars, buf, op>>

Resume(m) ==
    /\ mode[m] = "safe"
    /\ mode' = [mode EXCEPT ![m] = "run"]
    /\ UNCHANGED <<heapVars, markVars, collectorVars, stage, failVars, stackVars, buf, op>>

-----------------------------------------------------------------------------
(* Handshakes. A thread acts for itself, or the collector for it while it   *)
(* is blocked. H2 shades the top frame and Below frames under it, and       *)
(* freezes the rest.                                                        *)

ToFreeze(m) == IF top[m] > 1 + Below THEN top[m] - 1 - Below ELSE 0

ToShade(m) ==
    IF HasTopScan THEN {stack[m][s] : s \in {t \in LiveSlots(m) : Frame(t) > ToFreeze(m)}} ELSE {}

\* What H2 publishes for the collector to read. In a young cycle that is not what was read before, and
\* has not been returned to or stored into since: it is old.
ToRead(m) ==
    LET readBefore == IF full /\ HasFullStacks THEN 0 ELSE clean[m]
    IN  {s \in Slots : Frame(s) > readBefore /\ Frame(s) <= ToFreeze(m)}

\* What it freezes will have been read when the cycle has ended.
SetClean(m) == clean' = IF phase = "H2" /\ Young THEN [clean EXCEPT ![m] = ToFreeze(m)] ELSE clean

\* Stack and buffers first, flags last.
Act(m) ==
    CASE phase = "H2" ->
           /\ Shade(m, ToShade(m))
           /\ wm' = [wm EXCEPT ![m] = ToFreeze(m)]
           /\ todo' = [todo EXCEPT ![m] = ToRead(m)]
      [] phase = "H3" -> buf' = [buf EXCEPT ![m] = {}] /\ UNCHANGED <<markVars, wm, todo>>
      [] phase = "H4" ->
           /\ buf' = [buf EXCEPT ![m] = {}]
           /\ wm' = [wm EXCEPT ![m] = 0]
           /\ todo' = [todo EXCEPT ![m] = {}]
           /\ UNCHANGED markVars
      [] OTHER -> UNCHANGED <<markVars, buf, wm, todo>>

\* An action that was completed, and not answered, is not done a second time.
IsDone(m) ==
    /\ flags[m] = phase
    /\ CASE phase = "H2" -> HasSnapshotOnce /\ HasFlagsLast
         [] phase = "H3" -> HasFlushOnce
         [] OTHER        -> TRUE

Asked(m) == phase \in HandshakePhases /\ stage[m] # phase

\* H1b: the log is handed over, with the bits set. Every barrier is on: what others store into what they find
\* logged is shaded, by whomever it was logged. Done again it hands over what was logged since.
HandsOver == IF HasHandOverSettled THEN "H1b" ELSE "H1"
HandOverLog(m) ==
    IF phase = HandsOver
    THEN handed' = handed \cup log[m] /\ log' = [log EXCEPT ![m] = {}]
    ELSE UNCHANGED <<handed, log>>

Answer(m) ==
    /\ handoff' = IF phase # "H3" THEN handoff
                  ELSE handoff \cup IF IsDone(m) THEN gave[m] ELSE buf[m]
    /\ gave' = [gave EXCEPT ![m] = {}]
    /\ flags' = [flags EXCEPT ![m] = phase]
    /\ stage' = [stage EXCEPT ![m] = phase]
    /\ unasked' = unasked \ {m}
    /\ HandOverLog(m)
    /\ IF IsDone(m) THEN UNCHANGED clean ELSE SetClean(m)
    /\ UNCHANGED <<heapVars, phase, verdict, dirty, rootTodo, sweepTodo, candidate,
                   full, mustFull, logTodo, met, again, unfinished, reading, logged, uncleared, mode, stack, top, op>>

Acknowledge(m) ==
    /\ Ready(m) /\ Asked(m) /\ m \notin unasked
    /\ IF IsDone(m) THEN UNCHANGED <<markVars, buf, wm, todo>> ELSE Act(m)
    /\ UNCHANGED grey
    /\ Answer(m)

\* What the collector shades it marks itself.
ServeFor(m) ==
    /\ mode[m] = "safe" /\ Asked(m)
    /\ CASE IsDone(m) -> UNCHANGED <<markVars, grey, buf, wm, todo>>
         [] phase = "H2" /\ ~IsDone(m) ->
              LET found == ToShade(m) \ (Marks \cup {Null}) IN
              /\ marked' = marked \cup found /\ grey' = grey \cup found
              /\ wm' = [wm EXCEPT ![m] = ToFreeze(m)]
              /\ todo' = [todo EXCEPT ![m] = ToRead(m)]
              /\ UNCHANGED <<shaded, buf>>
         [] OTHER -> Act(m) /\ UNCHANGED grey
    /\ Answer(m)

(* A thread runs out of stack or of the JVM's memory in the middle of its   *)
(* action, or between its end and the answer. It goes on with whatever has  *)
(* been done of it. Its request may be lost on the way, until the collector *)
(* asks again.                                                              *)

\* Part of what H2 shades was shaded, and one more handle is in the buffer and not marked yet. In
\* the other order it is marked and not in the buffer. With flags first, they are set.
FailShading(m) ==
    /\ phase = "H2"
    /\ \E some \in SUBSET (ToShade(m) \ (Marks \cup {Null})) :
          \E half \in {{}} \cup {{h} : h \in ToShade(m) \ (some \cup Marks \cup {Null})} :
             LET inBuffer == some \cup IF HasShadeWhole THEN half ELSE {}
                 marks    == some \cup IF HasShadeWhole THEN {} ELSE half
             IN  /\ buf' = [buf EXCEPT ![m] = @ \cup inBuffer]
                 /\ IF OneBitmap THEN marked' = marked \cup marks /\ UNCHANGED shaded
                                 ELSE shaded' = shaded \cup marks /\ UNCHANGED marked
    /\ flags' = IF HasFlagsLast THEN flags ELSE [flags EXCEPT ![m] = phase]
    /\ UNCHANGED <<wm, todo, gave, clean>>

\* The stack was frozen, or the buffer dropped, and the flags are as before.
FailBeforeFlags(m) ==
    /\ HasFlagsLast /\ phase \in {"H2", "H4"}
    /\ IF phase = "H2"
       THEN Shade(m, ToShade(m)) /\ wm' = [wm EXCEPT ![m] = ToFreeze(m)]
       ELSE /\ buf' = [buf EXCEPT ![m] = {}]
            /\ wm' = [wm EXCEPT ![m] = 0]
            /\ UNCHANGED markVars
    /\ IF HasCleanLast THEN UNCHANGED clean ELSE SetClean(m)
    /\ UNCHANGED <<todo, flags, gave>>

FailBeforeAnswer(m) ==
    /\ Act(m)
    /\ gave' = IF phase = "H3" THEN [gave EXCEPT ![m] = buf[m]] ELSE gave
    /\ flags' = [flags EXCEPT ![m] = phase]
    /\ SetClean(m)

FailAtOnce(m) == UNCHANGED <<markVars, buf, wm, todo, flags, gave, clean>>

Fail(m) ==
    /\ Failing /\ Ready(m) /\ Asked(m) /\ m \notin unasked
    /\ unasked' \in {unasked, unasked \cup {m}}
    /\ IF IsDone(m)
       THEN FailAtOnce(m)
       ELSE FailAtOnce(m) \/ FailShading(m) \/ FailBeforeFlags(m) \/ FailBeforeAnswer(m)
    /\ UNCHANGED <<heapVars, workVars, ageVars, logVars, mode, stage, stack, top, op>>

\* The thread fails between the hand-over and its answer.
FailHandOver(m) ==
    /\ FailingLog /\ Ready(m) /\ Asked(m) /\ phase = HandsOver /\ log[m] # {}
    /\ HandOverLog(m)
    /\ UNCHANGED <<heapVars, markVars, workVars, ageVars, logged, uncleared, clean,
                   mode, stage, stackVars, buf, op, flags, unasked, gave>>

\* While it waits, the collector asks those again who have not answered.
AskAgain ==
    /\ HasAskAgain /\ unasked # {}
    /\ unasked' = {}
    /\ UNCHANGED <<heapVars, markVars, collectorVars, mode, stage, stackVars, buf, op, flags, gave>>

-----------------------------------------------------------------------------
(* Collector.                                                               *)

AllServed == \A m \in Mutators : mode[m] = "none" \/ stage[m] = phase

\* A full cycle begins with no marks; a young one with those of what earlier cycles have traced, and
\* has to read again what they have left. The bits of that are cleared here, before H1: who saw one set
\* has stored when he answers H1.
BeginYoungOrFull ==
    /\ full' \in IF mustFull /\ HasFullAfterGiveUp THEN {TRUE} ELSE BOOLEAN
    /\ marked' = IF full' THEN {} ELSE marked
    /\ logTodo' = IF full' THEN {} ELSE again \cup unfinished
    /\ logged' = IF HasClearNoted THEN logged \ again ELSE logged
    /\ mustFull' = FALSE /\ again' = {} /\ unfinished' = {}
    /\ UNCHANGED <<log, handed, uncleared>>

\* When all have answered H1b the collector takes what was handed over. It clears all bits of that before it
\* issues H2: who finds one set until then stores before its own H2. A full cycle traces everything, and does
\* not read it.
TakeLogs ==
    /\ logTodo' = IF full THEN {} ELSE logTodo \cup handed
    /\ uncleared' = IF HasClearBeforeH2 \/ full THEN uncleared \cup handed ELSE {}
    /\ handed' = {}
    /\ UNCHANGED <<full, mustFull, again, unfinished, marked, logged, log>>

ClearLogged ==
    /\ phase = "clear"
    /\ \E c \in uncleared : uncleared' = uncleared \ {c} /\ logged' = logged \ {c}
    /\ UNCHANGED <<heapVars, markVars, workVars, ageVars, log, handed, clean, mutatorVars>>

\* The H phases have nothing else to do than to wait.
NextPhase ==
    /\ phase' = CASE phase = "idle"               -> IF HasH1 THEN "H1" ELSE "H2"
                  [] phase = "H1"  /\ AllServed   -> IF HasH1b THEN "H1b" ELSE "H2"
                  [] phase = "H1b" /\ AllServed   -> IF handed \cup uncleared = {} THEN "H2" ELSE "clear"
                  [] phase = "clear" /\ uncleared = {} -> "H2"
                  [] phase = "H2"  /\ AllServed   -> "mark"
                  [] OTHER                        -> "none"
    /\ phase' # "none"
    /\ rootTodo' = (phase' = "mark")
    /\ CASE Young /\ phase = "idle" -> BeginYoungOrFull
         [] Young /\ phase = "H1b"  -> TakeLogs
         [] OTHER                   -> UNCHANGED <<full, mustFull, again, unfinished, marked, logTodo, logVars>>
    /\ UNCHANGED <<heapVars, shaded, verdict, grey, handoff, dirty, sweepTodo, candidate,
                   met, reading, clean, mutatorVars>>

\* The marker meets a handle: it tests both bits and sets its own. What a mutator has shaded is
\* not traced now: it comes from that mutator's buffer, or is newborn and needs no tracing.
NewlyGrey(v) == {v} \ (Marks \cup {Null})

Visit(v) ==
    /\ marked' = marked \cup NewlyGrey(v)
    /\ UNCHANGED shaded

Strong(h) == IF h \in Holders THEN Null ELSE fld[h]

\* The collector has read c, which is old now. If what it names was born in this cycle, that stays young:
\* c is noted, to be read again in the next one. Not if a thread has logged it for the next one: there is
\* one bit for both.
ReadAgain(c) ==
    LET note == IF Young /\ HasReadAgain /\ Strong(c) \in OnlyShaded THEN {c} \ logged ELSE {}
    IN  again' = again \cup note /\ logged' = logged \cup note

ReadField(c, left) == Visit(Strong(c)) /\ grey' = left \cup NewlyGrey(Strong(c))

NoteUnsealed(c) ==
    unfinished' = IF HasReadUnsealedAgain /\ c \in unsealed THEN unfinished \cup {c} ELSE unfinished

\* c was taken from grey, or a log, and is read. If it is under construction there are two steps: its
\* header is read, then its field. Between them its thread may write the field and seal it.
Read(c, left) ==
    IF Young /\ c \in unsealed
    THEN /\ reading' = reading \cup {c}
         /\ IF HasHeaderFirst THEN NoteUnsealed(c) /\ grey' = left /\ UNCHANGED markVars
                              ELSE ReadField(c, left) /\ UNCHANGED unfinished
         /\ UNCHANGED <<again, logged>>
    ELSE ReadField(c, left) /\ ReadAgain(c) /\ UNCHANGED <<unfinished, reading>>

\* Every thread has answered H2. Who saw the bit of a noted object set, at a time when its barrier was off, has
\* stored, and so has who fills an object under construction with what it held before.
ReadsLogged ==
    \/ phase = "mark"
    \/ phase = "H1" /\ ~HasReadSettled
    \/ phase \in {"H1b", "clear", "H2"} /\ ~HasReadAfterH2

EndReading ==
    /\ ReadsLogged
    /\ \E c \in reading :
          /\ reading' = reading \ {c}
          /\ IF HasHeaderFirst THEN ReadField(c, grey) /\ UNCHANGED unfinished
                               ELSE NoteUnsealed(c) /\ UNCHANGED <<markVars, grey>>
    /\ UNCHANGED <<heapVars, phase, verdict, handoff, dirty, rootTodo, sweepTodo, candidate,
                   full, mustFull, logVars, logTodo, met, again, clean, mutatorVars>>

ScanSlot ==
    /\ phase = "mark"
    /\ \E m \in Mutators : \E s \in todo[m] :
          /\ Visit(stack[m][s])
          /\ grey' = grey \cup NewlyGrey(stack[m][s])
          /\ todo' = [todo EXCEPT ![m] = @ \ {s}]
          /\ clean' = IF HasReadAgainSlots /\ stack[m][s] \in OnlyShaded THEN Unclean(m, Frame(s)) ELSE clean
    /\ UNCHANGED <<heapVars, phase, verdict, handoff, dirty, rootTodo, sweepTodo, candidate, ageVars, logVars,
                   mode, stage, failVars, stack, top, wm, buf, op>>

ScanRoot ==
    /\ phase = "mark" /\ rootTodo
    /\ Visit(fld[Root])
    /\ grey' = grey \cup NewlyGrey(fld[Root])
    /\ rootTodo' = FALSE
    /\ UNCHANGED <<heapVars, phase, verdict, handoff, dirty, sweepVars, mutatorVars>>

Trace ==
    /\ phase = "mark"
    /\ \E h \in grey :
          /\ Read(h, grey \ {h})
          /\ met' = IF Young THEN met \cup ({h} \cap Holders) ELSE met
    /\ UNCHANGED <<heapVars, phase, verdict, handoff, dirty, rootTodo, sweepTodo, candidate,
                   full, mustFull, log, handed, uncleared, logTodo, clean, mutatorVars>>

\* A logged object, or one that was noted in the last cycle. Only if it is old: a young one is traced if it is
\* reached. A handle that was freed names nothing.
ScanLogged ==
    /\ ReadsLogged
    /\ \E c \in logTodo :
          /\ logTodo' = logTodo \ {c}
          /\ CASE c \in alloc \cap marked /\ HasClearBeforeH2 -> Read(c, grey)
               [] c \in alloc \cap marked /\ ~HasClearBeforeH2 ->
                    /\ ReadField(c, grey)
                    /\ logged' = logged \ {c}
                    /\ UNCHANGED <<again, unfinished, reading>>
               [] OTHER ->
                    /\ logged' = IF HasClearBeforeH2 THEN logged ELSE logged \ {c}
                    /\ UNCHANGED <<markVars, grey, again, unfinished, reading>>
          /\ met' = met \cup ({c} \cap (Holders \cap alloc \cap marked))
    /\ UNCHANGED <<heapVars, phase, verdict, handoff, dirty, rootTodo, sweepTodo, candidate,
                   full, mustFull, log, handed, uncleared, clean, mutatorVars>>

\* What comes from a buffer is traced unless the marker has met it: here it tests its own bit only.
TakeOver ==
    /\ phase = "mark" /\ handoff # {}
    /\ marked' = marked \cup handoff
    /\ grey' = grey \cup IF OneBitmap THEN handoff ELSE handoff \ marked
    /\ handoff' = {}
    /\ UNCHANGED <<heapVars, shaded, phase, verdict, dirty, rootTodo, sweepVars, mutatorVars>>

OpenRound ==
    /\ phase = "mark"
    /\ grey = {} /\ handoff = {} /\ ~rootTodo /\ \A m \in Mutators : todo[m] = {}
    /\ logTodo = {} /\ reading = {}
    /\ phase' = "H3" /\ verdict' = "open" /\ dirty' = FALSE
    /\ UNCHANGED <<heapVars, markVars, grey, handoff, rootTodo, sweepVars, mutatorVars>>

\* Back to MARK after a round that found something, or on to WEAK.
LeaveRound(next, finding) ==
    /\ phase' = next /\ verdict' = finding /\ dirty' = FALSE
    /\ stage' = [m \in Mutators |-> IF stage[m] = "H3" THEN "H2" ELSE stage[m]]
    /\ flags' = [m \in Mutators |-> IF flags[m] = "H3" THEN "H2" ELSE flags[m]]

EndRound ==
    /\ phase = "H3" /\ AllServed
    /\ IF HasRoundResult /\ (handoff # {} \/ dirty)
       THEN LeaveRound("mark", "no")
       ELSE phase' = "close" /\ UNCHANGED <<verdict, dirty, stage, flags>>
    /\ UNCHANGED <<heapVars, markVars, grey, handoff, rootTodo, sweepVars, mode, stackVars, buf, op, unasked, gave>>

\* All buffers were empty; the last word is the compare-and-set of the verdict.
Close ==
    /\ phase = "close"
    /\ IF HasRoundResult /\ verdict = "failed"
       THEN LeaveRound("mark", "no") /\ UNCHANGED sweepTodo
       ELSE IF HasWeakFirst /\ WeakCells
            THEN LeaveRound("weak", "closed") /\ UNCHANGED sweepTodo
            ELSE LeaveRound("retire", "closed") /\ sweepTodo' = Handles
    /\ UNCHANGED <<heapVars, markVars, grey, handoff, rootTodo, candidate, youngVars, mode, stackVars, buf, op, unasked, gave>>

\* From here on threads allocate white one after the other. A thread that still has its barrier
\* on must not take an unmarked weak target for a dead one any more, so the verdict moves on first.
IssueH4 == phase' = "H4" /\ verdict' = IF HasWeakDone THEN "done" ELSE verdict

\* The weak cells the marker has traced. An object born black is not among them.
MetCells == {WeakRoot} \cup IF Young THEN met ELSE Holders \cap marked

\* The target of a cell that is old now may have been born in this cycle, and die in the next.
ClearWeak ==
    /\ phase = "weak"
    /\ LET note == IF HasReadAgainWeak THEN {c \in met : fld[c] \in OnlyShaded} \ logged ELSE {}
       IN  again' = again \cup note /\ logged' = logged \cup note
    /\ fld' = [c \in DOMAIN fld |-> IF c \in MetCells /\ fld[c] \notin Marks THEN Null ELSE fld[c]]
    /\ IF HasWeakFirst THEN phase' = "retire" /\ sweepTodo' = Handles /\ UNCHANGED verdict
                       ELSE IssueH4 /\ UNCHANGED sweepTodo
    /\ UNCHANGED <<alloc, retired, unsealed, markVars, grey, handoff, dirty, rootTodo, candidate,
                   full, mustFull, logTodo, met, unfinished, reading, log, handed, uncleared, clean, mutatorVars>>

(* RETIRE looks at two bitmaps while mutators take handles. A birth sets    *)
(* its mark bit first and its allocated bit second, so RETIRE reads them in *)
(* the opposite order.                                                      *)

SweepFirst ==
    /\ phase = "retire" /\ candidate = Null
    /\ \E h \in sweepTodo :
          /\ sweepTodo' = sweepTodo \ {h}
          /\ candidate' = IF (IF HasAllocatedFirst THEN h \in alloc ELSE h \notin Marks) THEN h ELSE Null
    /\ UNCHANGED <<heapVars, markVars, phase, verdict, grey, handoff, dirty, rootTodo, youngVars, mutatorVars>>

\* The bit that says an object is logged lies in the object and goes with it.
SweepSecond ==
    /\ candidate # Null
    /\ IF (IF HasAllocatedFirst THEN candidate \notin Marks ELSE candidate \in alloc)
       THEN /\ alloc' = alloc \ {candidate}
            /\ fld' = [fld EXCEPT ![candidate] = Null]
            /\ unsealed' = unsealed \ {candidate}
            /\ retired' = IF HasReuseWait THEN retired \cup {candidate} ELSE retired
            /\ IF HasBitGoesToo
               THEN logged' = logged \ {candidate} /\ UNCHANGED <<log, handed>>
               ELSE /\ log' = [m \in Mutators |-> log[m] \ {candidate}]
                    /\ handed' = handed \ {candidate}
                    /\ UNCHANGED logged
       ELSE UNCHANGED <<heapVars, logged, log, handed>>
    /\ candidate' = Null
    /\ UNCHANGED <<markVars, phase, verdict, grey, handoff, dirty, rootTodo, sweepTodo,
                   ageVars, uncleared, clean, mutatorVars>>

EndRetire ==
    /\ phase = "retire" /\ sweepTodo = {} /\ candidate = Null
    /\ IF HasWeakFirst \/ ~WeakCells THEN IssueH4 ELSE phase' = "weak" /\ UNCHANGED verdict
    /\ UNCHANGED <<heapVars, markVars, grey, handoff, dirty, rootTodo, sweepVars, mutatorVars>>

\* END of this cycle and PREP of the next: after the last H4 nobody looks at marks, verdict or
\* queue until the next H1, so they may as well be cleared now.
EndCycle ==
    /\ phase = "H4" /\ AllServed
    /\ phase' = "idle" /\ verdict' = "no"
    /\ retired' = {} /\ shaded' = {} /\ handoff' = {}
    /\ marked' = CASE ~Young \/ (mustFull /\ HasFullAfterGiveUp) -> {}
                   [] HasBirthsYoung                             -> marked
                   [] OTHER                                      -> Marks
    /\ full' = TRUE /\ met' = {}
    /\ UNCHANGED <<alloc, unsealed, fld, grey, dirty, rootTodo, sweepTodo, candidate,
                   mustFull, again, unfinished, reading, logVars, logTodo, clean, mutatorVars>>

(* The collector runs out of the JVM's memory. Until the verdict closes it  *)
(* gives the cycle up: H4 is issued, whoever has done what before, and      *)
(* nothing is retired. Later it repeats the step it was in.                 *)

GiveUp ==
    /\ GivingUp /\ phase \in {"H1", "H1b", "clear", "H2", "mark", "H3", "close"}
    /\ grey' = {} /\ dirty' = FALSE /\ rootTodo' = FALSE /\ unasked' = {}
    /\ mustFull' = Young /\ logTodo' = {} /\ reading' = {} /\ met' = {}
    /\ logged' = IF HasClearBeforeH2 THEN logged ELSE logged \ logTodo
    /\ uncleared' = IF HasClearGivenUp THEN uncleared ELSE {}
    /\ stage' = flags
    /\ IF HasGiveUpOff
       THEN phase' = "H4" /\ UNCHANGED <<markVars, handoff, verdict>>
       ELSE phase' = "idle" /\ verdict' = "no" /\ handoff' = {} /\ marked' = {} /\ shaded' = {}
    /\ UNCHANGED <<heapVars, sweepTodo, candidate, full, again, unfinished, log, handed, clean,
                   mode, stackVars, buf, op, flags, gave>>

RepeatRetire ==
    /\ GivingUp /\ phase = "retire" /\ sweepTodo # Handles
    /\ verdict' = IF sweepTodo = {} /\ candidate = Null /\ HasWeakDone THEN "done" ELSE verdict
    /\ sweepTodo' = Handles /\ candidate' = Null
    /\ UNCHANGED <<heapVars, markVars, phase, grey, handoff, dirty, rootTodo, youngVars, mutatorVars>>

-----------------------------------------------------------------------------

\* What a thread does of its own accord, between two operations.
Begins(m) ==
    \/ Drop(m) \/ Load(m) \/ Allocate(m) \/ BeginBirth(m) \/ Fill(m) \/ Seal(m)
    \/ BeginStore(m) \/ (~Young /\ Store(m))
    \/ WeakRead(m) \/ WeakStore(m) \/ Resolve(m)
    \/ Push(m) \/ ShadePopped(m) \/ Return(m) \/ ShadeSlot(m) \/ StoreSlot(m)
    \/ Attach(m) \/ Spawn(m) \/ Exit(m) \/ Block(m) \/ Resume(m)

\* What it does to finish an operation it has begun.
Continues(m) ==
    \/ EndBirth(m) \/ (Young /\ Store(m)) \/ ShadeOld(m) \/ ShadeNew(m) \/ Write(m) \/ LateShade(m)
    \/ WeakTest(m) \/ WeakAsk(m) \/ WeakShade(m) \/ WeakWrite(m) \/ Use(m) \/ EndReturn(m)

Collector ==
    \/ NextPhase \/ ScanSlot \/ ScanRoot \/ ScanLogged \/ Trace \/ EndReading \/ TakeOver
    \/ ClearLogged \/ OpenRound \/ EndRound \/ Close \/ ClearWeak
    \/ SweepFirst \/ SweepSecond \/ EndRetire \/ EndCycle
    \/ AskAgain \/ GiveUp \/ RepeatRetire
    \/ \E m \in Mutators : ServeFor(m)

Next == Collector \/ \E m \in Mutators : Begins(m) \/ Continues(m) \/ Acknowledge(m) \/ Fail(m) \/ FailHandOver(m)

Spec == Init /\ [][Next]_vars

\* The collector works, operations end, a running thread comes to a safepoint again and again, and
\* does not fail there each time. Configurations that
\* use it leave the CAS loop out: it is lock-free, so one thread's store may lose for ever.
FairSpec ==
    /\ Spec
    /\ WF_vars(Collector)
    /\ \A m \in Mutators : WF_vars(Continues(m)) /\ SF_vars(Acknowledge(m))

-----------------------------------------------------------------------------
(* What must hold.                                                          *)

RECURSIVE Closure(_)
Closure(hs) ==
    LET more == hs \cup ({Strong(h) : h \in hs} \ {Null})
    IN  IF more = hs THEN hs ELSE Closure(more)

\* A weak reader past its questions will return the target, so the target is as good as rooted; and
\* so is the result of a call on its way to the caller.
Registers == {op[m].h : m \in {n \in Mutators : op[n].pc \in {"weakShade", "weakWrite", "return"}}} \ {Null}
Roots     == UNION {Held(m) : m \in {n \in Mutators : mode[n] # "none"}}
             \cup Registers \cup ({fld[Root]} \ {Null})
Reachable == Closure(Roots)

NothingLiveIsFreed == Reachable \subseteq alloc

ClosedMeansMarked == phase \in {"weak", "retire"} => Reachable \subseteq Marks

FreedIsInNoQueue ==
    (grey \cup reading \cup handoff \cup UNION {buf[m] \cup gave[m] : m \in Mutators}) \subseteq alloc

WeakTargetsAreAllocated ==
    \A c \in {WeakRoot} \cup (Holders \cap Reachable) : fld[c] \in alloc \cup {Null}

\* No weak read is about to deny an object that somebody can still reach.
WeakReadsSeeTheLiving ==
    \A m \in Mutators :
        op[m].pc = "weakAsk" /\ verdict = "closed" /\ op[m].h \notin Marks => op[m].h \notin Reachable

\* The argument behind all of it: what a thread past its H2 holds is marked, or will be found by
\* way of something the collector is still bound to look at.
StillToTrace ==
    grey \cup reading \cup handoff
    \cup UNION {buf[m] \cup gave[m] : m \in Mutators}
    \cup {stack[m][s] : <<m, s>> \in {p \in Mutators \X Slots : p[2] \in todo[p[1]]}}
    \cup (IF rootTodo \/ phase = "H2" THEN {fld[Root]} ELSE {})
    \cup {Strong(c) : c \in logTodo \cap alloc \cap marked}
SnapshotIsProtected ==
    phase \in {"H2", "mark", "H3", "close"} =>
        LET found == Marks \cup Closure(StillToTrace \ {Null})
        IN  \A m \in Mutators : mode[m] # "none" /\ PastH2(m) => Held(m) \subseteq found

\* Between two cycles: what is old names what is old, or is in a log, or will be read again.
Logs == handed \cup UNION {log[m] : m \in Mutators}
OldNamesOld ==
    Young /\ phase = "idle" /\ ~mustFull =>
        \A h \in marked : fld[h] \in marked \cup {Null} \/ h \in Logs \cup again \cup unfinished

\* And so do frames that are not read again.
CleanNamesOld ==
    phase = "idle" /\ ~mustFull =>
        \A m \in Mutators, s \in Slots : Frame(s) <= clean[m] => stack[m][s] \in marked \cup {Null}

TypeOK ==
    /\ alloc \subseteq Handles /\ retired \subseteq Handles \ alloc /\ unsealed \subseteq alloc
    /\ \A h \in unsealed :
          /\ Cardinality({m \in Mutators : h \in Held(m)}) <= 1
          /\ h \notin Mutable \cup Holders
    /\ fld \in [Handles \cup {Root, WeakRoot} -> Handles \cup {Null}]
    /\ marked \subseteq Handles /\ shaded \subseteq Handles
    /\ logged \subseteq Logs \cup again \cup uncleared \cup (IF HasClearBeforeH2 THEN {} ELSE logTodo) /\ Logs \cup logTodo \subseteq Handles /\ met \subseteq Holders
    /\ again \cup unfinished \cup reading \subseteq alloc \cap IF mustFull THEN alloc ELSE marked
    /\ phase \notin {"H1", "H1b", "clear"} /\ ~mustFull => uncleared = {}
    /\ phase = "idle" => marked \subseteq alloc
    /\ \A m \in Mutators : clean[m] < top[m]
    /\ ~Young => /\ full /\ ~mustFull /\ Logs \cup logTodo \cup again \cup unfinished \cup reading \cup met = {}
                 /\ \A m \in Mutators : clean[m] = 0
    /\ grey \subseteq marked /\ handoff \subseteq Handles
    /\ verdict \in {"no", "open", "failed", "closed", "done"}
    /\ stage \in [Mutators -> HandshakePhases] /\ flags \in [Mutators -> HandshakePhases]
    /\ \A m \in Mutators : ~Failing => flags[m] = stage[m] /\ gave[m] = {} /\ unasked = {}
    /\ \A m \in unasked : mode[m] # "none" /\ Asked(m)
    /\ \A m \in Mutators : mode[m] \in {"run", "safe", "none"} /\ wm[m] < top[m]
    /\ \A m \in Mutators : op[m].pc # "idle" => mode[m] = "run"

\* Steps that must not happen.

\* While marking goes on, what a frozen slot held has been marked before the slot changes, or the
\* watermark falls below it and its frame stays; a popped slot the collector has not read, before it
\* changes.
FrozenUntilShaded ==
    [][\A m \in Mutators, s \in Slots :
          /\ mode'[m] # "none" /\ phase \in {"H2", "mark", "H3", "close"}
          /\ stack[m][s] \notin Marks' \cup {Null}
          => /\ s \in todo[m] /\ Frame(s) > top[m] => stack'[m][s] = stack[m][s]
             /\ Frozen(m, s) => \/ stack'[m][s] = stack[m][s] /\ Frame(s) <= wm'[m]
                                \/ Frame(s) > top'[m]]_vars

\* A handle is not handed out again while another thread is between resolving and using it.
NoReuseUnderfoot ==
    [][\A m \in Mutators :
          op[m].pc \in {"use", "weakTest", "weakAsk"} /\ op[m].h \notin alloc
          => op[m].h \notin alloc']_vars

\* With FairSpec.
EveryCycleEnds == phase # "idle" ~> phase = "idle"

\* A constraint for two ablations, which spares TLC what is beside the point: deep threads hold
\* things before H2 and drop them in it, shallow threads and the root hold cells born after it,
\* and the first cycle decides.
HandedOverInH2 ==
    LET cells == Mutable \cup Holders IN
    /\ phase \in {"idle", "H1", "H1b"} =>
          /\ alloc \cap cells = {}
          /\ \A m \in Deep : top[m] = 1 /\ op[m] = Idle
    /\ phase \notin {"idle", "H1", "H1b", "H2"} =>
          \A m \in Deep : top[m] = 1 /\ Held(m) = {} /\ op[m] = Idle
    /\ \A m \in Mutators \ Deep : Held(m) \subseteq cells
    /\ fld[Root] \in cells \cup {Null}
    /\ \A h \in Handles \ cells : fld[h] = Null
    /\ phase # "H4"

\* Constraints for young cycles. Only mutable objects and weak cells name others.
OnlyCellsName == \A h \in Handles \ (Mutable \cup Holders) : fld[h] = Null

\* Nothing is born before the first H2.
FirstBornInH2 ==
    /\ OnlyCellsName
    /\ marked = {} /\ phase \in {"idle", "H1", "H1b"} => alloc = {}

\* The same. In the first cycle a shallow thread makes what a deep one puts into a new cell; then the root is
\* emptied, and nobody but the deep one does anything, between cycles and in the phases `alsoIn` of the next
\* ones, and with that cell.
NotingCells(alsoIn) ==
    /\ FirstBornInH2
    /\ \A m \in Mutators \ Deep : Held(m) \cap Mutable = {}
    /\ marked = {} => full /\ \A m \in Deep : top[m] = 1
    /\ marked # {} /\ phase \in {"idle"} \cup alsoIn =>
          /\ Mutable \subseteq marked /\ fld[Root] = Null
          /\ \A m \in Mutators \ Deep : Held(m) = {} /\ op[m] = Idle
    /\ phase # "idle" /\ (full \/ phase \notin alsoIn) =>
          /\ \A m \in Deep : top[m] = 1
          /\ ~full => \A m \in Mutators : op[m] = Idle /\ Held(m) = IF m \in Deep THEN Mutable ELSE {}
NotedCell == NotingCells({})
NotedCellMeetsH1 == NotingCells({"H1"})

\* The first cycle makes mutable objects old, and does nothing else. The next ones meet stores no later
\* than in H1b, and no others. Threads have a slot for mutable objects and one for others.
StoresMeetH1 ==
    LET old == Mutable \subseteq marked IN
    /\ OnlyCellsName
    /\ fld[Root] \in Mutable \cup IF old THEN {} ELSE {Null}
    /\ old \/ alloc \subseteq Mutable
    /\ \A m \in Mutators :
          /\ stack[m][1] \in Mutable \cup {Null} /\ stack[m][2] \notin Mutable
          /\ phase \notin {"idle", "H1", "H1b", "clear"} => Held(m) \subseteq Mutable /\ op[m] = Idle
          /\ ~old /\ phase # "idle" => fld[Root] # Null /\ Held(m) = {} /\ op[m] = Idle

Symmetry ==
    Permutations(Handles \ (Mutable \cup Holders)) \cup Permutations(Mutable) \cup Permutations(Holders)
    \cup Permutations(Deep) \cup Permutations(Mutators \ Deep)
=============================================================================
