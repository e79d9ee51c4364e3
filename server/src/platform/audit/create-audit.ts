/**
 * Audit trail: who did what to what, append-only and kept permanently. An entry is written in the business transaction; `seal.ts` chains
 * entries afterwards.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { newId } from '../database/ids.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Clock } from '../time/clock.ts'
import { recordEntry, recordUnchanged } from './call-entries.ts'
import { deleteSalt, insertEntries, keepSalt } from './store.ts'
import type { Audit } from './types.ts'

const SALT_BYTES = 32

export function createAudit({ clock, secrets }: { clock: Clock; secrets: Secrets }): Audit {
  const purposeOf = (personId: string) => `audit-salt:${personId}`
  return {
    async record(tx, ...entries) {
      const recordedAt = clock.now()
      await insertEntries(
        tx,
        entries.map((entry) => ({ id: newId(), recordedAt, ...entry })),
      )
      for (const entry of entries) await recordEntry(tx, entry)
    },
    unchanged: recordUnchanged,
    async redacted(tx, personId, value) {
      const sealed = await keepSalt(tx, personId, () => secrets.seal(purposeOf(personId), randomBytes(SALT_BYTES)))
      const salt = secrets.open(purposeOf(personId), sealed)
      return `hmac-sha256:${createHmac('sha256', salt).update(value).digest('base64url')}`
    },
    erasePerson: deleteSalt,
  }
}
