/**
 * Sanctions screening of blockchain addresses (ADM-13). Every attempt is recorded even when the call fails, the customer's money is
 * stopped, and officers get two alerts. The customer gets the same message as any customer whose money is stopped (no tipping off).
 */

import { LISTS_ALERT } from '@tunjo/contract/alert-kinds'
import { afterRollback, type Connection, inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Outbox } from '../../../../platform/events/outbox.ts'
import type { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { COMMENT_WORDS } from '../case-words.ts'
import type { HitContext } from '../context.ts'
import { entriesOfAddress, isListed, knowsAddresses } from '../lists/list-store.ts'
import { comparable } from '../matching/identifiers.ts'
import { type AddressHit, type AddressPlace, insertAddressHits, markNotified } from './address-hit-store.ts'

/** `no_list`: no list with addresses was loaded, so the address counts neither as clear nor as listed. */
export type AddressSanction = 'clear' | 'listed' | 'no_list'
export interface AddressAttempt {
  readonly accountId: string
  readonly address: string
  readonly place: 'saved_address' | 'withdrawal'
}
export type AddressContext = HitContext & { readonly outbox: Pick<Outbox, 'emit'> }

/** Financieras, "Fondos de una dirección sancionada o de un mezclador": only an officer can close it. */
export const FUNDS_OF_SANCTIONED = { kind: 18, typeId: 815 } as const
/** "Retiro a dirección de alto riesgo o sancionada": only an officer can close this one too. */
const PAYS_SANCTIONED = { kind: 18, typeId: 804 } as const

/** Check whether an address is listed, for incoming and outgoing transfers. Records nothing. */
export async function isSanctioned(connection: Connection, value: string): Promise<AddressSanction> {
  if (await isListed(connection, { kind: 'crypto_address', value })) return 'listed'
  return (await knowsAddresses(connection)) ? 'clear' : 'no_list'
}

/** Check the address that a customer wants to pay to, and record a hit when it is listed. */
export async function screenAddress(context: AddressContext, connection: Connection, met: AddressAttempt): Promise<AddressSanction> {
  const sanction = await isSanctioned(connection, met.address)
  if (sanction !== 'listed') return sanction
  const [entry] = await entriesOfAddress(connection, met.address)
  if (!entry) return sanction
  const hit = { ...met, ...entry, id: newId(), address: plainAddress(met.address), at: context.clock.now() }
  const own = () => inTransaction(context.db, (tx) => recordAddressHits(context, tx, [hit]))
  if (!isOpen(connection)) await own()
  else {
    // A caller that refuses rolls back, so the hit is then recorded in a separate transaction.
    afterRollback(connection, own)
    await recordAddressHits(context, connection, [hit])
  }
  return sanction
}

/** Record the hits, with an event for each. */
export async function recordAddressHits(
  { outbox }: Pick<AddressContext, 'outbox'>,
  tx: Transaction,
  hits: readonly AddressHit[],
): Promise<void> {
  await insertAddressHits(tx, hits)
  for (const { id: hitId, accountId } of hits) await outbox.emit(tx, 'screening.address_met', { accountId, hitId })
}
const isOpen = (connection: Connection): connection is Transaction => connection.isTransaction
const plainAddress = (value: string) => comparable({ kind: 'crypto_address', value })?.replace(/^address:/, '') ?? value

/** Once for each attempt: repeated delivery of the event has no further effect. */
export async function handleAddressHit(context: HitContext, tx: Transaction, hitId: string): Promise<void> {
  const { risk, alerts, clock } = context
  const at = clock.now()
  const hit = await markNotified(tx, hitId, at)
  if (!hit) return
  const { accountId, address, list, entryId, place, times } = hit
  const again = times > 1 ? words.again(times) : ''
  const comment = words.used(PLACE[place], address, `${list} ${entryId}`, again)
  const cause = { at, actor: SYSTEM, comment }
  // The flag opens the alert Listas.
  if (!(await risk.flagList(tx, { accountId, reason: comment })))
    await alerts.raise(tx, { accountId, kind: LISTS_ALERT, typeId: null }, cause)
  await alerts.raise(tx, { accountId, ...(place === 'sender_before' ? FUNDS_OF_SANCTIONED : PAYS_SANCTIONED) }, cause)
}
const words = COMMENT_WORDS.address
const PLACE: Readonly<Record<AddressPlace, CodedText>> = words.places
