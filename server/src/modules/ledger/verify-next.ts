/**
 * Verifies the ledger bit by bit: the batches after a place, batches by their numbers, and the balances in the order of their ids. What
 * `verify` proves by reading everything, this proves of a part. Each fault carries a digest of what was found, so that an explanation of
 * it holds for nothing else.
 */
import type { Connection } from '../../platform/database.ts'
import { sha256 } from '../../platform/ids.ts'
import { batchHash, rowText, type StoredTransfer } from './chain.ts'
import { BATCH_COLUMNS } from './read.ts'
import { type BatchRow, GENESIS } from './replay.ts'
import type { AccountState } from './rules.ts'
import { accountText } from './seals.ts'
import { type Keeper, list, loadAccounts, nextAccounts, query, TRANSFER_COLUMNS, type TransferRow, transferFrom } from './store.ts'
import type { ChainLink, Fault, FaultyRow, Ledger, VerifiedPart } from './types.ts'

const PAGE_BATCHES = 500
const PAGE_ACCOUNTS = 2_000

type Place = Pick<ChainLink, 'seq' | 'hash'>

export async function verifyNext(connection: Connection, shard: number, after: Place, limit = PAGE_BATCHES): Promise<VerifiedPart> {
  const text = `SELECT ${BATCH_COLUMNS}, complete FROM ledger.batch WHERE shard = $1 AND seq > $2 ORDER BY seq LIMIT $3`
  const batches = await query<BatchRow>(connection, text, [shard, after.seq, limit])
  const last = batches.at(-1) ?? after
  const range = [shard, after.seq, last.seq]
  const isIn = (column: string) => `${column} > $2 AND ${column} <= $3`
  const transfers = (await query<TransferRow>(connection, transfersWhere(isIn), range)).map(transferFrom)
  const broken = await query<Unfounded>(connection, unfoundedWhere(isIn), range)
  const places = [after, ...batches]
  const faults = chainFaults((index) => places[index], batches, transfers, broken)
  const [first] = batches
  const isContinued = !first || (first.seq === after.seq + 1n && first.previous === after.hash)
  return { faults, until: { seq: last.seq, hash: last.hash }, isEnd: batches.length < limit, isContinued }
}

/** Each against the batch before it as it is stored. */
export async function verifyBatches(connection: Connection, shard: number, seqs: readonly bigint[]): Promise<Fault[]> {
  const given = [shard, list(seqs)]
  const isIn = (column: string) => `${column} = ANY($2::bigint[])`
  const text = `SELECT ${BATCH_COLUMNS}, complete FROM ledger.batch WHERE shard = $1 AND ${isIn('seq')} ORDER BY seq`
  const batches = await query<BatchRow>(connection, text, given)
  const before = `SELECT seq, encode(hash, 'hex') AS hash FROM ledger.batch WHERE shard = $1 AND seq = ANY($2::bigint[])`
  const stored = await query<Place>(connection, before, [shard, list(batches.map(({ seq }) => seq - 1n))])
  const places = new Map([{ seq: 0n, hash: GENESIS }, ...stored].map((place) => [place.seq, place]))
  const transfers = (await query<TransferRow>(connection, transfersWhere(isIn), given)).map(transferFrom)
  const broken = await query<Unfounded>(connection, unfoundedWhere(isIn), given)
  return chainFaults((index) => places.get((batches[index]?.seq ?? 0n) - 1n), batches, transfers, broken)
}

/** Rows that did not fit before: what still does not. A row that is gone since does not fit either. */
export async function verifyAgain(connection: Connection, shard: number, rows: readonly FaultyRow[]): Promise<Fault[]> {
  const named = rows.filter(({ table }) => table === 'transfer').map(({ id }) => id)
  const text = `SELECT id, batch_seq AS seq FROM ledger.transfer WHERE shard = $1 AND id = ANY($2::uuid[])`
  const found = await query<{ id: string; seq: bigint }>(connection, text, [shard, list(named)])
  const seqs = rows.filter(({ table }) => table === 'batch').map(({ id }) => BigInt(id))
  const there = new Set(found.map(({ id }) => id))
  const gone = named.filter((id) => !there.has(id)).map((id) => fault('transfer', id, 'is gone', ''))
  return [...gone, ...(await verifyBatches(connection, shard, [...new Set([...seqs, ...found.map(({ seq }) => seq)])]))]
}

const fault = (table: Fault['table'], id: string, reason: string, facts: string): Fault => ({
  table,
  id,
  reason,
  facts: sha256(`${reason}|${facts}`),
})

type Where = (column: string) => string
const transfersWhere = (isIn: Where): string =>
  `SELECT ${TRANSFER_COLUMNS} FROM ledger.transfer WHERE shard = $1 AND ${isIn('batch_seq')} ORDER BY batch_seq, id`

interface Unfounded {
  readonly id: string
  readonly facts: string
}
// One look-up for each side, whatever the planner knows of the table.
const unfoundedWhere = (isIn: Where): string => `SELECT e.transfer_id AS id,
  string_agg(concat_ws(',', e.side, e.version, e.posted, e.held, before.posted, before.held), ';' ORDER BY e.side) AS facts
  FROM ledger.entry e
  LEFT JOIN LATERAL (SELECT p.posted, p.held FROM ledger.entry p
    WHERE p.shard = e.shard AND p.account_id = e.account_id AND p.version = e.version - 1 LIMIT 1) AS before ON true
  WHERE e.shard = $1 AND ${isIn('e.batch_seq')}
    AND (e.posted <> coalesce(before.posted, 0) + e.amount OR e.held <> coalesce(before.held, 0) + e.held_change
      OR (before.posted IS NULL AND e.version <> 1)) GROUP BY e.transfer_id`

type Before = (index: number) => Place | undefined

function chainFaults(
  before: Before,
  batches: readonly BatchRow[],
  transfers: readonly StoredTransfer[],
  broken: readonly Unfounded[],
): Fault[] {
  const members = new Map<bigint, StoredTransfer[]>()
  for (const transfer of transfers) members.set(transfer.batchSeq, [...(members.get(transfer.batchSeq) ?? []), transfer])
  const faults = batches.flatMap((batch, index) => {
    const own = members.get(batch.seq) ?? []
    members.delete(batch.seq)
    return batchFaults(before(index), batch, own)
  })
  for (const orphans of members.values())
    for (const row of orphans)
      faults.push(fault('transfer', row.id, `is in batch ${row.batchSeq}, which does not exist`, `${rowText(row)}|${row.rowHash}`))
  return [...faults, ...broken.map(({ id, facts }) => fault('transfer', id, 'a balance does not follow from the one before', facts))]
}

function batchFaults(before: Place | undefined, batch: BatchRow, own: readonly StoredTransfer[]): Fault[] {
  const faults: Fault[] = []
  const leaves = own.map(({ rowHash }) => rowHash)
  const isNext = before !== undefined && batch.seq === before.seq + 1n && batch.previous === before.hash
  const hash = batchHash(batch, leaves)
  if (!isNext || !batch.complete || batch.size !== own.length || hash !== batch.hash)
    faults.push(
      fault('batch', String(batch.seq), 'does not continue the chain', [before?.hash, batch.hash, batch.complete, hash].join('|')),
    )
  for (const transfer of own)
    if (sha256(rowText(transfer)) !== transfer.rowHash)
      faults.push(fault('transfer', transfer.id, 'does not match its hash', `${rowText(transfer)}|${transfer.rowHash}`))
  return faults
}

export async function unprovedAccounts(
  connection: Connection,
  keeper: Keeper,
  after: string | null,
): ReturnType<Ledger['unprovedAccounts']> {
  const accounts = await nextAccounts(connection, keeper, after, PAGE_ACCOUNTS)
  return {
    faults: accountFaults(keeper, accounts),
    next: accounts.length < PAGE_ACCOUNTS ? null : (accounts.at(-1)?.id ?? null),
  }
}

export const unprovedAmong = async (connection: Connection, keeper: Keeper, ids: readonly string[]) =>
  accountFaults(keeper, await loadAccounts(connection, keeper, ids))

const accountFaults = ({ shard }: Keeper, accounts: readonly AccountState[]) =>
  accounts
    .filter(({ isProved }) => !isProved)
    .map((account) => ({
      ...fault('account', account.id, 'is not what was posted last', accountText(shard, account)),
      asset: account.asset,
    }))
