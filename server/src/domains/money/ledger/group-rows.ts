/** Rows of postings that several kinds of use cases in groups have: the head, accounts as they are read, transfers with their batch. */
import type { Kind } from '../../../platform/unit-of-work/index.ts'
import { linkSql, type UnplacedTransfer } from './chain.ts'
import { ACCOUNT_COLUMNS, type AccountRow, type Keeper } from './store.ts'
import { namesOf, TRANSFER, valuesFrom } from './write-batch.ts'

/** Query of an account as JSON. `id`: SQL. */
export const accountText = ({ shard }: Keeper, id: string): string =>
  `SELECT to_jsonb(found) || jsonb_build_object('floor', floor::text, 'posted', posted::text, 'held', held::text, 'version', version::text)
      FROM (SELECT ${ACCOUNT_COLUMNS} FROM ledger.account a WHERE shard = ${shard} AND id = ${id}) AS found`

type Numbers = 'posted' | 'held' | 'version'
export type AccountJson = Omit<AccountRow, Numbers | 'floor'> & Record<Numbers, string> & { readonly floor: string | null }
export const accountRow = ({ floor, posted, held, version, ...row }: AccountJson): AccountRow => ({
  ...row,
  ...{ floor: floor === null ? null : BigInt(floor), posted: BigInt(posted), held: BigInt(held), version: BigInt(version) },
})

/** Condition that no freeze began or ended, which locks the head: from here to the commit only this statement posts. */
export const UNFROZEN: Kind<{ shard: number; freezeEpoch: bigint }> = {
  name: 'ledger_unfrozen',
  columns: [
    ['shard', 'int2', ({ shard }) => shard],
    ['freeze_epoch', 'int8', ({ freezeEpoch }) => freezeEpoch],
  ],
  guard: {
    from: 'ledger.head AS t WHERE t.shard = r.shard AND t.freeze_epoch = r.freeze_epoch',
    lock: 'NO KEY UPDATE',
    waits: true,
  },
}

/** Transfers of the group, with the batch that they form together and its link. `complete`: condition over the other rows of the batch. */
export const transfersKind = (complete: string): Kind<UnplacedTransfer & { batchId: string; at: Date; holder: string }> => ({
  name: 'ledger_transfer_inserted',
  columns: [
    ['shard', 'int2', ({ shard }) => shard],
    ['batch_id', 'uuid', ({ batchId }) => batchId],
    ['at', 'timestamptz', ({ at }) => at],
    ['holder', 'uuid', ({ holder }) => holder],
    ...TRANSFER,
  ],
  write: (rows) => [
    [
      'ledger_moved',
      `${linkSql({ size: 'o.size', at: 'o.at', holder: 'o.holder', id: 'o.id', leaves: 'o.leaves' })}
      FROM (SELECT count(*)::int4 AS size, count(DISTINCT debit) AS accounts, min(shard) AS shard, min(at) AS at, min(holder::text)::uuid AS holder,
        min(batch_id::text)::uuid AS id, encode(sha256(convert_to(string_agg(row_hash, '|' ORDER BY id), 'UTF8')), 'hex') AS leaves
        FROM ${rows} AS n) AS o
      WHERE h.shard = o.shard AND o.size > 0 RETURNING h.shard, h.seq, h.previous, h.hash, h.epoch, h.recorded_at, o.size, o.accounts, o.id`,
    ],
    [
      'ledger_transfer_inserted',
      `INSERT INTO ledger.transfer (shard, batch_seq, recorded_at, ${namesOf(TRANSFER)})
      SELECT n.shard, moved.seq, moved.recorded_at, ${valuesFrom(TRANSFER)} FROM ledger_moved AS moved, ${rows} AS n RETURNING 1`,
    ],
    [
      'ledger_linked',
      `INSERT INTO ledger.batch (shard, id, seq, size, previous, hash, epoch, recorded_at, complete)
      SELECT shard, id, seq, size, previous, hash, epoch, recorded_at, size = (SELECT count(*) FROM ledger_transfer_inserted)
        AND ${complete}
      FROM ledger_moved`,
    ],
  ],
})
