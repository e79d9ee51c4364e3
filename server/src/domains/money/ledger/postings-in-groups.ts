/**
 * Postings of use cases that run in groups, between accounts of customers and one account that all commands share. The decisions of a group
 * follow each other: each is posted on the balances that the one before left. The row of each account is written once, with the balance and
 * the seal after the last posting, so the group is written as a whole or not at all.
 */
import { isRefusal, Refused } from '../../../platform/http/refusal.ts'
import { type Fact, held, type Kind, type Work } from '../../../platform/unit-of-work/index.ts'
import { hashed, type Writer } from './batch.ts'
import { FREEZES_TEXT } from './freeze-text.ts'
import { type AccountJson, accountRow, accountText, transfersKind, UNFROZEN } from './group-rows.ts'
import { postingRequest } from './posting-request.ts'
import { type AccountState, Draft } from './rules.ts'
import { frozenAssets, type Keeper, sealedAccounts } from './store.ts'
import type { Account, FoundAccounts, Of, Post, PostingsInGroups } from './types.ts'

export function postingsInGroups(writer: Writer): PostingsInGroups {
  // Identifies the books of this ledger among the states that the decisions of a group share.
  const books = {}
  return {
    accounts: (keys, shared) => accountsFact(writer, keys, shared),
    kinds: [UNFROZEN, UNCHANGED, ACCOUNTS, TRANSFERS],
    post: (work, found, post) =>
      postIn(
        writer,
        work.shared(books, () => new GroupBooks(found)),
        { work, found, post },
      ),
  }
}

/** A scalar sub-select instead of EXISTS, which the planner may hash. The shared account is read once for the group. */
const accountsFact = (keeper: Keeper, keys: { account: string; posting: string }, shared: Account): Fact<FoundAccounts> => ({
  text: `SELECT jsonb_build_object('freezes', ${FREEZES_TEXT}, 'freezeEpoch', freeze_epoch::text,
      'isPosted', (SELECT true FROM ledger.transfer WHERE shard = ${keeper.shard} AND id = asked.${keys.posting}),
      'own', (${accountText(keeper, `asked.${keys.account}`)}), 'shared', (${accountText(keeper, `'${shared.id}'::uuid`)}))
    FROM ledger.head WHERE shard = ${keeper.shard}`,
  read(json) {
    const { own, shared: all, freezes, freezeEpoch, isPosted } = json as FoundJson
    const rows = [own, all].flatMap((account) => (account ? [accountRow(account)] : []))
    return {
      accounts: sealedAccounts(keeper, rows),
      frozen: frozenAssets(freezes, keeper.seals),
      freezeEpoch: BigInt(freezeEpoch),
      isPosted: isPosted === true,
    }
  },
})
interface FoundJson {
  readonly own: AccountJson | null
  readonly shared: AccountJson | null
  readonly freezes: string | null
  readonly freezeEpoch: string
  readonly isPosted: true | null
}

/** Books of a group while its commands are decided. */
class GroupBooks {
  readonly accounts = new Map<string, AccountState>()
  readonly draft: Draft

  constructor({ frozen }: FoundAccounts) {
    this.draft = new Draft({ accounts: this.accounts, holds: new Map(), transfers: new Map(), reversed: new Set(), frozen })
  }

  /** Facts of one read: the first command that knows an account has the same row as any other. */
  know(accounts: readonly AccountState[], named: readonly Account[]): void {
    const untouched = named.map((account) => ({ ...account, posted: 0n, held: 0n, version: 0n, isProved: true }))
    for (const account of [...accounts, ...untouched]) if (!this.accounts.has(account.id)) this.accounts.set(account.id, account)
  }

  after(id: string): AccountState {
    const state = this.draft.account(id)
    if (!state) throw new Error(`account ${id} is not known to the group`)
    return state
  }
}

interface Posting {
  readonly work: Work
  readonly found: FoundAccounts
  readonly post: Of<Post>
}

function postIn(writer: Writer, books: GroupBooks, { work, found, post }: Posting): boolean {
  const request = postingRequest([{ kind: 'post', ...post }])
  if (isRefusal(request)) throw new Refused(request)
  const sides = [post.debit, post.credit]
  books.know(found.accounts, sides)
  const decision = books.draft.decide(request)
  if (decision.outcome === 'refused') throw new Refused(decision.refusal)
  if (decision.outcome !== 'posted') return false
  const { shard, holder } = writer
  work.addShared(UNFROZEN, 'head', { shard, freezeEpoch: found.freezeEpoch })
  for (const { id } of sides) {
    const before = books.accounts.get(id)
    if (!before) throw new Error(`account ${id} is not known to the group`)
    const row = { writer, before, after: () => books.after(id) }
    // The row of a new account appears with its first posting. Two processes that insert it break the statement of the second.
    if (before.version > 0n) work.addShared(UNCHANGED, id, row)
    work.addShared(ACCOUNTS, id, row)
  }
  for (const transfer of decision.drafts)
    work.add(TRANSFERS, { ...hashed(transfer, shard, work.groupId, work.now), batchId: work.groupId, at: work.now, holder })
  return true
}

interface PostedAccount {
  readonly writer: Writer
  readonly before: AccountState
  /** State after the last posting of the group. */
  after(): AccountState
}

const UNCHANGED = held<PostedAccount>(
  'ledger_accounts_unchanged',
  [
    ['shard', 'int2', ({ writer }) => writer.shard],
    ['id', 'uuid', ({ before }) => before.id],
    ['version', 'int8', ({ before }) => before.version],
  ],
  'ledger.account AS t WHERE t.shard = r.shard AND t.id = r.id AND t.version = r.version',
)

const ACCOUNTS: Kind<PostedAccount> = {
  name: 'ledger_account_posted',
  columns: [
    ['shard', 'int2', ({ writer }) => writer.shard],
    ['id', 'uuid', ({ before }) => before.id],
    ['asset', 'text', ({ before }) => before.asset],
    ['kind', 'text', ({ before }) => before.kind],
    ['owner', 'uuid', ({ before }) => before.owner],
    ['name', 'text', ({ before }) => before.name],
    ['floor', 'numeric', ({ before }) => before.floor],
    ['posted', 'numeric', ({ after }) => after().posted],
    ['held', 'numeric', ({ after }) => after().held],
    ['version', 'int8', ({ after }) => after().version],
    ['steps', 'int4', ({ before, after }) => after().version - before.version],
    ['seal', 'bytea', ({ writer, after }) => `\\x${writer.seals.account(writer.shard, after())}`],
  ],
  write: (rows) => `INSERT INTO ledger.account AS a (shard, id, asset, kind, owner, name, floor, posted, held, version, steps, seal)
    SELECT shard, id, asset, kind, owner, name, floor, posted, held, version, steps, seal FROM ${rows} AS n
    ON CONFLICT (shard, id) DO UPDATE SET posted = excluded.posted, held = excluded.held, version = excluded.version, steps = excluded.steps,
      seal = excluded.seal
    WHERE a.version = excluded.version - excluded.steps RETURNING steps`,
}

/** Each posting is one version of two accounts. */
const TRANSFERS = transfersKind('2 * size = (SELECT sum(steps) FROM ledger_account_posted)')
