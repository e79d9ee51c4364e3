/** Add a value to the blocklist: one officer alone, since it restricts; a removal needs two. */

import type { BlackListKind } from '@tunjo/contract/blocklist'
import { endOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { type Connection, inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { isRefusal, refuse } from '../../../platform/http/refusal.ts'
import type { OfficeContext } from './context.ts'
import { enqueueCustomerCheck } from './customer-checks.ts'
import { type EntryRow, insertEntry } from './entry-store.ts'
import type { ListedValue } from './listed-value.ts'
import { readDevice } from './read-device.ts'
import { readValue } from './values.ts'

interface Addition {
  readonly kind: BlackListKind
  readonly value: string
  readonly reason: string
  readonly expiresOn: string | null
  readonly actor: PersonActor
}

export interface ReadEntry extends Pick<Addition, 'kind' | 'reason' | 'actor'> {
  readonly value: ListedValue
  readonly expiresAt: Date | null
}
export type AddContext = Pick<OfficeContext, 'db' | 'clock' | 'audit' | 'jobs' | 'blackList'>

/** @throws Refused `blacklist.value_invalid`, `blacklist.too_wide`, `blacklist.device_unknown` */
export async function listedValue(connection: Connection, kind: BlackListKind, typed: string): Promise<ListedValue> {
  if (kind === 'device') return (await readDevice(connection, typed)) ?? refuse('blacklist.device_unknown')
  const value = readValue(kind, typed)
  return isRefusal(value) ? refuse(value.code) : value
}

/** @throws Refused `blacklist.value_invalid`, `blacklist.too_wide`, `blacklist.device_unknown`, `blacklist.expiry_past`, `blacklist.known` */
export async function addEntry(context: AddContext, { kind, value, reason, expiresOn, actor }: Addition): Promise<EntryRow> {
  const read = await listedValue(context.db, kind, value)
  const expiresAt = expiresOn === null ? null : endOfBogotaDay(expiresOn)
  if (expiresAt && expiresAt <= context.clock.now()) refuse('blacklist.expiry_past')
  const entry = { kind, value: read, reason, expiresAt, actor }
  return inTransaction(context.db, async (tx) => (await putEntry(context, tx, entry)) ?? refuse('blacklist.known'))
}

/** Null when an entry in force has the same value. */
export async function putEntry(
  { clock, audit, jobs, blackList }: AddContext,
  tx: Transaction,
  { kind, value: { text, masked }, reason, expiresAt, actor }: ReadEntry,
): Promise<EntryRow | null> {
  const hash = blackList.hashOf(kind, text)
  const entry = {
    id: newId(),
    kind,
    hash,
    keyId: blackList.keyId,
    masked,
    reason,
    addedAt: clock.now(),
    addedBy: actor.accountId,
    expiresAt,
  }
  const added = await insertEntry(tx, entry)
  if (!added) return null
  const after = { kind, masked, expiresAt: expiresAt?.toISOString() ?? null }
  await audit.record(tx, { actor, action: 'blacklist.added', object: { type: 'black_list_entry', id: added.id }, after, reason })
  await enqueueCustomerCheck(jobs, tx, added)
  return added
}
