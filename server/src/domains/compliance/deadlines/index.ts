/**
 * Deadlines of compliance work (ADM-13): officers are notified of work that is near its deadline, and past it. Schema `deadlines`: the sent
 * notices. The hours are configuration (set `deadlines`); the work itself is read from the views of its owners.
 *
 * Invariants: each work item is reported once near its deadline and once past it, as long as its start is the same, whatever processes run
 * or die; one notice per officer and run, for any number of items, and for work that can wait at most one an hour; no officer is notified
 * of work about themselves (Ley 526 de 1999).
 */
export { countWork } from './count-work.ts'
export { createDeadlines } from './create-deadlines.ts'
export { countHeld, countQueues, idsWaiting, type ListedWork, listWork, type WorkAsked } from './list-work.ts'
export { absentOfficers, kindsFor, type Officers, officersByKind } from './officers.ts'
