/**
 * Postings of use cases that run in groups (platform/unit-of-work). The same rules decide them on what the group read. They are written
 * with the rows of the use case, one batch for the group. The writing statement locks the head, and no statement before it does.
 */

import { isRefusal, Refused } from '../../../platform/http/refusal.ts'
import type { Fact, Kind, Work } from '../../../platform/unit-of-work/index.ts'
import { held, updated } from '../../../platform/unit-of-work/index.ts'
import { hashed, type Writer } from './batch.ts'
import { FREEZES_TEXT } from './freeze-text.ts'
import { type AccountJson, accountRow, accountText, transfersKind, UNFROZEN } from './group-rows.ts'
import { postingRequest } from './posting-request.ts'
import { postingsInGroups } from './postings-in-groups.ts'
import { type AccountState, Draft } from './rules.ts'
import { frozenAssets, type Keeper, sealedAccounts } from './store.ts'
import type { FoundBooks, FoundPosition, Hold, LedgerInGroups, Of } from './types.ts'
import { type BatchWrite, HOLD, namesOf, valuesFrom } from './write-batch.ts'

export const ledgerInGroups = (writer: Writer): LedgerInGroups => ({
  books: (key) => booksFact(writer, key),
  positions: (key) => positionsFact(writer, key),
  kinds: [UNFROZEN, UNMOVED, ACCOUNTS, HOLDS, TRANSFERS],
  keep: (work, positions) => {
    for (const position of positions) work.add(UNMOVED, { shard: writer.shard, ...position })
  },
  hold: (work, books, hold) => holdIn(writer, work, books, hold),
  postings: postingsInGroups(writer),
})

const booksFact = (keeper: Keeper, key: string): Fact<FoundBooks> => ({
  text: `SELECT jsonb_build_object('freezes', ${FREEZES_TEXT}, 'freezeEpoch', freeze_epoch::text, 'account', (
      ${accountText(keeper, `asked.${key}`)}))
    FROM ledger.head WHERE shard = ${keeper.shard}`,
  read(json) {
    const { account, freezes, freezeEpoch } = json as { account: AccountJson | null; freezes: string | null; freezeEpoch: string }
    const [state = null] = account ? sealedAccounts(keeper, [accountRow(account)]) : []
    return { account: state, frozen: frozenAssets(freezes, keeper.seals), freezeEpoch: BigInt(freezeEpoch) }
  },
})

const positionsFact = ({ shard }: Keeper, owner: string): Fact<readonly FoundPosition[]> => ({
  text: `SELECT jsonb_agg(jsonb_build_array(id, version::text)) FROM ledger.account WHERE shard = ${shard} AND owner = asked.${owner}`,
  read: (json) => ((json as [string, string][] | null) ?? []).map(([id, version]) => ({ id, version: BigInt(version) })),
})

/** Accounts without a posting since the read. */
const UNMOVED = held<FoundPosition & { readonly shard: number }>(
  'ledger_unmoved',
  [
    ['shard', 'int2', ({ shard }) => shard],
    ['id', 'uuid', ({ id }) => id],
    ['version', 'int8', ({ version }) => version],
  ],
  'ledger.account AS t WHERE t.shard = r.shard AND t.id = r.id AND t.version = r.version',
)

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

const TRANSFERS = transfersKind(
  'size = (SELECT count(*) FROM ledger_hold_inserted) AND accounts = (SELECT count(*) FROM ledger_account_updated)',
)
