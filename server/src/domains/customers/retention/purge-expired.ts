/**
 * Crypto-shredding (SEC-74). Destroys the key of every customer who left longer ago than documents are kept, and records it: both or
 * neither. The sealed bytes are deleted by the next housekeeping of the files. Idempotent, and safe for concurrent or killed processes.
 */
import { type Connection, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Platform } from '../../../platform/module.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import type { Identity } from '../identity/index.ts'
import { keptSince, mayPurge } from './rules.ts'
import { insertPurged, isUnderHold, lockDocumentsOf, purgedAmong } from './store.ts'

export interface RetentionContext extends Pick<Platform, 'db' | 'clock' | 'files' | 'audit'> {
  readonly identity: Pick<Identity, 'closedAccounts' | 'closedAt' | 'person'>
  readonly years: number
  readonly keepers: readonly KeepsDocuments[]
}

export type KeepsDocuments = (connection: Connection, accountId: string) => Promise<boolean>

const ACCOUNTS_AT_ONCE = 500
const BY = 'retention schedule'

export async function purgeExpired(context: RetentionContext): Promise<void> {
  const { db, clock, identity, years } = context
  const before = keptSince(clock.now(), years)
  let page = await identity.closedAccounts(db, { before, after: null, limit: ACCOUNTS_AT_ONCE })
  while (page.length > 0) {
    const done = await purgedAmong(db, page)
    for (const { accountId } of page)
      if (!done.has(accountId) || (await hasKey(context, db, accountId))) await purgeDocumentsOf(context, accountId, before)
    page = await identity.closedAccounts(db, { before, after: page.at(-1) ?? null, limit: ACCOUNTS_AT_ONCE })
  }
}

/** True for an erased person too, when officers added a document since, which created a key again. */
const hasKey = async ({ files }: RetentionContext, connection: Connection, accountId: string): Promise<boolean> =>
  (await files.openerOf(accountId, connection)) !== null

async function isKeptElsewhere({ keepers }: RetentionContext, connection: Connection, accountId: string): Promise<boolean> {
  for (const isKept of keepers) if (await isKept(connection, accountId)) return true
  return false
}

async function purgeDocumentsOf(context: RetentionContext, accountId: string, before: Date): Promise<void> {
  const { db, clock, files, audit, identity, years } = context
  await inTransaction(db, async (tx) => {
    await lockDocumentsOf(tx, accountId)
    // The account cannot be opened again before the end of the transaction.
    const closedAt = await identity.closedAt(tx, accountId)
    const isHeld = (await isUnderHold(tx, accountId)) || (await isKeptElsewhere(context, tx, accountId))
    if (closedAt === null || !mayPurge({ closedAt, isHeld, keptSince: before })) return
    const kept = await files.listOf(accountId, tx)
    const reason = `account closed more than ${years} years ago`
    const row = { id: newId(), accountId, closedAt, files: kept.length, erasedAt: clock.now(), erasedBy: BY, reason }
    const isFirst = await insertPurged(tx, row)
    if (!isFirst && !(await hasKey(context, tx, accountId))) return
    await audit.record(tx, {
      actor: { kind: 'system', name: 'retention.forget_papers' },
      action: 'retention.documents_purged',
      object: { type: 'account', id: accountId },
      after: { files: kept.length },
      reason,
    })
    await audit.erasePerson(tx, accountId)
    await files.eraseOwner(accountId, tx)
    failpoint('retention.key_destroyed')
  })
}
