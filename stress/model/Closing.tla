------------------------------- MODULE Closing -------------------------------
(***************************************************************************)
(* A heap is closed while its mutators are in any mode: who may still      *)
(* touch its memory, and when the memory may be released.                  *)
(*                                                                         *)
(* Whoever closes sets `closing`, has every mutator asked to poll, waits   *)
(* until nobody holds the collector's role, and then looks at one mutator  *)
(* after the other, again and again, until all are done in one pass: dead, *)
(* ended, or locked out of a safe region by a compare-and-set of the mode. *)
(* Then the memory goes. A running mutator ends at its next safepoint:     *)
(* it thaws its stack, so that frames popped later shade nothing, and its  *)
(* mode becomes "dead".                                                    *)
(*                                                                         *)
(* Objects, marks and the cycle itself are in Cycle.tla. Of a handshake    *)
(* only this is left: the collector locks a mutator in its safe region,    *)
(* does something in the heap, and unlocks it; and it may freeze stacks.   *)
(* One action is one access to a shared field.                             *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Own,       \* mutators that belong to a thread each
    Lent,      \* mutators that are borrowed for single operations, by any number of threads in turn
    None,      \* a model value: no mutator
    Without    \* which rules are broken; {} is the protocol

KnownRules ==
    { "deadForGood"     \* giving back writes the mode over whatever it is
    , "askedStays"      \* a mutator that ends with the heap leaves its poll word as it is
    , "lockOut"         \* the closer takes a blocked mutator for done without locking it out
    , "thaw"            \* a mutator that ends with the heap leaves its stack frozen
    , "awaitRole"       \* the closer does not wait for the collector
    , "registerTests"   \* registration does not ask whether the heap is closing
    , "askToPoll"       \* nobody is asked to poll when the heap closes
    , "lookAgain"       \* a safepoint does not look again after it has cleared the poll word
    , "exitTests"       \* a mutator that is dead is unregistered like any other
    }

ASSUME Without \subseteq KnownRules /\ Own \cap Lent = {}

Has(rule) == rule \notin Without
Mutators == Own \cup Lent

VARIABLES
    closing,     \* the heap is being closed
    released,    \* its memory is gone
    lock,        \* who is inside the lock of the registry: a mutator being registered, or None
    registered,  \* the set of those the registry knows
    mode,        \* "run", "safe", "locked", "idle", "idleLocked", "dead"; of each mutator
    asked,       \* its poll word is set
    frozen,      \* its stack has a watermark above 0: popping a frame shades
    pc,          \* what the thread that uses it is doing
    collector,   \* "free": nobody has the role; "works"; or "acts", for the mutator `target`
    target,
    toAsk,       \* those the closer has still to ask to poll
    toLookAt,    \* those it has still to look at in this pass
    allDone,     \* all it has looked at in this pass were done
    closer,      \* "none", "lists", "asks", "waits", "looks", "done"
    closersOwn   \* the mutator of the thread that closes, while it is still to end; or None

vars == <<closing, released, lock, registered, mode, asked, frozen, pc, collector, target,
          toAsk, toLookAt, allDone, closer, closersOwn>>
closerVars    == <<toAsk, toLookAt, allDone, closer, closersOwn>>
collectorVars == <<collector, target>>

(* What the thread that uses a mutator may be doing:                        *)
(*   "away"       nobody uses it; a thread may attach, or borrow it         *)
(*   "registers"  inside the lock of the registry                           *)
(*   "works"      it runs and touches nothing at this moment                *)
(*   "touches"    it is in an operation of the heap                         *)
(*   "asksPoll", "asksClosing", "clears", "asksAgain", "ends"               *)
(*                at a safepoint, step by step                              *)
(*   "enters"     has polled and is about to enter a safe region            *)
(*   "in"         it is in a safe region                                    *)
(*   "pops"       pops frames, which shades                                 *)
(*   "gives"      has popped its frames and polled, and gives back          *)
(*   "leaves"     unregisters, and touches the heap for it                  *)
(*   "closes"     it closes the heap itself                                 *)
(*   "closed"     it has got the exception; what it does now is cleaning up *)
(*   "gone"       its thread has ended, or will not come back               *)
(* `next` says where a safepoint leads to.                                  *)

PcOf(at, next) == [at |-> at, next |-> next]
At(m) == pc[m].at
Go(m, at) == pc' = [pc EXCEPT ![m] = PcOf(at, "works")]
Poll(m, next) == pc' = [pc EXCEPT ![m] = PcOf("asksPoll", next)]

Init ==
    /\ closing = FALSE /\ released = FALSE /\ lock = None
    /\ registered = Lent
    /\ mode = [m \in Mutators |-> IF m \in Lent THEN "idle" ELSE "dead"]
    /\ asked = [m \in Mutators |-> FALSE]
    /\ frozen = [m \in Mutators |-> FALSE]
    /\ pc = [m \in Mutators |-> PcOf("away", "works")]
    /\ collector = "free" /\ target = None
    /\ toAsk = {} /\ toLookAt = {} /\ allDone = TRUE /\ closer = "none"
    /\ closersOwn = None

-----------------------------------------------------------------------------
(* Coming: a thread attaches, or borrows. *)

Register(m) ==
    /\ m \in Own /\ At(m) = "away" /\ lock = None /\ m \notin registered
    /\ IF closing /\ Has("registerTests")
       THEN Go(m, "gone") /\ UNCHANGED lock
       ELSE Go(m, "registers") /\ lock' = m
    /\ UNCHANGED <<closing, released, registered, mode, asked, frozen, collectorVars, closerVars>>

Registered(m) ==
    /\ At(m) = "registers"
    /\ registered' = registered \cup {m} /\ lock' = None
    /\ mode' = [mode EXCEPT ![m] = "run"]
    /\ Go(m, "works")
    /\ UNCHANGED <<closing, released, asked, frozen, collectorVars, closerVars>>

Borrow(m) ==
    /\ m \in Lent /\ At(m) = "away" /\ mode[m] = "idle"
    /\ mode' = [mode EXCEPT ![m] = "run"]
    /\ Poll(m, "works")
    /\ UNCHANGED <<closing, released, lock, registered, asked, frozen, collectorVars, closerVars>>

-----------------------------------------------------------------------------
(* Working. Safepoints lie between operations. *)

Touch(m) ==
    /\ At(m) = "works" /\ Go(m, "touches")
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

Touched(m) ==
    /\ At(m) = "touches" /\ Poll(m, "works")
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

AskPoll(m) ==
    /\ At(m) = "asksPoll"
    /\ IF asked[m] THEN pc' = [pc EXCEPT ![m].at = "asksClosing"] ELSE Go(m, pc[m].next)
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

\* A handshake may be served here; it may freeze the stack, and it may thaw it.
AskClosing(m) ==
    /\ At(m) = "asksClosing"
    /\ IF closing
       THEN Go(m, "ends") /\ UNCHANGED frozen
       ELSE /\ pc' = [pc EXCEPT ![m].at = "clears"]
            /\ \E f \in BOOLEAN : frozen' = [frozen EXCEPT ![m] = f]
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, collectorVars, closerVars>>

\* The word is cleared last, so somebody may have set it meanwhile: the thread looks again.
Clear(m) ==
    /\ At(m) = "clears"
    /\ asked' = [asked EXCEPT ![m] = FALSE]
    /\ IF Has("lookAgain") THEN pc' = [pc EXCEPT ![m].at = "asksAgain"] ELSE Go(m, pc[m].next)
    /\ UNCHANGED <<closing, released, lock, registered, mode, frozen, collectorVars, closerVars>>

AskAgain(m) ==
    /\ At(m) = "asksAgain"
    /\ IF closing THEN pc' = [pc EXCEPT ![m].at = "asksClosing"] ELSE Go(m, pc[m].next)
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

\* The poll word is set, as it may just have been cleared: whoever comes to a safepoint of a dead
\* mutator ends there again.
End(m) ==
    /\ At(m) = "ends"
    /\ frozen' = IF Has("thaw") THEN [frozen EXCEPT ![m] = FALSE] ELSE frozen
    /\ mode' = [mode EXCEPT ![m] = "dead"]
    /\ asked' = IF Has("askedStays") THEN [asked EXCEPT ![m] = TRUE] ELSE asked
    /\ Go(m, "closed")
    /\ UNCHANGED <<closing, released, lock, registered, collectorVars, closerVars>>

-----------------------------------------------------------------------------
(* Safe regions. *)

Enter(m) ==
    /\ At(m) \in {"works", "closed"} /\ Poll(m, "enters")
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

Entered(m) ==
    /\ At(m) = "enters"
    /\ mode' = [mode EXCEPT ![m] = "safe"]
    /\ Go(m, "in")
    /\ UNCHANGED <<closing, released, lock, registered, asked, frozen, collectorVars, closerVars>>

\* A compare-and-set; while the collector has it locked, the thread waits.
Leave(m) ==
    /\ At(m) = "in" /\ mode[m] \in {"safe", "dead"}
    /\ IF mode[m] = "safe"
       THEN mode' = [mode EXCEPT ![m] = "run"] /\ Poll(m, "works") /\ UNCHANGED frozen
       ELSE /\ frozen' = IF Has("thaw") THEN [frozen EXCEPT ![m] = FALSE] ELSE frozen
            /\ Go(m, "closed") /\ UNCHANGED mode
    /\ UNCHANGED <<closing, released, lock, registered, asked, collectorVars, closerVars>>

-----------------------------------------------------------------------------
(* Going. *)

\* Popping the last frames, which shades if the stack is frozen.
PopAll(m) ==
    /\ At(m) \in {"works", "closed"} /\ frozen[m]
    /\ pc' = [pc EXCEPT ![m] = PcOf("pops", At(m))]
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

Popped(m) ==
    /\ At(m) = "pops"
    /\ frozen' = [frozen EXCEPT ![m] = FALSE]
    /\ Go(m, pc[m].next)
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, collectorVars, closerVars>>

\* The borrower gives back, also when it has got the exception. Only the owner changes the mode away
\* from "run", so looking first is as good as a compare-and-set.
GiveBack(m) ==
    /\ m \in Lent /\ At(m) \in {"works", "closed"} /\ ~frozen[m]
    /\ IF mode[m] = "dead" /\ Has("deadForGood") THEN Go(m, "away") ELSE Poll(m, "gives")
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

GivenBack(m) ==
    /\ At(m) = "gives"
    /\ mode' = [mode EXCEPT ![m] = "idle"]
    /\ Go(m, "away")
    /\ UNCHANGED <<closing, released, lock, registered, asked, frozen, collectorVars, closerVars>>

\* Unregistering returns blocks and handles, under the lock of the registry. The thread of an
\* attached mutator does it, or who has borrowed one for a task and finds enough idle ones.
Exit(m) ==
    /\ At(m) \in {"works", "closed"} /\ m \in registered /\ lock = None
    /\ IF mode[m] = "dead" /\ Has("exitTests")
       THEN Go(m, "gone") /\ UNCHANGED lock
       ELSE Go(m, "leaves") /\ lock' = m
    /\ UNCHANGED <<closing, released, registered, mode, asked, frozen, collectorVars, closerVars>>

Exited(m) ==
    /\ At(m) = "leaves"
    /\ registered' = registered \ {m} /\ lock' = None
    /\ mode' = [mode EXCEPT ![m] = "dead"] /\ frozen' = [frozen EXCEPT ![m] = FALSE]
    /\ Go(m, "gone")
    /\ UNCHANGED <<closing, released, asked, collectorVars, closerVars>>

\* An attached thread just ends. (That of a borrower is found out by other means.)
Vanish(m) ==
    /\ m \in Own /\ At(m) \in {"works", "closed"}
    /\ Go(m, "gone")
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, collectorVars, closerVars>>

-----------------------------------------------------------------------------
(* The collector: takes the role unless the heap is closing, acts for       *)
(* blocked mutators, and returns the role.                                  *)

TakeRole ==
    /\ collector = "free" /\ ~closing
    /\ collector' = "works"
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, pc, target, closerVars>>

\* Issuing a handshake asks everybody, and so does waiting for it.
AskForHandshake(m) ==
    /\ collector = "works" /\ m \in registered
    /\ asked' = [asked EXCEPT ![m] = TRUE]
    /\ UNCHANGED <<closing, released, lock, registered, mode, frozen, pc, collectorVars, closerVars>>

LockSafe(m) ==
    /\ collector = "works" /\ m \in registered /\ mode[m] \in {"safe", "idle"}
    /\ mode' = [mode EXCEPT ![m] = IF mode[m] = "safe" THEN "locked" ELSE "idleLocked"]
    /\ collector' = "acts" /\ target' = m
    /\ UNCHANGED <<closing, released, lock, registered, asked, frozen, pc, closerVars>>

UnlockSafe ==
    /\ collector = "acts"
    /\ mode' = [mode EXCEPT ![target] = IF mode[target] = "idleLocked" THEN "idle" ELSE "safe"]
    /\ \E f \in BOOLEAN : frozen' = [frozen EXCEPT ![target] = f]
    /\ collector' = "works" /\ target' = None
    /\ UNCHANGED <<closing, released, lock, registered, asked, pc, closerVars>>

ReturnRole ==
    /\ collector = "works"
    /\ collector' = "free"
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, pc, target, closerVars>>

-----------------------------------------------------------------------------
(* Closing. Any thread may close; one that is attached ends its own mutator *)
(* while it does.                                                           *)

BeginClose ==
    /\ closer = "none"
    /\ closing' = TRUE /\ closer' = "lists"
    /\ \E own \in {None} \cup {m \in Own : At(m) = "works"} :
          /\ closersOwn' = own
          /\ IF own = None THEN UNCHANGED pc ELSE Go(own, "closes")
    /\ UNCHANGED <<released, lock, registered, mode, asked, frozen, collectorVars, toAsk, toLookAt, allDone>>

ListAll ==
    /\ closer = "lists" /\ lock = None
    /\ toAsk' = IF Has("askToPoll") THEN registered ELSE {}
    /\ closer' = "asks"
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, pc, collectorVars, toLookAt, allDone, closersOwn>>

AskOne ==
    /\ closer = "asks"
    /\ \E m \in toAsk :
          /\ toAsk' = toAsk \ {m}
          /\ asked' = [asked EXCEPT ![m] = TRUE]
    /\ UNCHANGED <<closing, released, lock, registered, mode, frozen, pc, collectorVars, toLookAt, allDone, closer, closersOwn>>

AllAsked ==
    /\ closer = "asks" /\ toAsk = {}
    /\ closer' = "waits" /\ closersOwn' = None
    /\ IF closersOwn = None
       THEN UNCHANGED <<mode, asked, frozen, pc>>
       ELSE /\ asked' = [asked EXCEPT ![closersOwn] = TRUE]
            /\ mode' = [mode EXCEPT ![closersOwn] = "dead"]
            /\ frozen' = [frozen EXCEPT ![closersOwn] = FALSE]
            /\ Go(closersOwn, "closed")
    /\ UNCHANGED <<closing, released, lock, registered, collectorVars, toAsk, toLookAt, allDone>>

BeginPass ==
    /\ closer = "waits" /\ lock = None
    /\ Has("awaitRole") => collector = "free"
    /\ closer' = "looks" /\ toLookAt' = registered /\ allDone' = TRUE
    /\ UNCHANGED <<closing, released, lock, registered, mode, asked, frozen, pc, collectorVars, toAsk, closersOwn>>

Blocked(m) == mode[m] \in {"safe", "idle"}

LookAtOne ==
    /\ closer = "looks"
    /\ \E m \in toLookAt :
          /\ toLookAt' = toLookAt \ {m}
          /\ mode' = IF Blocked(m) /\ Has("lockOut") THEN [mode EXCEPT ![m] = "dead"] ELSE mode
          /\ allDone' = (allDone /\ (mode[m] = "dead" \/ Blocked(m) \/ (m \in Own /\ At(m) = "gone")))
    /\ UNCHANGED <<closing, released, lock, registered, asked, frozen, pc, collectorVars, toAsk, closer, closersOwn>>

EndPass ==
    /\ closer = "looks" /\ toLookAt = {}
    /\ IF allDone THEN released' = TRUE /\ closer' = "done"
                  ELSE closer' = "waits" /\ UNCHANGED released
    /\ UNCHANGED <<closing, lock, registered, mode, asked, frozen, pc, collectorVars, toAsk, toLookAt, allDone, closersOwn>>

-----------------------------------------------------------------------------

\* What a thread need not do.
Begins(m) ==
    \/ Register(m) \/ Borrow(m) \/ Touch(m) \/ Enter(m) \/ PopAll(m)
    \/ GiveBack(m) \/ Exit(m) \/ Vanish(m)

\* What it does to come to the end of what it has begun, and from a safepoint to the next.
Continues(m) ==
    \/ Registered(m) \/ Touched(m) \/ AskPoll(m) \/ AskClosing(m) \/ Clear(m) \/ AskAgain(m) \/ End(m) \/ Entered(m)
    \/ Popped(m) \/ GivenBack(m) \/ Exited(m)

Collector ==
    \/ TakeRole \/ UnlockSafe \/ ReturnRole
    \/ \E m \in Mutators : AskForHandshake(m) \/ LockSafe(m)

Closer == ListAll \/ AskOne \/ AllAsked \/ BeginPass \/ LookAtOne \/ EndPass

Next ==
    \/ BeginClose \/ Closer \/ Collector
    \/ \E m \in Mutators : Begins(m) \/ Continues(m) \/ Leave(m)

Spec == Init /\ [][Next]_vars

\* Threads that run come to safepoints, and the collector returns the role when the heap closes.
FairSpec ==
    /\ Spec
    /\ WF_vars(Closer) /\ WF_vars(UnlockSafe) /\ SF_vars(closing /\ ReturnRole)
    /\ \A m \in Mutators :
          /\ WF_vars(Continues(m))
          /\ SF_vars(Touch(m))

-----------------------------------------------------------------------------
(* What must hold.                                                          *)

TypeOK ==
    /\ registered \subseteq Mutators
    /\ mode \in [Mutators -> {"run", "safe", "locked", "idle", "idleLocked", "dead"}]
    /\ \A m \in Own : mode[m] \notin {"idle", "idleLocked"}
    /\ collector \in {"free", "works", "acts"} /\ (collector = "acts") = (target # None)

NobodyTouchesReleasedMemory ==
    released =>
        /\ \A m \in Mutators : At(m) \notin {"touches", "pops", "leaves"}
        /\ collector = "free"        \* who has the role may be tracing or sweeping

\* The thread and the collector are not at the same mutator.
OneAtATime ==
    collector = "acts" => mode[target] \in {"locked", "idleLocked"} /\ At(target) \in {"in", "away"}

\* Who is dead stays so while the registry knows it.
DeadIsForGood ==
    [][\A m \in registered : mode[m] = "dead" => mode'[m] = "dead"]_vars

\* With FairSpec.
MemoryIsReleased == closing ~> released

Symmetry == Permutations(Own) \cup Permutations(Lent)
=============================================================================
