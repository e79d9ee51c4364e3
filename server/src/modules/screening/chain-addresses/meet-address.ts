/**
 * Whether an address of a chain is listed, and what follows for who came with it (ADM-13): every try is written down whatever becomes of it,
 * the person's money stands still, and officers get two alerts. The person hears what anybody hears whose money stands still.
 */
import { LISTS_ALERT } from '@tunjo/contract/alert-kinds'
import { afterRollback, type Connection, inTransaction, type Transaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { HitContext } from '../context.ts'
import { entriesOfAddress, isListed, knowsAddresses } from '../lists/list-store.ts'
import { comparable } from '../matching/identifiers.ts'
import { type AddressHit, type AddressPlace, insertAddressHits, markTold } from './address-hit-store.ts'

/** `no_list`: nobody loaded one that has addresses, which is no answer about it. */
export type AddressSanction = 'clear' | 'listed' | 'no_list'
export interface MetAddress {
  readonly accountId: string
  readonly address: string
  readonly place: 'saved_address' | 'withdrawal'
}
export type AddressContext = HitContext & { readonly outbox: Pick<Outbox, 'emit'> }

/** Financieras, "Fondos de una dirección sancionada o de un mezclador": nothing but an officer closes it. */
export const FUNDS_OF_SANCTIONED = { kind: 18, typeId: 815 } as const
/** "Retiro a dirección de alto riesgo o sancionada": so is this. */
const PAYS_SANCTIONED = { kind: 18, typeId: 804 } as const

/** The one question whether an address is listed, for whatever comes from it or goes to it. Notes nothing. */
export async function isSanctioned(connection: Connection, value: string): Promise<AddressSanction> {
  if (await isListed(connection, { kind: 'crypto_address', value })) return 'listed'
  return (await knowsAddresses(connection)) ? 'clear' : 'no_list'
}

/** Asks it of somebody who wants to pay there. */
export async function meetAddress(context: AddressContext, connection: Connection, met: MetAddress): Promise<AddressSanction> {
  const sanction = await isSanctioned(connection, met.address)
  if (sanction !== 'listed') return sanction
  const [entry] = await entriesOfAddress(connection, met.address)
  if (!entry) return sanction
  const hit = { ...met, ...entry, id: newId(), address: plainAddress(met.address), at: context.clock.now() }
  const own = () => inTransaction(context.db, (tx) => noteHits(context, tx, [hit]))
  if (!isOpen(connection)) await own()
  else {
    // Whoever refuses rolls back: it is then written down in a transaction of its own.
    afterRollback(connection, own)
    await noteHits(context, connection, [hit])
  }
  return sanction
}

/** With an event for each. */
export async function noteHits({ outbox }: Pick<AddressContext, 'outbox'>, tx: Transaction, hits: readonly AddressHit[]): Promise<void> {
  await insertAddressHits(tx, hits)
  for (const { id: hitId, accountId } of hits) await outbox.emit(tx, 'screening.address_met', { accountId, hitId })
}
const isOpen = (connection: Connection): connection is Transaction => connection.isTransaction
const plainAddress = (value: string) => comparable({ kind: 'crypto_address', value })?.replace(/^address:/, '') ?? value

/** Once for each try, however often the event comes. */
export async function followAddressHit(context: HitContext, tx: Transaction, hitId: string): Promise<void> {
  const { risk, alerts, clock } = context
  const at = clock.now()
  const hit = await markTold(tx, hitId, at)
  if (!hit) return
  const { accountId, address, list, entryId, place, times } = hit
  const again = times > 1 ? `, ${times} veces ya` : ''
  const comment = `DIRECCION_SANCIONADA v1: crítica: ${PLACE[place]} ${address} (registro ${list} ${entryId})${again}.`
  const cause = { at, actor: SYSTEM, comment }
  // The flag opens Listas by itself.
  if (!(await risk.flagList(tx, { accountId, reason: comment })))
    await alerts.raise(tx, { accountId, kind: LISTS_ALERT, typeId: null }, cause)
  await alerts.raise(tx, { accountId, ...(place === 'sender_before' ? FUNDS_OF_SANCTIONED : PAYS_SANCTIONED) }, cause)
}
const PLACE: Readonly<Record<AddressPlace, string>> = {
  saved_address: 'quiso guardar la dirección',
  withdrawal: 'pidió un retiro a la dirección',
  saved_before: 'tiene guardada la dirección',
  sender_before: 'recibió antes tokens de la dirección',
}
