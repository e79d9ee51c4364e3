/** Puts a value on the black list: one officer alone, since it takes freedom away, and two give it back. */

import type { BlackListKind } from '@tunjo/contract/black-list'
import { endOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { PersonActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { isRefusal, refuse } from '../../platform/refusal.ts'
import type { OfficeContext } from './context.ts'
import { type EntryRow, insertEntry } from './entry-store.ts'
import { startLook } from './look-at-customers.ts'
import { type ListedValue, readValue } from './values.ts'

interface Addition {
  readonly kind: BlackListKind
  readonly value: string
  readonly reason: string
  readonly expiresOn: string | null
  readonly actor: PersonActor
}

/** @throws Refused `blacklist.value_invalid`, `blacklist.too_wide` */
export function listedValue(kind: BlackListKind, typed: string): ListedValue {
  const value = readValue(kind, typed)
  return isRefusal(value) ? refuse(value.code) : value
}

/** @throws Refused `blacklist.value_invalid`, `blacklist.too_wide`, `blacklist.expiry_past`, `blacklist.known` */
export async function addEntry(
  { db, clock, audit, jobs, blackList }: Pick<OfficeContext, 'db' | 'clock' | 'audit' | 'jobs' | 'blackList'>,
  { kind, value, reason, expiresOn, actor }: Addition,
): Promise<EntryRow> {
  const { text, masked } = listedValue(kind, value)
  const addedAt = clock.now()
  const expiresAt = expiresOn === null ? null : endOfBogotaDay(expiresOn)
  if (expiresAt && expiresAt <= addedAt) refuse('blacklist.expiry_past')
  return inTransaction(db, async (tx) => {
    const hash = blackList.hashOf(kind, text)
    const entry = { id: newId(), kind, hash, keyId: blackList.keyId, masked, reason, addedAt, addedBy: actor.accountId, expiresAt }
    const added = (await insertEntry(tx, entry)) ?? refuse('blacklist.known')
    const after = { kind, masked, expiresAt: expiresAt?.toISOString() ?? null }
    await audit.record(tx, { actor, action: 'blacklist.added', object: { type: 'black_list_entry', id: added.id }, after, reason })
    await startLook(jobs, tx, added)
    return added
  })
}
