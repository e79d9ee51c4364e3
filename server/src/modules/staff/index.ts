/**
 * The people of the company: which roles they hold in the back-office (ADM-15). Keeps nothing itself: accounts and roles are of `identity`.
 *
 * Invariants: nobody changes their own roles, nor anybody's alone; a customer never becomes an officer here; two who may grant roles remain.
 * Emits no events.
 */
export { createStaff } from './create-staff.ts'
