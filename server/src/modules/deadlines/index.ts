/**
 * Deadlines of compliance work (ADM-13): officers hear of work that is near its deadline, and of work that is past it. Schema `deadlines`: of
 * what they were told. Which hours, says the configuration (set `deadlines`); the work itself is read from the views of its owners.
 *
 * Invariants: each piece of work is told of once near its deadline and once past it, as long as its clock is the same, whatever processes run
 * or die; one notice a person and a look, however much it counts, and of what can wait one an hour; nobody is told of work about themselves
 * (Ley 526 de 1999).
 */
export { countWork } from './count-work.ts'
export { createDeadlines } from './create-deadlines.ts'
export { countHeld, countQueues, idsWaiting, type ListedWork, listWork, type WorkAsked } from './list-work.ts'
export { absentOfficers, kindsFor, type Officers, officersByKind } from './officers.ts'
