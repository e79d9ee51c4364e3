/**
 * The sealer: gives committed entries their place in the hash chain, in batches and outside of every request. One sealer at a time over all
 * processes: a mutex in the database, and as a second barrier the primary key of the chain, so that two workers never fork it.
 */

import { type Database, inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Clock } from '../time/clock.ts'
import { headText, type Seal, type SignedHead, sealHash } from './chain.ts'
import type { AuditKeys } from './keys.ts'
import { deleteWaiting, hasWaiting, insertHead, insertSeals, lastSeal, lockSealer, waitingEntries } from './seal-store.ts'

const BATCH_ENTRIES = 500
/** Half a million entries: more than arrive between two runs. */
const BATCHES_MAX = 1_000
const SEAL_EVERY_MS = 2_000
const SIGN_EVERY_MS = 3_600_000

export interface SealerParts {
  readonly db: Database
  readonly clock: Clock
  readonly keys: AuditKeys
  readonly outbox: Outbox
}

export function scheduleSealing(parts: SealerParts & { readonly jobs: Jobs }): void {
  const { jobs } = parts
  jobs.schedule({ name: 'platform.audit_seal', everyMs: SEAL_EVERY_MS, run: () => sealWaiting(parts) })
  jobs.schedule({ name: 'platform.audit_head', everyMs: SIGN_EVERY_MS, run: async () => void (await signHead(parts)) })
}

export async function sealWaiting(parts: Pick<SealerParts, 'db' | 'clock' | 'keys'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await sealBatch(parts)) < BATCH_ENTRIES) return
}

async function sealBatch({ db, clock, keys }: Pick<SealerParts, 'db' | 'clock' | 'keys'>): Promise<number> {
  // Most runs find nothing: one statement finds out, and taking the lock first would need five.
  if (!(await hasWaiting(db))) return 0
  return inTransaction(db, async (tx) => {
    if (!(await lockSealer(tx))) return 0
    const seals: Seal[] = []
    let last = await lastSeal(tx)
    for (const entry of await waitingEntries(tx, BATCH_ENTRIES)) {
      const seq = last.seq + 1
      const hash = sealHash(keys, keys.currentId, last.hash, seq, entry)
      if (hash === null) throw new Error('the key that seals is not known')
      last = { seq, hash }
      seals.push({ seq, hash, entryId: entry.id, keyId: keys.currentId })
    }
    if (seals.length === 0) return 0
    await insertSeals(tx, seals, clock.now())
    failpoint('audit.seals_written')
    await deleteWaiting(
      tx,
      seals.map(({ entryId }) => entryId),
    )
    failpoint('audit.waiting_removed')
    return seals.length
  })
}

/** Sign the current head and announce it: from then on no removal of an entry up to there goes undetected. */
export async function signHead(parts: SealerParts): Promise<SignedHead> {
  const { db, clock, keys, outbox } = parts
  await sealWaiting(parts)
  return inTransaction(db, async (tx) => {
    const { seq, hash } = await lastSeal(tx)
    const unsigned = { seq, hash, entries: seq, signedAt: clock.now().toISOString() }
    const head = { ...unsigned, publicKey: keys.publicKey, signature: keys.sign(headText(unsigned)) }
    await insertHead(tx, newId(), head)
    await outbox.emit(tx, 'platform.audit_head_signed', head)
    return head
  })
}
