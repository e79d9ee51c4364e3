/** Consequences of a blocklist hit. The customer is not notified; officers get an alert that names the entry. */

import { LISTS_ALERT } from '@tunjo/contract/alert-kinds'
import type { BlackListKind, BlackListPlace } from '@tunjo/contract/blocklist'
import type { Transaction } from '../../../platform/database/database.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { COMMENT_WORDS } from './blocklist-words.ts'
import type { OfficeContext } from './context.ts'
import { type EntryRow, findEntry } from './entry-store.ts'

const LISTED = { kind: LISTS_ALERT, typeId: null } as const
/** Irregularidades, "Coincidencia con la lista negra". */
const BLACK_LIST_ALERT = { kind: 7, typeId: 710 } as const

interface Hit {
  readonly accountId: string
  readonly entryId: string
  readonly place: BlackListPlace
}

export async function followHit(
  { risk, alerts, clock }: OfficeContext,
  tx: Transaction,
  { accountId, entryId, place }: Hit,
): Promise<void> {
  const entry = await findEntry(tx, entryId)
  // Removed meanwhile, so the hit has no effect.
  if (!entry || entry.removedAt) return
  const { found, kinds, places } = COMMENT_WORDS
  const comment = found(entry.id, kinds[entry.kind], entry.masked, places[place])
  const evidence = [{ type: 'black_list_entry', id: entry.id }] as const
  const isStop = stops(entry, place)
  // A new flag creates its alert.
  if (isStop && (await risk.flagList(tx, { accountId, reason: comment, evidence }))) return
  const key = isStop ? LISTED : BLACK_LIST_ALERT
  const cause = { at: clock.now(), actor: SYSTEM, comment, severity: isStop ? 'critical' : 'high', evidence } as const
  await alerts.raise(tx, { accountId, ...key }, cause)
}

/**
 * Kinds of values that identify the customer and stop their money; so do those of a payer who used the customer's own payment reference,
 * which no one else knows. Other people share a name, a network, a domain and a browser, and an attacker can send tokens to harm a
 * customer, so for these an officer reviews another alert first: while Listas is open no money moves.
 */
const OWN: ReadonlySet<BlackListKind> = new Set(['document', 'nit', 'phone', 'email', 'bank_account'])
const DECLARED: ReadonlySet<BlackListPlace> = new Set(['sign_in', 'verification', 'bank_account', 'transfer', 'customer'])
const stops = ({ kind }: Pick<EntryRow, 'kind'>, place: BlackListPlace) => OWN.has(kind) && DECLARED.has(place)
