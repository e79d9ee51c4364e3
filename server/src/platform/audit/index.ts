/**
 * Audit trail: append-only, hash-chained, kept permanently (ADM-14, R35).
 *
 * `record` writes an entry in the caller's transaction. The sealer gives each committed entry its place in a chain of HMACs, and every hour
 * the head is signed and announced. `npx tunjo verify audit` verifies the whole trail.
 */

export { type CallEntries, collectingEntries, recordUnchanged } from './call-entries.ts'
export type { SignedHead } from './chain.ts'
export { checkSealingKeys } from './check-sealing-keys.ts'
export { createAudit } from './create-audit.ts'
export { readAuditKeys } from './keys.ts'
export { auditGauges } from './metrics.ts'
export { byLink, personActor } from './person-actor.ts'
export { scheduleSealing } from './seal.ts'
export { type AuditPosition, auditPosition } from './seal-store.ts'
export { databaseTrail, exportTrail, fileTrail, signedHead } from './trail-source.ts'
export type { Audit, AuditActor, AuditRecord, AuditValue, PersonActor } from './types.ts'
export { type AuditReport, type TrailSource, verifyTrail } from './verify.ts'
