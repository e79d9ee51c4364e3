/**
 * Staff: the people of the company (ADM-15): which roles they hold in the back-office, and how they join the team. Accounts and roles are of `identity`.
 *
 * Invariants: nobody changes their own roles, nor anybody's alone; a customer never becomes an officer here; two who may grant roles remain.
 * An invitation is of two officers, its link works once, and not after whoever asked for it lost the right; an address that somebody has
 * stays theirs, and only its mailbox is told. Whoever joins is an officer only, and has no right before they have a second factor.
 * Emits no events.
 */
export { createStaff } from './create-staff.ts'
