/** Blocklist search for officers: by kind, state or one full value, newest first; each search is recorded. */
import type { BlackListEntry, BlackListFilters, BlackListState } from '@tunjo/contract/blocklist'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { type Page, pageOf } from '../../../platform/database/list-query.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { listedValue } from './add-entry.ts'
import type { OfficeContext } from './context.ts'
import { type EntryRow, type ListedRow, listEntries } from './entry-store.ts'
import { isInForce, REMOVE_APPROVAL } from './removal-approval.ts'

interface Search extends BlackListFilters {
  readonly pageIndex: number
  readonly size: number
  readonly actor: PersonActor
}
export async function searchEntries(
  { db, clock, audit, blackList, approvals }: OfficeContext,
  { kind, state, value, pageIndex, size, actor }: Search,
): Promise<Page<BlackListEntry>> {
  const { wanted, asked: after } = await wantedEntries({ db, clock, blackList }, { kind, state, value })
  const entry = { actor, action: 'blacklist.searched', object: { type: 'black_list', id: 'all' }, after } as const
  await inTransaction(db, (tx) => audit.record(tx, entry))
  const { rows, total } = await listEntries(db, { ...wanted, offset: pageIndex * size, size })
  const ids = rows.map(({ id }) => id)
  const waiting = await approvals.waitingTargets(db, REMOVE_APPROVAL, ids)
  return pageOf(
    rows.map((row) => ({ ...toBlackListEntry(row, wanted.now), removalWaits: waiting.has(row.id) })),
    total,
    size,
  )
}

/** The search, and the part of it that may be recorded. */
export async function wantedEntries(
  { db, clock, blackList }: Pick<OfficeContext, 'db' | 'clock' | 'blackList'>,
  { kind, state, value }: BlackListFilters,
) {
  if (value !== undefined && !kind) refuse('request.invalid')
  const looked = kind && value !== undefined ? await listedValue(db, kind, value) : null
  const hash = kind && looked ? blackList.hashOf(kind, looked.text) : null
  return {
    // A cédula searched as a NIT is the same value.
    wanted: { kind: hash ? null : (kind ?? null), state: state ?? null, hash, now: clock.now() },
    asked: { kind: kind ?? null, state: state ?? null, masked: looked?.masked ?? null },
  }
}

export function toBlackListEntry(row: ListedRow, now: Date): Omit<BlackListEntry, 'removalWaits'> {
  const { id, kind, masked, reason, addedAt, expiresAt, hits, lastHitAt } = row
  const times = { addedAt: addedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null, lastHitAt: lastHitAt?.toISOString() ?? null }
  return { id, kind, masked, reason, state: stateOf(row, now), hits, ...times }
}

export function stateOf(row: EntryRow, now: Date): BlackListState {
  if (isInForce(row, now)) return 'in_force'
  const { removedAt, expiresAt } = row
  return removedAt && removedAt.getTime() !== expiresAt?.getTime() ? 'removed' : 'expired'
}
