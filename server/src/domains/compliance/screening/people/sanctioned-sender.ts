/**
 * Receipt of tokens from a sanctioned address (ADM-13): the customer's money is stopped as for a hit that stops, and officers get two
 * alerts that name the transaction and the entry. The customer gets the same message as any customer whose money is stopped (no tipping
 * off).
 */

import { LISTS_ALERT } from '@tunjo/contract/alert-kinds'
import { ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type { Transaction } from '../../../../platform/database/database.ts'
import { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { COMMENT_WORDS } from '../case-words.ts'
import { FUNDS_OF_SANCTIONED } from '../chain-addresses/screen-address.ts'
import type { HitContext } from '../context.ts'
import { entriesOfAddress } from '../lists/list-store.ts'

export interface SanctionedSender {
  readonly accountId: string
  readonly depositId: string
  readonly asset: AssetCode
  /** Base units. */
  readonly amount: bigint
  readonly address: string
  readonly transactionHash: string
}

export async function recordSanctionedSender(
  { risk, alerts, clock }: HitContext,
  tx: Transaction,
  sender: SanctionedSender,
): Promise<void> {
  const { accountId, depositId } = sender
  const comment = await commentOf(tx, sender)
  const evidence = [{ type: 'movement', id: depositId }] as const
  await risk.flagList(tx, { accountId, reason: comment, evidence })
  const cause = { at: clock.now(), actor: SYSTEM, comment, evidence }
  await alerts.raise(tx, { accountId, kind: LISTS_ALERT, typeId: null }, cause)
  await alerts.raise(tx, { accountId, ...FUNDS_OF_SANCTIONED }, cause)
}

async function commentOf(tx: Transaction, { depositId, asset, amount, address, transactionHash }: SanctionedSender): Promise<CodedText> {
  const entries = (await entriesOfAddress(tx, address)).map(({ list, entryId }) => `${list} ${entryId}`)
  const figure = `${formatUnits(amount, ASSETS[asset].scale)} ${asset}`
  const named = entries.length > 0 ? COMMENT_WORDS.address.entries(entries.join(', ')) : ''
  return COMMENT_WORDS.address.sender(depositId, figure, CodedText.join(address, named), transactionHash)
}
