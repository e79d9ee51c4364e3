/**
 * Staff: the people of the company (ADM-15): their back-office roles, and their invitations. Accounts and roles belong to `identity`.
 *
 * Invariants: no officer changes their own roles, nor those of another officer alone; a customer never becomes an officer here; two
 * officers who may grant roles remain. An invitation needs two officers. Its link works once, and not after its requester lost the right.
 * An address with an account stays with it, and only its mailbox is notified. A new officer is an officer only, and has no permission
 * before a second factor.
 * Emits no events.
 */
export { createStaff } from './create-staff.ts'
