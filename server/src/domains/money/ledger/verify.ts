/**
 * Verify the whole ledger and name every row that does not match: hashes, the chain, gapless versions, running balances, holds, account
 * balances, sums of zero. It reads one snapshot, so it may run beside postings.
 */
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { StoredTransfer } from './chain.ts'
import { BATCH_COLUMNS } from './queries.ts'
import { type AccountRow, type BatchRow, type HeadRow, type HoldRow, Replay } from './replay.ts'
import { accountText, holdText } from './seals.ts'
import { type Keeper, query, TRANSFER_COLUMNS, type TransferRow, transferFrom } from './store.ts'
import type { PublishedLink, Verification } from './types.ts'

const PAGE_BATCHES = 200
const END = 2n ** 63n - 1n

export function verify(
  db: Database,
  { seals }: Keeper,
  { published = [] }: { published?: readonly PublishedLink[] },
): Promise<Verification> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const accounts = (await query<Stored<AccountRow>>(tx, ACCOUNTS, [])).map((row) => {
      const isSealed = row.seal === null ? null : seals.isSealOf(accountText(row.shard, { ...row, isProved: true }), row.seal)
      return { ...row, isSealed }
    })
    const holds = (await query<Stored<HoldRow>>(tx, HOLDS, [])).map((row) => {
      const state = { ...row, accountId: row.account, isProved: true }
      return { ...row, isSealed: row.seal === null ? null : seals.isSealOf(holdText(row.shard, state), row.seal) }
    })
    const heads = await query<HeadRow>(tx, HEADS, [])
    const replay = new Replay(accounts, holds, heads, published)
    for (const shard of await shards(tx)) {
      for await (const { batches, transfers } of pages(tx, shard)) replay.page(batches, transfers)
    }
    return replay.finish()
  })
}

type Stored<Row> = Omit<Row, 'isSealed'> & { readonly seal: string | null }
const ACCOUNTS = `SELECT id, asset, kind, owner, name, floor, posted, held, version, shard, encode(seal, 'hex') AS seal FROM ledger.account`
const HOLDS = `SELECT shard, id, account, left_amount AS left, expires_at AS "expiresAt", version, encode(seal, 'hex') AS seal FROM ledger.hold`
const HEADS = `SELECT shard, seq, encode(hash, 'hex') AS hash, epoch, recorded_at AS at, unsealed_seq AS "unsealedSeq" FROM ledger.head`

async function shards(connection: Connection): Promise<number[]> {
  const text = `SELECT shard FROM ledger.head UNION SELECT shard FROM ledger.batch UNION SELECT shard FROM ledger.transfer ORDER BY shard`
  return (await query<{ shard: number }>(connection, text, [])).map(({ shard }) => shard)
}

/** Pages in the order of the chain. A transfer without a batch is in the page of its batch number. */
async function* pages(connection: Connection, shard: number): AsyncGenerator<{ batches: BatchRow[]; transfers: StoredTransfer[] }> {
  const batchText = `SELECT ${BATCH_COLUMNS}, complete FROM ledger.batch WHERE shard = $1 AND seq > $2 ORDER BY seq LIMIT $3`
  const transferText = `SELECT ${TRANSFER_COLUMNS} FROM ledger.transfer WHERE shard = $1 AND batch_seq > $2 AND batch_seq <= $3 ORDER BY batch_seq, id`
  let after = -END
  while (after < END) {
    const batches = await query<BatchRow>(connection, batchText, [shard, after, PAGE_BATCHES])
    const last = batches.length < PAGE_BATCHES ? undefined : batches.at(-1)
    const until = last?.seq ?? END
    const transfers = (await query<TransferRow>(connection, transferText, [shard, after, until])).map(transferFrom)
    yield { batches, transfers }
    after = until
  }
}
