/** Audit entries of one HTTP call, recorded and committed while its handler ran. The audit guard compares them with the contract. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAction } from '@tunjo/contract/audit'
import { afterCommit, type Transaction } from '../database/database.ts'
import type { AuditRecord } from './types.ts'

export interface CallEntries {
  /** `accountId` is null for an entry of the system. */
  readonly entries: readonly { readonly action: AuditAction; readonly accountId: string | null }[]
  /** The call reported that it found nothing to change. */
  readonly isUnchanged: boolean
}

interface Collected {
  readonly entries: CallEntries['entries'][number][]
  isUnchanged: boolean
}

const collecting = new AsyncLocalStorage<Collected>()

export async function collectingEntries<T>(run: () => Promise<T>): Promise<CallEntries & { readonly answer: T }> {
  const collected: Collected = { entries: [], isUnchanged: false }
  const answer = await collecting.run(collected, run)
  return { answer, ...collected }
}

/** Counts once its transaction is committed: a rolled back attempt leaves no entry. */
export async function recordEntry(tx: Transaction, { action, actor }: AuditRecord): Promise<void> {
  const collected = collecting.getStore()
  const entry = { action, accountId: actor.kind === 'person' ? actor.accountId : null }
  if (collected) await afterCommit(tx, async () => void collected.entries.push(entry))
}

export function recordUnchanged(): void {
  const collected = collecting.getStore()
  if (collected) collected.isUnchanged = true
}
