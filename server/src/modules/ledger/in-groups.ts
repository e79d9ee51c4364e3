/**
 * Postings of use cases that run in groups (platform/unit-of-work). The same rules decide them on what the group read. They are written
 * with the rows of the use case, one batch for the group. The writing statement locks the head, and no statement before it does.
 */

import { isRefusal, Refused } from '../../platform/refusal.ts'
import type { Fact, Kind, Work } from '../../platform/unit-of-work/index.ts'
import { updated } from '../../platform/unit-of-work/index.ts'
import { hashed, type Writer } from './batch.ts'
import { linkSql, type UnplacedTransfer } from './chain.ts'
import { FREEZES_TEXT } from './freeze-text.ts'
import { postingRequest } from './request.ts'
import { type AccountState, Draft } from './rules.ts'
import { ACCOUNT_COLUMNS, type AccountRow, frozenAssets, type Keeper, sealedAccounts } from './store.ts'
import type { FoundBooks, Hold, LedgerInGroups, Of } from './types.ts'
import { type BatchWrite, HOLD, namesOf, TRANSFER, valuesFrom } from './write-batch.ts'

export const ledgerInGroups = (writer: Writer): LedgerInGroups => ({
  books: (key) => booksFact(writer, key),
  kinds: [UNFROZEN, ACCOUNTS, HOLDS, TRANSFERS],
  hold: (work, books, hold) => holdIn(writer, work, books, hold),
})

const booksFact = (keeper: Keeper, key: string): Fact<FoundBooks> => ({
  text: `SELECT jsonb_build_object('freezes', ${FREEZES_TEXT}, 'freezeEpoch', freeze_epoch::text, 'account', (
      SELECT to_jsonb(found) || jsonb_build_object('floor', floor::text, 'posted', posted::text, 'held', held::text, 'version', version::text)
      FROM (SELECT ${ACCOUNT_COLUMNS} FROM ledger.account a WHERE shard = ${keeper.shard} AND id = asked.${key}) AS found))
    FROM ledger.head WHERE shard = ${keeper.shard}`,
  read(json) {
    const { account, freezes, freezeEpoch } = json as { account: AccountJson | null; freezes: string | null; freezeEpoch: string }
    const [state = null] = account ? sealedAccounts(keeper, [rowOf(account)]) : []
    return { account: state, frozen: frozenAssets(freezes, keeper.seals), freezeEpoch: BigInt(freezeEpoch) }
  },
})

type Numbers = 'posted' | 'held' | 'version'
type AccountJson = Omit<AccountRow, Numbers | 'floor'> & Record<Numbers, string> & { readonly floor: string | null }
const rowOf = ({ floor, posted, held, version, ...row }: AccountJson): AccountRow => ({
  ...row,
  ...{ floor: floor === null ? null : BigInt(floor), posted: BigInt(posted), held: BigInt(held), version: BigInt(version) },
})

/** @throws Refused */
function holdIn(writer: Writer, work: Work, { account, frozen, freezeEpoch }: FoundBooks, hold: Of<Hold>): void {
  const { shard, seals, holder } = writer
  const request = postingRequest([{ kind: 'hold', ...hold }])
  if (isRefusal(request)) throw new Refused(request)
  const before: AccountState = account ?? { ...hold.account, posted: 0n, held: 0n, version: 0n, isProved: true }
  // The insertion of its row fails when the id is taken.
  const nothing = { holds: new Map(), transfers: new Map(), reversed: new Set<string>() }
  const draft = new Draft({ ...nothing, accounts: new Map([[before.id, before]]), frozen })
  const decision = draft.decide(request)
  if (decision.outcome === 'refused') throw new Refused(decision.refusal)
  work.add(UNFROZEN, { shard, freezeEpoch })
  for (const state of draft.accounts.values()) work.add(ACCOUNTS, { shard, before, state, seal: seals.account(shard, state) })
  for (const opened of draft.holds.values()) {
    const state = { ...opened, version: opened.version + 1n }
    work.add(HOLDS, { shard, state, seal: seals.hold(shard, state) })
  }
  for (const transfer of draft.transfers)
    work.add(TRANSFERS, { ...hashed(transfer, shard, work.groupId, work.now), batchId: work.groupId, at: work.now, holder })
}

/** Condition that no freeze began or ended, which locks the head: from here to the commit only this statement posts. */
const UNFROZEN: Kind<{ shard: number; freezeEpoch: bigint }> = {
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

const ACCOUNTS = updated<{ shard: number; before: AccountState; state: AccountState; seal: string }>('ledger.account', {
  key: [
    ['shard', 'int2', ({ shard }) => shard],
    ['id', 'uuid', ({ state }) => state.id],
  ],
  unchanged: [['version', 'int8', ({ before }) => before.version]],
  set: [
    ['posted', 'numeric', ({ state }) => state.posted],
    ['held', 'numeric', ({ state }) => state.held],
    ['version', 'int8', ({ state }) => state.version],
    ['steps', 'int4', ({ before, state }) => state.version - before.version],
    ['seal', 'bytea', ({ seal }) => `\\x${seal}`],
  ],
})

const HOLDS: Kind<BatchWrite['holds'][number] & { shard: number }> = {
  name: 'ledger_hold_inserted',
  columns: [['shard', 'int2', ({ shard }) => shard], ...HOLD],
  write: (rows) => `INSERT INTO ledger.hold (shard, ${namesOf(HOLD)}) SELECT n.shard, ${valuesFrom(HOLD)} FROM ${rows} AS n RETURNING 1`,
}

/** Transfers of the group, with the batch that they form together and its link. */
const TRANSFERS: Kind<UnplacedTransfer & { batchId: string; at: Date; holder: string }> = {
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
        AND size = (SELECT count(*) FROM ledger_hold_inserted) AND accounts = (SELECT count(*) FROM ledger_account_updated)
      FROM ledger_moved`,
    ],
  ],
}
