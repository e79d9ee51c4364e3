/**
 * Public types of the ledger. Amounts are `bigint` base units of the asset (cents, satoshi…), always above zero; `debit` and `credit` give
 * the direction.
 *
 * Sign: `posted` = credits − debits, so a customer's balance is positive (the platform owes it), and `bank` or `chain` is negative by what
 * was credited through it. Per asset, all `posted` add up to zero.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { Refusal } from '../../../platform/http/refusal.ts'
import type { Fact, Kind as RowKind, Work } from '../../../platform/unit-of-work/index.ts'

/** Made by `customerAccount` and `systemAccount`; the row appears with the first posting. */
export interface Account {
  readonly id: string
  readonly asset: AssetCode
  readonly kind: 'customer' | 'system'
  /** Customer's account id from module identity; null for system accounts. */
  readonly owner: string | null
  /** `bank`, `chain`, `market`…; null for customers. */
  readonly name: string | null
  /** `posted − held` never goes below; null = no floor (the outside world). */
  readonly floor: bigint | null
}

interface LegBase {
  /** UUID made by the caller: the idempotency key. The same id with the same legs is done once; with others it is refused. */
  readonly id: string
  /** Reason, for people and reports: `<module>.<reason>`, e.g. `payments.deposit`. */
  readonly code: string
  /** Id (UUID) of the business record that the leg belongs to. */
  readonly ref?: string
  /** Time at which it happened outside, if not now. The ledger sets the recording time itself. */
  readonly effectiveAt?: Date
}
export interface Post extends LegBase {
  readonly kind: 'post'
  readonly debit: Account
  readonly credit: Account
  readonly amount: bigint
}
/** Hold an amount of the account. The hold's id is the leg's id. */
export interface Hold extends LegBase {
  readonly kind: 'hold'
  readonly account: Account
  readonly amount: bigint
  /** Time from which `expiredHolds` lists it. Nothing expires by itself: an outside payment may still complete. */
  readonly expiresAt?: Date
}
/** Move held money to `credit`. The rest stays held until it is settled or released. */
export interface Settle extends LegBase {
  readonly kind: 'settle'
  readonly holdId: string
  readonly credit: Account
  /** The whole rest when absent. */
  readonly amount?: bigint
}
/** Return held money to the account. */
export interface Release extends LegBase {
  readonly kind: 'release'
  readonly holdId: string
  /** The whole rest when absent. */
  readonly amount?: bigint
}
/** Reverse a `post` or `settle`, once. Refused when the credited account no longer has the money. */
export interface Reverse extends LegBase {
  readonly kind: 'reverse'
  readonly transferId: string
}
export type Leg = Post | Hold | Settle | Release | Reverse
export type Kind = Leg['kind']

/** A leg without its kind, which the function's name gives. */
export type Of<L extends Leg> = Omit<L, 'kind'>

/** One immutable row of `ledger.transfer`. `hold` and `release` have no credit side. */
export interface Transfer {
  readonly id: string
  /** Id of the first leg of the request it came with. */
  readonly groupId: string
  readonly kind: Kind
  readonly code: string
  readonly ref: string | null
  /** Hold that is settled or released, or transfer that is reversed. */
  readonly targetId: string | null
  readonly asset: AssetCode
  readonly amount: bigint
  readonly debit: Side
  readonly credit: Side | null
  readonly effectiveAt: Date
  readonly recordedAt: Date
  readonly batchSeq: bigint
}
/** State of an account after the transfer. */
export interface Side {
  readonly accountId: string
  readonly version: bigint
  readonly posted: bigint
  readonly held: bigint
}

/** `exists`: the same request was posted before; nothing moved now. */
export interface Posted {
  readonly outcome: 'posted' | 'exists'
  /** In the order of the legs. */
  readonly transfers: readonly Transfer[]
}
export interface NotPosted {
  readonly outcome: 'refused'
  readonly refusal: Refusal
}
export type PostResult = Posted | NotPosted

export interface Balance {
  readonly asset: AssetCode
  readonly posted: bigint
  readonly held: bigint
  /** posted − held */
  readonly available: bigint
  /** Number of transfers that touched the account. */
  readonly version: bigint
}
export interface OwnedBalance extends Balance {
  readonly accountId: string
}

/** One account's side of a transfer, as in the view `ledger.entry`. */
export interface Entry {
  readonly transferId: string
  readonly groupId: string
  readonly kind: Kind
  readonly code: string
  readonly ref: string | null
  readonly side: 'debit' | 'credit'
  /** Change of `posted`: below zero when money left, zero for `hold` and `release`. */
  readonly amount: bigint
  readonly heldChange: bigint
  readonly posted: bigint
  readonly held: bigint
  readonly version: bigint
  readonly effectiveAt: Date
  readonly recordedAt: Date
}
export interface AccountHold extends OpenHold {
  /** Code of the posting that made the hold. */
  readonly code: string
  readonly ref: string | null
  readonly at: Date
}
export interface HoldsPage {
  readonly holds: readonly AccountHold[]
  readonly pagesNumber: number
}
export interface OwnedEntry extends Entry {
  readonly asset: AssetCode
}
/** Sum posted with one code for one business record, less what was reversed. */
export interface PostedFor {
  readonly ref: string
  readonly code: string
  readonly asset: AssetCode
  readonly amount: bigint
}
export interface HistoryPage {
  /** Newest first. */
  readonly entries: readonly Entry[]
  /** Pass as `before` for the next page; null at the end. */
  readonly nextBefore: bigint | null
}

export interface OpenHold {
  readonly id: string
  readonly accountId: string
  readonly left: bigint
  readonly expiresAt: Date | null
}

/** Everything needed to check, without the database, that a transfer is in a published chain head; see `checkProof`. */
export interface Proof {
  readonly transfer: Transfer
  /** Canonical text of the row, whose SHA-256 is one of `leaves`. */
  readonly row: string
  /** Hex SHA-256 of every transfer of the batch. */
  readonly leaves: readonly string[]
  readonly batch: ChainLink
}
/** Hashes in hex. */
export interface ChainLink {
  readonly seq: bigint
  readonly previous: string
  readonly hash: string
  readonly at: Date
}

/** A published or signed head of the chain. */
export type PublishedLink = Pick<ChainLink, 'seq' | 'hash'>

/** A frozen asset: no posting takes from it while the books are investigated. */
export interface Freeze {
  readonly id: string
  readonly asset: AssetCode
  readonly reason: string
  readonly at: Date
}

/** Total of all accounts of a kind; that of the customers has no name. */
export interface Total {
  readonly asset: AssetCode
  readonly kind: Account['kind']
  readonly name: string | null
  readonly posted: bigint
  readonly held: bigint
}

export interface TotalsAt {
  readonly totals: readonly Total[]
  /** Ids of the platform's accounts whose balance differs from the postings. */
  readonly unproved: readonly string[]
}

export interface OwnedAmount {
  readonly owner: string
  readonly asset: AssetCode
  readonly posted: bigint
}
export interface CustomersPage {
  readonly amounts: readonly OwnedAmount[]
  /** Ids of their accounts whose balance differs from the postings. */
  readonly unproved: readonly string[]
  /** The last owner of the page; null when there was none. */
  readonly until: string | null
  readonly isEnd: boolean
}

/** Result of `verifyNext`, and the position at which the next call continues. */
export interface VerifiedPart {
  readonly faults: readonly Fault[]
  readonly until: Pick<ChainLink, 'seq' | 'hash'>
  /** Whether `until` is the end of the chain. */
  readonly isEnd: boolean
  /** False when the first batch does not follow from the given position. */
  readonly isContinued: boolean
}

/** A row that does not match. */
export type FaultyRow = Pick<Discrepancy, 'table' | 'id'>
/** A discrepancy with a digest of its facts: the same only while the row, and the rows it contradicts, stay as they are. */
export interface Fault extends Discrepancy {
  readonly facts: string
}
export type AccountFault = Fault & { readonly asset: AssetCode }

/** `table` and `id` name the row that does not match the rest. */
export interface Discrepancy {
  readonly table: 'account' | 'transfer' | 'hold' | 'batch' | 'head'
  readonly id: string
  readonly reason: string
}
export interface Verification {
  readonly faults: readonly Discrepancy[]
  readonly transfers: number
  readonly head: ChainLink | null
}

/** Account of one customer as a use case in a group read it. */
export interface FoundBooks {
  /** Null for an account without postings. */
  readonly account: (Account & Pick<Balance, 'posted' | 'held' | 'version'> & { readonly isProved: boolean }) | null
  readonly frozen: ReadonlySet<string>
  readonly freezeEpoch: bigint
}

/** Accounts of a posting as a use case in a group read them. */
export interface FoundAccounts extends Pick<FoundBooks, 'frozen' | 'freezeEpoch'> {
  /** Accounts that have postings. */
  readonly accounts: readonly NonNullable<FoundBooks['account']>[]
  /** True when the ledger has the posting already. */
  readonly isPosted: boolean
}

/** Position of an account as a use case in a group read it. */
export interface FoundPosition {
  readonly id: string
  readonly version: bigint
}

/** Ledger for use cases that run in groups (platform/unit-of-work): their postings are rows like others, and one batch for a group. */
export interface LedgerInGroups {
  /** `key`: name of the key that is the id of the account. */
  books(key: string): Fact<FoundBooks>
  /** Positions of all accounts of a customer that have postings. `owner`: name of the key that is the id of the customer. */
  positions(owner: string): Fact<readonly FoundPosition[]>
  /** Kinds of rows, after those of the use case: they lock the head. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly kinds: readonly RowKind<any>[]
  /** Reject the command when one of these accounts has got a posting: for decisions that count what a customer has begun. */
  keep(work: Work, positions: readonly FoundPosition[]): void
  /** @throws Refused */
  hold(work: Work, books: FoundBooks, hold: Of<Hold>): void
  readonly postings: PostingsInGroups
}

/**
 * Postings between a customer's account and one that all commands of a group share. Each is posted on the balances that the one before left,
 * and the row of an account is written once for the group, so the group is written as a whole or not at all (`together` of the use case).
 */
export interface PostingsInGroups {
  /** Names of keys: id of the customer's account, id of the posting. */
  accounts(keys: { account: string; posting: string }, shared: Account): Fact<FoundAccounts>
  /** Kinds of rows, after those of the use case: they lock the head. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly kinds: readonly RowKind<any>[]
  /**
   * The last step of a decision. False when another command of the group has this posting.
   * @throws Refused
   */
  post(work: Work, found: FoundAccounts, post: Of<Post>): boolean
}

/**
 * Legs of one call are all or nothing (at most 64). A refusal changes nothing and leaves the ids free.
 * - the plain form posts in a transaction of its own, together with other callers' (fast), and answers a refusal as a value;
 * - `…Within` joins the caller's transaction and throws the refusal, so that the whole transaction rolls back. Post last in the
 *   transaction: from the posting until the commit, other postings wait.
 *
 * A thrown error other than a refusal means "unknown": repeat with the same ids.
 */
export interface Ledger {
  readonly inGroups: LedgerInGroups
  post(legs: readonly Leg[]): Promise<PostResult>
  postWithin(tx: Transaction, legs: readonly Leg[]): Promise<Posted>
  hold(hold: Of<Hold>): Promise<PostResult>
  holdWithin(tx: Transaction, hold: Of<Hold>): Promise<Posted>
  /** Hold what is available of the amount, unless that is less than `least`; also while the asset is frozen. Returns how much. */
  holdAvailable(tx: Transaction, hold: Of<Hold>, least?: bigint): Promise<bigint>
  settle(settle: Of<Settle>): Promise<PostResult>
  settleWithin(tx: Transaction, settle: Of<Settle>): Promise<Posted>
  release(release: Of<Release>): Promise<PostResult>
  releaseWithin(tx: Transaction, release: Of<Release>): Promise<Posted>
  reverse(reverse: Of<Reverse>): Promise<PostResult>
  reverseWithin(tx: Transaction, reverse: Of<Reverse>): Promise<Posted>

  /** Zeros for an account without postings. With `at`: as recorded at that instant. */
  balance(account: Account, at?: Date): Promise<Balance>
  /** Posted balance at each instant, as recorded at it; at most 100 instants. */
  postedAt(account: Account, instants: readonly Date[]): Promise<readonly bigint[]>
  /** All accounts of a customer that have postings. */
  balances(owner: string): Promise<readonly OwnedBalance[]>
  /** At most 100 entries a page, 50 by default. */
  history(account: Account, page?: { before?: bigint | null; limit?: number }): Promise<HistoryPage>
  transfer(id: string): Promise<Transfer | null>
  openHold(id: string): Promise<OpenHold | null>
  /** One page of the open holds of an account, with their code; oldest first. */
  openHolds(account: Account, page: { readonly pageIndex: number; readonly size: number }): Promise<HoldsPage>
  /** How the postings of one `ref` changed the balances of one owner, oldest first, at most 200. */
  entriesOf(owner: string, ref: string): Promise<readonly OwnedEntry[]>
  /** Sums posted with these codes for each of these records, on any account; at most 500 records. */
  postedFor(refs: readonly string[], codes: readonly string[]): Promise<readonly PostedFor[]>
  /**
   * The hold as the postings left it, for callers that release money because of it. Throws `ledger.unproved` when its row, its account's
   * row, or the sum of the account's holds differs.
   */
  provedHold(id: string, connection?: Connection): Promise<OpenHold | null>
  /** Sum of all open holds of the account, for such callers. Throws `ledger.unproved` when the account's row has another sum. */
  provedHeld(account: Account, connection?: Connection): Promise<bigint>
  /** A transfer that was really posted. Throws `ledger.unproved` when its row or its position in the accounts is forged. */
  provedTransfer(id: string, connection?: Connection): Promise<Transfer | null>
  /**
   * Whether there was ever a hold with this id: for callers that end an invented operation. Forged rows count as no evidence and cause no
   * error.
   */
  wasHeld(id: string, connection?: Connection): Promise<boolean>
  /** Posted balance of each account, in their order. Throws `ledger.unproved` when a row is forged. */
  provedBalances(accounts: readonly Account[], connection?: Connection): Promise<readonly bigint[]>
  expiredHolds(limit: number): Promise<readonly OpenHold[]>

  /** End of the hash chain, to be published or signed outside of the database. Null before the first posting. */
  head(connection?: Connection): Promise<ChainLink | null>
  prove(transferId: string): Promise<Proof | null>
  /**
   * Verify everything again and name every row that does not match. `published`: heads kept outside of the database, which must be in the
   * chain.
   */
  verify(options?: { published?: readonly PublishedLink[] }): Promise<Verification>
  /**
   * Verify the next batches (500, or at most `limit`) after a position that was verified before: hashes, the chain, and that every balance
   * follows from the one before.
   */
  verifyNext(after: Pick<ChainLink, 'seq' | 'hash'>, limit?: number): Promise<VerifiedPart>
  /** Verify transfers and batches again that did not match before. Returns what does not match of them and of their batches now. */
  verifyAgain(rows: readonly FaultyRow[]): Promise<readonly Fault[]>
  /**
   * Verify what money is about to leave because of: the batches of open holds (500 holds, oldest first), and the newest batch of each
   * account that has any.
   */
  verifyHeld(): Promise<readonly Fault[]>
  /** The unproved accounts among the next ones in the order of ids. `next` is null after the last. */
  unprovedAccounts(after: string | null): Promise<{ readonly faults: readonly AccountFault[]; readonly next: string | null }>
  /** The unproved accounts among these. */
  unprovedAmong(ids: readonly string[]): Promise<readonly AccountFault[]>
  totals(connection?: Connection): Promise<readonly Total[]>
  /** The last batch that was recorded before an instant. */
  linkBefore(instant: Date): Promise<ChainLink | null>
  /** `totals` after a batch. */
  totalsAt(seq: bigint): Promise<TotalsAt>
  /** Customers' balances after a batch, in pages of at most 1,000 owners in the order of their ids. */
  customersAt(seq: bigint, page: { after: string | null; limit: number }): Promise<CustomersPage>
  /** Postings with these codes in the order of the chain, at most `limit`. */
  postings(after: bigint, codes: readonly string[], limit: number, connection?: Connection): Promise<readonly Transfer[]>

  /** Freezes in force. */
  freezes(connection?: Connection): Promise<readonly Freeze[]>
  /** As `freezes`, and none begins or ends before the transaction does. */
  lockFreezes(tx: Transaction): Promise<readonly Freeze[]>
  /** Freeze the asset: from now on no posting takes from it. False when it is frozen for that reason already. */
  freeze(tx: Transaction, freeze: Pick<Freeze, 'asset' | 'reason'>): Promise<boolean>
  /** End every freeze of the asset. False when it was not frozen. */
  lift(tx: Transaction, asset: AssetCode): Promise<boolean>

  /** Seal the rows from before there were seals, once after an upgrade, after they are proved. False when something does not match. */
  sealOldRows(): Promise<boolean>
  /** Wait for the postings in flight. */
  close(): Promise<void>
}
