------------------------------- MODULE Markers -------------------------------
(***************************************************************************)
(* Several markers trace one heap: each object is traced once, and the     *)
(* collector sees the end when there is no work anywhere.                  *)
(*                                                                         *)
(* The collector has helpers from some moment on. Each marker has a stack  *)
(* of its own. Between them lies a pool, here of one chunk: who has more   *)
(* than one entry may put some in, who has none takes what is there. A     *)
(* helper is busy from when it takes a chunk until it asks again with an   *)
(* empty stack. When the collector has nothing, the pool is empty and      *)
(* nobody is busy, tracing has ended. Then it takes over what mutators     *)
(* have shaded, and goes on or ends. At the end it closes the pool and     *)
(* waits until every helper has left: after that it frees memory.          *)
(*                                                                         *)
(* What mutators do meanwhile is in Cycle.tla, where one marker traces, an *)
(* object in one step. Here the heap does not change while it is traced:   *)
(* what a marker reads in a field is for Cycle.tla, who traces it is for   *)
(* this. One action is one access to a mark word, or one critical section  *)
(* of the pool.                                                            *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Handles,   \* 1 .. n; an object names objects with higher numbers, so that there are fewer heaps
    Helpers,   \* model values
    Lead,      \* a model value: the collector
    Failing,   \* whether a helper may fail
    Without    \* which rules are broken; {} is the protocol

KnownRules ==
    { "claim"       \* who found an object unmarked traces it, whoever has marked it since
    , "atomicMark"  \* a mark is set by reading a word and writing it back
    , "allIdle"     \* tracing ends when the collector has run out
    , "poolEmpty"   \* the pool is not looked at for that
    , "busyAtOnce"  \* a helper takes a chunk, and is busy a step later
    , "failureLast" \* the collector asks whether a helper has failed before it asks for the end
    , "awaitLeft"   \* the collector does not wait for helpers at the end
    }

ASSUME Without \subseteq KnownRules /\ Lead \notin Helpers

Has(rule) == rule \notin Without
Markers == Helpers \cup {Lead}
None == 0

VARIABLES
    refs,      \* what each object names; never changes
    start,     \* roots, and what mutators will hand over; never changes
    handed,    \* what mutators have shaded and the collector not yet taken over
    marked,
    traced,    \* how often each object was traced
    own,       \* the stack of each marker, as a set
    pc,        \* "next", "reads" or "found"; of each marker
    todo,      \* what the object it traces names and it has not looked at
    reg,       \* what it has found unmarked
    word,      \* the marks it has seen then
    pool,      \* entries of the chunk that lies between them
    open,      \* whether helpers may take part
    inside,    \* those that do
    busy,      \* those of them that may have work
    taking,    \* has taken a chunk and is not yet busy; without "busyAtOnce"
    failed,    \* a helper has failed with work
    asked,     \* the collector has asked whether one has, and none had; without "failureLast"
    lead       \* "traces", "ended", "closed" and "done", or "givesUp" and "givenUp"

graph == <<refs, start>>
marking == <<marked, traced, own, pc, todo, reg, word>>
sharing == <<pool, open, inside, busy, taking, failed>>
vars == <<graph, handed, marking, sharing, asked, lead>>

Init ==
    /\ refs \in [Handles -> SUBSET Handles]
    /\ \A h \in Handles : \A c \in refs[h] : c > h
    /\ \E roots \in SUBSET Handles, shades \in SUBSET Handles :
          /\ roots # {} /\ Cardinality(shades) <= 1
          /\ start = roots \cup shades
          /\ handed = shades \ roots
          /\ marked = roots
          /\ own = [m \in Markers |-> IF m = Lead THEN roots ELSE {}]
    /\ traced = [h \in Handles |-> 0]
    /\ pc = [m \in Markers |-> "next"]
    /\ todo = [m \in Markers |-> {}]
    /\ reg = [m \in Markers |-> None]
    /\ word = [m \in Markers |-> {}]
    /\ pool = {} /\ open = FALSE /\ inside = {} /\ busy = {} /\ taking = {}
    /\ failed = FALSE /\ asked = FALSE /\ lead = "traces"

-----------------------------------------------------------------------------
(* A marker traces.                                                         *)

Works(m) == IF m = Lead THEN lead = "traces" ELSE m \in inside

Begin(m) ==
    /\ Works(m) /\ pc[m] = "next"
    /\ \E h \in own[m] :
          /\ own' = [own EXCEPT ![m] = @ \ {h}]
          /\ todo' = [todo EXCEPT ![m] = refs[h]]
          /\ traced' = [traced EXCEPT ![h] = IF @ < 2 THEN @ + 1 ELSE @]
    /\ pc' = [pc EXCEPT ![m] = "reads"]
    /\ UNCHANGED <<graph, handed, marked, reg, word, sharing, asked, lead>>

Find(m) ==
    /\ Works(m) /\ pc[m] = "reads"
    /\ \E c \in todo[m] :
          /\ todo' = [todo EXCEPT ![m] = @ \ {c}]
          /\ IF c \in marked
             THEN UNCHANGED <<pc, reg, word>>
             ELSE /\ pc' = [pc EXCEPT ![m] = "found"]
                  /\ reg' = [reg EXCEPT ![m] = c]
                  /\ word' = [word EXCEPT ![m] = IF Has("atomicMark") THEN {} ELSE marked]
    /\ UNCHANGED <<graph, handed, marked, traced, own, sharing, asked, lead>>

Claim(m) ==
    /\ Works(m) /\ pc[m] = "found"
    /\ LET c == reg[m]
           mine == IF Has("atomicMark") THEN c \notin marked ELSE TRUE
       IN  /\ marked' = (IF Has("atomicMark") THEN marked ELSE word[m]) \cup {c}
           /\ own' = IF mine \/ ~Has("claim") THEN [own EXCEPT ![m] = @ \cup {c}] ELSE own
    /\ pc' = [pc EXCEPT ![m] = "reads"]
    /\ reg' = [reg EXCEPT ![m] = None]
    /\ word' = [word EXCEPT ![m] = {}]
    /\ UNCHANGED <<graph, handed, traced, todo, sharing, asked, lead>>

Finish(m) ==
    /\ Works(m) /\ pc[m] = "reads" /\ todo[m] = {}
    /\ pc' = [pc EXCEPT ![m] = "next"]
    /\ UNCHANGED <<graph, handed, marked, traced, own, todo, reg, word, sharing, asked, lead>>

Trace(m) == Begin(m) \/ Find(m) \/ Claim(m) \/ Finish(m)

-----------------------------------------------------------------------------
(* The pool.                                                                *)

Give(m) ==
    /\ Works(m) /\ pc[m] = "next" /\ open /\ pool = {}
    /\ \E some \in SUBSET own[m] :
          /\ some # {} /\ 2 * Cardinality(some) <= Cardinality(own[m])
          /\ pool' = some
          /\ own' = [own EXCEPT ![m] = @ \ some]
    /\ UNCHANGED <<graph, handed, marked, traced, pc, todo, reg, word, open, inside, busy, taking,
                   failed, asked, lead>>

Enter(m) ==
    /\ open /\ m \notin inside
    /\ inside' = inside \cup {m}
    /\ UNCHANGED <<graph, handed, marking, pool, open, busy, taking, failed, asked, lead>>

\* A helper that has run out asks for more.
TakeNext(m) ==
    /\ m \in inside /\ pc[m] = "next" /\ own[m] = {} /\ (m \in busy \/ pool # {}) /\ m \notin taking
    /\ LET gets == open /\ pool # {}
       IN  /\ own' = IF gets THEN [own EXCEPT ![m] = pool] ELSE own
           /\ pool' = IF gets THEN {} ELSE pool
           /\ IF Has("busyAtOnce")
              THEN /\ busy' = IF gets THEN busy \cup {m} ELSE busy \ {m}
                   /\ UNCHANGED taking
              ELSE /\ busy' = busy \ {m}
                   /\ taking' = IF gets THEN taking \cup {m} ELSE taking
    /\ UNCHANGED <<graph, handed, marked, traced, pc, todo, reg, word, open, inside, failed, asked, lead>>

GetBusy(m) ==
    /\ m \in taking
    /\ taking' = taking \ {m}
    /\ busy' = busy \cup {m}
    /\ UNCHANGED <<graph, handed, marking, pool, open, inside, failed, asked, lead>>

\* It looks between two pieces whether it is to leave. Its work is lost.
LeavePool(m) ==
    /\ m \in inside /\ pc[m] = "next" /\ ~open
    /\ inside' = inside \ {m} /\ busy' = busy \ {m} /\ taking' = taking \ {m}
    /\ own' = [own EXCEPT ![m] = {}]
    /\ UNCHANGED <<graph, handed, marked, traced, pc, todo, reg, word, pool, open, failed, asked, lead>>

Fail(m) ==
    /\ Failing /\ m \in inside
    /\ inside' = inside \ {m} /\ busy' = busy \ {m} /\ taking' = taking \ {m}
    /\ failed' = (failed \/ m \in busy)
    /\ own' = [own EXCEPT ![m] = {}]
    /\ pc' = [pc EXCEPT ![m] = "next"]
    /\ todo' = [todo EXCEPT ![m] = {}]
    /\ reg' = [reg EXCEPT ![m] = None]
    /\ word' = [word EXCEPT ![m] = {}]
    /\ UNCHANGED <<graph, handed, marked, traced, pool, open, asked, lead>>

-----------------------------------------------------------------------------
(* The collector.                                                           *)

\* Helpers are called at any time, once.
Open ==
    /\ lead = "traces" /\ ~open
    /\ open' = TRUE
    /\ UNCHANGED <<graph, handed, marking, pool, inside, busy, taking, failed, asked, lead>>

Idle == lead = "traces" /\ pc[Lead] = "next" /\ own[Lead] = {}

TakeBack ==
    /\ Idle /\ pool # {}
    /\ own' = [own EXCEPT ![Lead] = pool]
    /\ pool' = {}
    /\ UNCHANGED <<graph, handed, marked, traced, pc, todo, reg, word, open, inside, busy, taking,
                   failed, asked, lead>>

AskFirst ==
    /\ ~Has("failureLast") /\ Idle /\ ~failed /\ ~asked
    /\ asked' = TRUE
    /\ UNCHANGED <<graph, handed, marking, sharing, lead>>

IsQuiet ==
    \/ ~Has("allIdle")
    \/ (Has("poolEmpty") => pool = {}) /\ busy = {}

\* The end of tracing and the question whether a helper has failed are two critical sections. One that
\* fails between them was not busy.
End ==
    /\ Idle /\ IsQuiet
    /\ IF Has("failureLast") THEN ~failed ELSE asked
    /\ lead' = "ended"
    /\ asked' = FALSE
    /\ UNCHANGED <<graph, handed, marking, sharing>>

GiveUp ==
    /\ Idle /\ failed
    /\ lead' = "givesUp" /\ open' = FALSE /\ pool' = {}
    /\ UNCHANGED <<graph, handed, marking, inside, busy, taking, failed, asked>>

\* A flush round: what mutators hand over is the collector's, who alone has work then.
Flush ==
    /\ lead = "ended"
    /\ own' = [own EXCEPT ![Lead] = handed \ marked]
    /\ marked' = marked \cup handed
    /\ handed' = {}
    /\ IF handed \subseteq marked
       THEN lead' = "closed" /\ open' = FALSE /\ pool' = {}
       ELSE lead' = "traces" /\ UNCHANGED <<open, pool>>
    /\ UNCHANGED <<graph, traced, pc, todo, reg, word, inside, busy, taking, failed, asked>>

Done ==
    /\ lead \in {"closed", "givesUp"}
    /\ Has("awaitLeft") => inside = {}
    /\ lead' = IF lead = "givesUp" THEN "givenUp" ELSE "done"
    /\ UNCHANGED <<graph, handed, marking, sharing, asked>>

Collect == TakeBack \/ AskFirst \/ End \/ GiveUp \/ Flush \/ Done
Help(m) == Enter(m) \/ TakeNext(m) \/ GetBusy(m) \/ LeavePool(m)

Next ==
    \/ Open \/ Collect
    \/ \E m \in Markers : Trace(m) \/ Give(m)
    \/ \E m \in Helpers : Help(m) \/ Fail(m)

Spec == Init /\ [][Next]_vars

FairSpec ==
    /\ Spec /\ WF_vars(Collect)
    /\ \A m \in Markers : WF_vars(Trace(m))
    /\ \A m \in Helpers : WF_vars(TakeNext(m)) /\ WF_vars(LeavePool(m))

-----------------------------------------------------------------------------
(* What must hold.                                                          *)

TypeOK ==
    /\ marked \subseteq Handles /\ pool \subseteq Handles
    /\ busy \subseteq inside /\ inside \subseteq Helpers
    /\ lead \in {"traces", "ended", "closed", "done", "givesUp", "givenUp"}

TracedOnce == \A h \in Handles : traced[h] <= 1

RECURSIVE Reach(_)
Reach(set) ==
    LET more == set \cup UNION {refs[h] : h \in set}
    IN  IF more = set THEN set ELSE Reach(more)

\* When memory is freed everything that lives is marked, and was traced.
NothingIsLost ==
    lead = "done" => \A h \in Reach(start) : h \in marked /\ traced[h] = 1

\* A mark that is set stays.
MarksStay == [][marked \subseteq marked']_vars

\* And no marker is at work.
NobodyIsInside == lead \in {"done", "givenUp"} => inside = {}

\* With FairSpec.
MarkingEnds == <>(lead \in {"done", "givenUp"})

Symmetry == Permutations(Helpers)
=============================================================================
