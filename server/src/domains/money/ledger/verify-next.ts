/**
 * Verify the ledger in parts: the batches after a position, batches by their numbers, and the balances in the order of their ids. Each call
 * proves for a part what `verify` proves for everything. Each fault carries a digest of its facts, so that an explanation of it is valid
 * for no other fault.
 */
import type { Connection } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { batchHash, rowText, type StoredTransfer } from './chain.ts'
import { BATCH_COLUMNS } from './queries.ts'
import { type BatchRow, GENESIS } from './replay.ts'
import type { AccountState } from './rules.ts'
import { accountText } from './seals.ts'
import { type Keeper, list, loadAccounts, nextAccounts, query, TRANSFER_COLUMNS, type TransferRow, transferFrom } from './store.ts'
import type { AccountFault, ChainLink, Fault, FaultyRow, Ledger, VerifiedPart } from './types.ts'

const PAGE_BATCHES = 500
const PAGE_ACCOUNTS = 2_000

type Place = Pick<ChainLink, 'seq' | 'hash'>

export async function verifyNext(connection: Connection, shard: number, after: Place, limit = PAGE_BATCHES): Promise<VerifiedPart> {
  const text = `SELECT ${BATCH_COLUMNS}, complete FROM ledger.batch WHERE shard = $1 AND seq > $2 ORDER BY seq LIMIT $3`
  const batches = await query<BatchRow>(connection, text, [shard, after.seq, limit])
  const last = batches.at(-1) ?? after
  const range = [shard, after.seq, last.seq]
  const isIn = (column: string) => `${column} > $2 AND ${column} <= $3`
  const places = new Map([after, ...batches].map((place) => [place.seq, place]))
  const faults = [
    ...(await missingBatches(connection, shard, after.seq > 0n ? [after.seq] : [])),
    ...chainFaults(places, batches, await membersOf(connection, isIn, range)),
  ]
  const [first] = batches
  const isContinued = !first || (first.seq === after.seq + 1n && first.previous === after.hash)
  return { faults, until: { seq: last.seq, hash: last.hash }, isEnd: batches.length < limit, isContinued }
}

/** Verify each batch against the stored batch before it. */
export async function verifyBatches(connection: Connection, shard: number, seqs: readonly bigint[]): Promise<Fault[]> {
  const given = [shard, list(seqs)]
  const isIn = (column: string) => `${column} = ANY($2::bigint[])`
  const text = `SELECT ${BATCH_COLUMNS}, complete FROM ledger.batch WHERE shard = $1 AND ${isIn('seq')} ORDER BY seq`
  const batches = await query<BatchRow>(connection, text, given)
  const before = `SELECT seq, encode(hash, 'hex') AS hash FROM ledger.batch WHERE shard = $1 AND seq = ANY($2::bigint[])`
  const stored = await query<Place>(connection, before, [shard, list(batches.map(({ seq }) => seq - 1n))])
  const places = new Map([{ seq: 0n, hash: GENESIS }, ...stored].map((place) => [place.seq, place]))
  return [...(await missingBatches(connection, shard, seqs)), ...chainFaults(places, batches, await membersOf(connection, isIn, given))]
}

/** Numbers that have no batch any more. */
async function missingBatches(connection: Connection, shard: number, seqs: readonly bigint[]): Promise<Fault[]> {
  const text = `SELECT given.seq FROM unnest($2::bigint[]) AS given (seq)
    WHERE NOT EXISTS (SELECT FROM ledger.batch b WHERE b.shard = $1 AND b.seq = given.seq) ORDER BY given.seq`
  const absent = seqs.length > 0 ? await query<{ seq: bigint }>(connection, text, [shard, list(seqs)]) : []
  return absent.map(({ seq }) => fault('batch', String(seq), IS_MISSING, ''))
}

const HELD_ACCOUNTS_MAX = 500

/**
 * Verify what money is about to leave because of: the batches that made open holds, oldest holds first, and the newest batch of each
 * account that has any.
 */
export async function verifyHeld(connection: Connection, shard: number): Promise<Fault[]> {
  const text = `WITH open AS (SELECT h.id, h.account, t.batch_seq AS seq FROM ledger.hold h JOIN ledger.transfer t ON t.shard = h.shard AND t.id = h.id
      WHERE h.shard = $1 AND h.left_amount > 0 ORDER BY t.batch_seq LIMIT ${HELD_ACCOUNTS_MAX})
    SELECT seq FROM open UNION SELECT newest.seq FROM open JOIN ledger.account a ON a.shard = $1 AND a.id = open.account
      JOIN LATERAL (SELECT batch_seq AS seq FROM ledger.entry e WHERE e.shard = $1 AND e.account_id = a.id AND e.version = a.version LIMIT 1)
      AS newest ON true`
  const found = await query<{ seq: bigint }>(connection, text, [shard])
  return found.length > 0
    ? verifyBatches(
        connection,
        shard,
        found.map(({ seq }) => seq),
      )
    : []
}

/** Verify rows again that did not match before. A row that was deleted since does not match either. */
export async function verifyAgain(connection: Connection, shard: number, rows: readonly FaultyRow[]): Promise<Fault[]> {
  const named = rows.filter(({ table }) => table === 'transfer').map(({ id }) => id)
  const text = `SELECT id, batch_seq AS seq FROM ledger.transfer WHERE shard = $1 AND id = ANY($2::uuid[])`
  const found = await query<{ id: string; seq: bigint }>(connection, text, [shard, list(named)])
  const seqs = rows.filter(({ table }) => table === 'batch').map(({ id }) => BigInt(id))
  const there = new Set(found.map(({ id }) => id))
  const absent = named.filter((id) => !there.has(id)).map((id) => fault('transfer', id, IS_MISSING, ''))
  return [...absent, ...(await verifyBatches(connection, shard, [...new Set([...seqs, ...found.map(({ seq }) => seq)])]))]
}

const IS_MISSING = 'is gone'
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
// One look-up for each side, whatever statistics the planner has of the table.
const unfoundedWhere = (isIn: Where): string => `SELECT e.transfer_id AS id,
  string_agg(concat_ws(',', e.side, e.version, e.posted, e.held, before.posted, before.held), ';' ORDER BY e.side) AS facts
  FROM ledger.entry e
  LEFT JOIN LATERAL (SELECT p.posted, p.held FROM ledger.entry p
    WHERE p.shard = e.shard AND p.account_id = e.account_id AND p.version = e.version - 1 LIMIT 1) AS before ON true
  WHERE e.shard = $1 AND ${isIn('e.batch_seq')}
    AND (e.posted <> coalesce(before.posted, 0) + e.amount OR e.held <> coalesce(before.held, 0) + e.held_change
      OR (before.posted IS NULL AND e.version <> 1)) GROUP BY e.transfer_id`

/** Transfers whose account does not exist. The ledger never removes an account. */
const ofMissingAccountWhere = (isIn: Where): string => `SELECT t.id, concat_ws(',', t.debit, t.credit) AS facts FROM ledger.transfer t
  LEFT JOIN LATERAL (SELECT true AS "isThere" FROM ledger.account a WHERE a.shard = t.shard AND a.id = t.debit LIMIT 1) AS debited ON true
  LEFT JOIN LATERAL (SELECT true AS "isThere" FROM ledger.account a WHERE a.shard = t.shard AND a.id = t.credit LIMIT 1) AS credited ON true
  WHERE t.shard = $1 AND ${isIn('t.batch_seq')}
    AND ((t.debit IS NOT NULL AND debited."isThere" IS NULL) OR (t.credit IS NOT NULL AND credited."isThere" IS NULL))`

interface Members {
  readonly transfers: readonly StoredTransfer[]
  /** Entries whose balance does not follow from the one before. */
  readonly broken: readonly Unfounded[]
  readonly ofMissingAccounts: readonly Unfounded[]
}

const membersOf = async (connection: Connection, isIn: Where, given: readonly unknown[]): Promise<Members> => ({
  transfers: (await query<TransferRow>(connection, transfersWhere(isIn), given)).map(transferFrom),
  broken: await query<Unfounded>(connection, unfoundedWhere(isIn), given),
  ofMissingAccounts: await query<Unfounded>(connection, ofMissingAccountWhere(isIn), given),
})

/** `places`: the batches before, by their number. A batch after a missing one has none, in every way of verification. */
function chainFaults(
  places: ReadonlyMap<bigint, Place>,
  batches: readonly BatchRow[],
  { transfers, broken, ofMissingAccounts }: Members,
): Fault[] {
  const members = new Map<bigint, StoredTransfer[]>()
  for (const transfer of transfers) members.set(transfer.batchSeq, [...(members.get(transfer.batchSeq) ?? []), transfer])
  const faults = batches.flatMap((batch) => {
    const own = members.get(batch.seq) ?? []
    members.delete(batch.seq)
    return batchFaults(places.get(batch.seq - 1n), batch, own)
  })
  for (const orphans of members.values())
    for (const row of orphans)
      faults.push(
        fault('transfer', row.id, `is in batch ${row.batchSeq}, which does not exist`, `${rowText(row, NO_BATCH)}|${row.rowHash}`),
      )
  return [
    ...faults,
    ...broken.map(({ id, facts }) => fault('transfer', id, 'a balance does not follow from the one before', facts)),
    ...ofMissingAccounts.map(({ id, facts }) => fault('transfer', id, 'names an account that is gone', facts)),
  ]
}

/** Batch of a transfer without one. The number and the time are in its text. */
const NO_BATCH = { id: null }

function batchFaults(before: Place | undefined, batch: BatchRow, own: readonly StoredTransfer[]): Fault[] {
  const faults: Fault[] = []
  const leaves = own.map(({ rowHash }) => rowHash)
  const isNext = before !== undefined && batch.seq === before.seq + 1n && batch.previous === before.hash
  const hash = batchHash(batch, leaves)
  if (!isNext || !batch.complete || batch.size !== own.length || hash !== batch.hash)
    faults.push(
      fault('batch', String(batch.seq), 'does not continue the chain', [before?.hash, batch.hash, batch.complete, hash].join('|')),
    )
  for (const transfer of own) {
    const text = rowText(transfer, batch)
    const [recorded, linked] = [transfer.recordedAt.toISOString(), batch.at.toISOString()]
    if (sha256(text) !== transfer.rowHash)
      faults.push(fault('transfer', transfer.id, 'does not match its hash', `${text}|${transfer.rowHash}`))
    else if (recorded !== linked) faults.push(fault('transfer', transfer.id, 'has another time than its batch', `${recorded}|${linked}`))
  }
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

/** Unproved accounts among these. A deleted account is unproved; an account that no transfer names never existed. */
export async function unprovedAmong(connection: Connection, keeper: Keeper, ids: readonly string[]): Promise<AccountFault[]> {
  const accounts = await loadAccounts(connection, keeper, ids)
  const there = new Set(accounts.map(({ id }) => id))
  const missing = ids.filter((id) => !there.has(id))
  const text = `SELECT given.id, named.asset FROM unnest($2::uuid[]) AS given (id) JOIN LATERAL (
    (SELECT asset FROM ledger.transfer WHERE shard = $1 AND debit = given.id LIMIT 1) UNION ALL
    (SELECT asset FROM ledger.transfer WHERE shard = $1 AND credit = given.id LIMIT 1) LIMIT 1) AS named ON true`
  const absent = missing.length > 0 ? await query<Pick<AccountFault, 'id' | 'asset'>>(connection, text, [keeper.shard, list(missing)]) : []
  return [...accountFaults(keeper, accounts), ...absent.map(({ id, asset }) => ({ ...fault('account', id, IS_MISSING, ''), asset }))]
}

const accountFaults = ({ shard }: Keeper, accounts: readonly AccountState[]) =>
  accounts
    .filter(({ isProved }) => !isProved)
    .map((account) => ({
      ...fault('account', account.id, 'is not what was posted last', accountText(shard, account)),
      asset: account.asset,
    }))
