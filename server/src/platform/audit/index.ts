/**
 * Audit trail (append-only, hash-chained).
 *
 * `record` writes an entry in the caller's transaction. The sealer gives each committed entry its place in a chain of HMACs, and every
 * hour the head is signed and announced. `npm run audit:verify` proves the whole.
 */
export { createAudit } from './create-audit.ts'
export { personActor } from './person-actor.ts'
export type { Audit, AuditActor, AuditRecord, AuditValue } from './types.ts'
