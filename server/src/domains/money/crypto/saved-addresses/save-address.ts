/** Save an address that tokens may go to (MON-07): checked, screened, and announced to its owner by mail. */

import type { SavedAddress } from '@tunjo/contract/crypto-addresses'
import { ERC20_NETWORK, SAVED_ADDRESSES_MAX } from '@tunjo/contract/crypto-addresses'
import { confusableKey } from '@tunjo/contract/plain-text'
import { type Address, getAddress } from 'viem'
import { inTransaction, type Transaction, violatedConstraint } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { isRefusal, refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { savedAddressText } from '../../blockchain/index.ts'
import type { AddressSanction, AddressUse } from '../address-screening.ts'
import { depositAddressOf } from '../addresses/deposit-address.ts'
import { STORED_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { addressHeldUntil, addressLabel, checkDestination, isSimilarAddress, readAddress } from './check-destination.ts'
import * as store from './saved-address-store.ts'

export interface AddressForm {
  readonly address: string
  readonly alias: string
  readonly acceptsLookalike: boolean
}

/** Concurrent calls may take each slot in between. */
const ATTEMPTS = SAVED_ADDRESSES_MAX + 1

export async function saveAddress(context: CryptoContext, owner: string, form: AddressForm): Promise<SavedAddress> {
  const address = readDestination(context, owner, form.address)
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(context.db, (tx) => insert(context, tx, owner, { ...form, address }))
    } catch (error) {
      const constraint = violatedConstraint(error)
      if (constraint === store.ALIAS_INDEX) refuse('crypto.address_alias_taken')
      if (attempt >= ATTEMPTS || (constraint !== store.SLOT_INDEX && constraint !== store.ADDRESS_INDEX)) throw error
    }
  }
}

/** Parsed destination with its checksum. */
export function readDestination({ blockchain }: Pick<CryptoContext, 'blockchain'>, owner: string, text: string): Address {
  const address = readAddress(text)
  if (isRefusal(address)) refuse(address.code, address.params)
  const { deployment } = blockchain
  refuseIf(checkDestination(address, { deployment, ownDeposit: depositAddressOf(deployment.forwarderFactory, owner) }))
  return address
}

async function insert(
  context: CryptoContext,
  tx: Transaction,
  owner: string,
  { address, alias, acceptsLookalike }: AddressForm & { address: Address },
): Promise<SavedAddress> {
  const { blockchain, clock, limits, outbox, seals } = context
  await limits.mayTrade(tx, owner)
  const saved = await store.listSavedAddresses(tx, owner)
  const known = saved.find((row) => row.address === address.toLowerCase())
  if (known) refuse('crypto.address_saved', { alias: known.alias })
  const ownDeposit = { address: depositAddressOf(blockchain.deployment.forwarderFactory, owner), alias: STORED_WORDS.step.ownDeposit }
  const lookalike = findSimilarAddress(saved, ownDeposit, address)
  if (lookalike !== null && !acceptsLookalike) refuse('crypto.address_lookalike', { alias: lookalike })
  await screen(context, tx, { accountId: owner, place: 'saved_address' }, address)
  const facts = { id: newId(), accountId: owner, address: lowerCase(address), createdAt: clock.now() }
  const row = { ...facts, alias, aliasKey: confusableKey(alias), seal: seals.seal(savedAddressText(facts)) }
  const inserted = await store.insertSavedAddress(tx, row, SAVED_ADDRESSES_MAX)
  if (!inserted) refuse('crypto.address_limit', { maximum: String(SAVED_ADDRESSES_MAX) })
  const shown = presentAddress(context, inserted)
  await outbox.emit(tx, 'crypto.address_changed', {
    accountId: owner,
    addressId: inserted.id,
    change: 'added',
    address: addressLabel(inserted),
    heldUntil: shown.heldUntil,
  })
  return shown
}

export const lowerCase = (address: Address): Address => address.toLowerCase() as Address

/** Alias of the saved address that it could be confused with. */
export function findSimilarAddress(
  saved: readonly store.SavedAddressRow[],
  ownDeposit: { readonly address: Address; readonly alias: string },
  address: Address,
): string | null {
  if (isSimilarAddress(ownDeposit.address, address)) return ownDeposit.alias
  return saved.find((row) => isSimilarAddress(row.address, address))?.alias ?? null
}

/** Discloses neither the reason nor that there is a separate one: the answer is that of any account in review. */
export async function screen(
  { screening, log }: CryptoContext,
  tx: Transaction,
  use: AddressUse,
  address: Address,
): Promise<AddressSanction> {
  const answer = await screening.isSanctioned(tx, lowerCase(address), use)
  if (answer !== 'listed') return answer
  log.error({ securityEvent: 'crypto_sanctioned_address', accountId: use.accountId }, 'a customer asked for an address that is on a list')
  return refuse('limits.in_review')
}

export const presentAddress = (
  { settings, clock }: Pick<CryptoContext, 'settings' | 'clock'>,
  { id, alias, address, accountId, createdAt }: store.SavedAddressRow,
): SavedAddress => ({
  id,
  alias,
  address: getAddress(address),
  user_id: accountId,
  network: ERC20_NETWORK,
  heldUntil: addressHeldUntil(createdAt, { holdMs: settings.addressHoldMs, now: clock.now() })?.toISOString() ?? null,
})
