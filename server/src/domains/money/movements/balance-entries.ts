/** Ledger entries that explain a balance, each with the balance after it, and the holds with their reasons. */

import type { Answer } from '@tunjo/contract/endpoint'
import { type AssetCode, formatAsset } from '@tunjo/contract/money'
import type { BalanceEntry, movements } from '@tunjo/contract/movements'
import { customerAccount, type Entry } from '../ledger/index.ts'
import type { MovementsContext } from './types.ts'

export async function balanceEntries(
  { ledger }: MovementsContext,
  accountId: string,
  { asset, before, holdsPageIndex, size }: { asset: AssetCode; before?: string | undefined; holdsPageIndex: number; size: number },
): Promise<Answer<typeof movements.balanceEntries>> {
  const account = customerAccount(accountId, asset)
  const [page, { holds, pagesNumber: holdsPages }, current] = await Promise.all([
    ledger.history(account, { before: before === undefined ? null : BigInt(before), limit: size }),
    ledger.openHolds(account, { pageIndex: holdsPageIndex, size }),
    ledger.balance(account),
  ])
  // Start of the list, so that the last line always ends at the figure above it.
  const { posted, held } = (before === undefined ? page.entries[0] : undefined) ?? current
  const text = textIn(asset)
  return {
    asset,
    balance: text(posted),
    held: text(held),
    available: text(posted - held),
    holds: holds.map(({ id, code, left, at, ref }) => ({ id, code, amount: text(left), since: at.toISOString(), movementId: ref })),
    holdsPages,
    entries: page.entries.map((entry) => viewEntry(asset, entry)),
    next: page.nextBefore === null ? null : String(page.nextBefore),
  }
}

export function viewEntry(asset: AssetCode, entry: Entry): BalanceEntry {
  const text = textIn(asset)
  return {
    id: entry.transferId,
    code: entry.code,
    at: entry.recordedAt.toISOString(),
    asset,
    change: text(entry.amount),
    heldChange: text(entry.heldChange),
    balance: text(entry.posted),
    held: text(entry.held),
    movementId: entry.ref,
  }
}

const textIn =
  (asset: AssetCode) =>
  (amount: bigint): string =>
    formatAsset(asset, amount)
