/** Load the rows that the decision about some requests needs, into maps that may have a part of them already. */
import type { Connection } from '../../../platform/database/database.ts'
import type { StoredTransfer } from './chain.ts'
import { accountsOf, type PostingRequest, targetOf } from './posting-request.ts'
import type { AccountState, Books, HoldState } from './rules.ts'
import { type Keeper, type LockedHead, loadAccounts, loadHolds, loadTransfers, reversedAmong } from './store.ts'
import type { Account } from './types.ts'

/** State of accounts and holds as of one position of the chain. */
export interface KnownState {
  readonly accounts: Map<string, AccountState>
  readonly holds: Map<string, HoldState>
}

export const nothingKnown = (): KnownState => ({ accounts: new Map(), holds: new Map() })

/** Load accounts and holds for requests that cannot exist yet and reverse nothing: no look-up by transfer. */
export async function loadState(
  connection: Connection,
  keeper: Keeper,
  requests: readonly PostingRequest[],
  known: KnownState,
  frozen: ReadonlySet<string>,
): Promise<Books> {
  await loadMissing(connection, keeper, requests, [], known)
  return { ...known, transfers: new Map(), reversed: new Set(), frozen }
}

/** Load the books under the lock of the head: nothing that is read here changes before the transaction ends. */
export async function loadBooks(
  connection: Connection,
  keeper: Keeper,
  requests: readonly PostingRequest[],
  known: KnownState,
  { frozen }: LockedHead,
): Promise<Books> {
  const legs = requests.flatMap((request) => request.legs)
  const reversals = legs.filter((leg) => leg.kind === 'reverse').map((leg) => leg.transferId)
  const found = await loadTransfers(connection, keeper.shard, [...legs.map(({ id }) => id), ...reversals])
  const transfers = new Map(found.map((transfer) => [transfer.id, transfer]))
  const reversed = reversals.length === 0 ? [] : await reversedAmong(connection, keeper.shard, reversals)
  await loadMissing(connection, keeper, requests, reversals.flatMap((id) => transfers.get(id) ?? []), known) // biome-ignore format: one call
  return { ...known, transfers, reversed: new Set(reversed), frozen }
}

async function loadMissing(
  connection: Connection,
  keeper: Keeper,
  requests: readonly PostingRequest[],
  originals: readonly StoredTransfer[],
  known: KnownState,
): Promise<void> {
  // A row that was not proved is read again: it may have been repaired since.
  const isKnown = (id: string): boolean => known.accounts.get(id)?.isProved ?? false
  const named = new Map<string, Account>()
  const holdIds = new Set<string>()
  for (const request of requests) {
    for (const leg of request.legs) {
      for (const account of accountsOf(leg)) if (!isKnown(account.id)) named.set(account.id, account)
      const target = leg.kind === 'reverse' ? null : targetOf(leg)
      if (target !== null && !known.holds.get(target)?.isProved) holdIds.add(target)
    }
  }
  if (holdIds.size > 0) for (const hold of await loadHolds(connection, keeper, [...holdIds])) known.holds.set(hold.id, hold)
  const implied = [...[...holdIds].flatMap((id) => known.holds.get(id)?.accountId ?? []), ...originals.flatMap(sidesOf)]
  const missing = new Set([...named.keys(), ...implied.filter((id) => !isKnown(id))])
  if (missing.size === 0) return
  for (const account of await loadAccounts(connection, keeper, [...missing])) known.accounts.set(account.id, account)
  for (const account of named.values()) if (!known.accounts.has(account.id)) known.accounts.set(account.id, untouched(account))
}

/** State of an account without postings. Its row appears with the first one. */
const untouched = (account: Account): AccountState => ({ ...account, posted: 0n, held: 0n, version: 0n, isProved: true })

const sidesOf = ({ debit, credit }: StoredTransfer): string[] => (credit ? [debit.accountId, credit.accountId] : [debit.accountId])
