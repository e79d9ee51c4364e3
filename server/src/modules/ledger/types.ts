/**
 * What the ledger speaks. Amounts are `bigint` base units of the asset (cents, satoshi…), always above zero; the direction is said
 * by `debit` and `credit`.
 *
 * Sign: `posted` = credits − debits, so a customer's balance is positive (we owe it) and `bank` or `chain` is negative by what came
 * in through it. Per asset, all `posted` add up to zero.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Fact, Kind as RowKind, Work } from '../../platform/unit-of-work/index.ts'

/** Made by `customerAccount` and `systemAccount`; the row appears with the first posting. */
export interface Account {
  readonly id: string
  readonly asset: AssetCode
  readonly kind: 'customer' | 'system'
  /** Account id of identity; null for system accounts. */
  readonly owner: string | null
  /** `bank`, `chain`, `market`…; null for customers. */
  readonly name: string | null
  /** `posted − held` never goes below; null = no floor (the outside world). */
  readonly floor: bigint | null
}

interface LegBase {
  /** Client-made UUID: the idempotency key. The same id with the same legs is done once; with others it is refused. */
  readonly id: string
  /** Why, for people and reports: `<module>.<reason>`, e.g. `payments.deposit`. */
  readonly code: string
  /** Id (UUID) of the business record this belongs to. */
  readonly ref?: string
  /** When it happened outside, if not now. Recording time is the ledger's own. */
  readonly effectiveAt?: Date
}
export interface Post extends LegBase {
  readonly kind: 'post'
  readonly debit: Account
  readonly credit: Account
  readonly amount: bigint
}
/** Sets money aside. The hold's id is the leg's id. */
export interface Hold extends LegBase {
  readonly kind: 'hold'
  readonly account: Account
  readonly amount: bigint
  /** Listed by `expiredHolds` from then on. Nothing expires by itself: an outside payment may still go through. */
  readonly expiresAt?: Date
}
/** Moves held money to `credit`. What is not settled stays held until settled or released. */
export interface Settle extends LegBase {
  readonly kind: 'settle'
  readonly holdId: string
  readonly credit: Account
  /** All that is left when absent. */
  readonly amount?: bigint
}
/** Gives held money back to the account. */
export interface Release extends LegBase {
  readonly kind: 'release'
  readonly holdId: string
  /** All that is left when absent. */
  readonly amount?: bigint
}
/** The opposite of a `post` or `settle`, once. Refused when the credited account no longer has the money. */
export interface Reverse extends LegBase {
  readonly kind: 'reverse'
  readonly transferId: string
}
export type Leg = Post | Hold | Settle | Release | Reverse
export type Kind = Leg['kind']

/** A leg without the word that the function's name already says. */
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
/** An account as the transfer left it. */
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
  /** Of the posting that holds it. */
  readonly code: string
  readonly ref: string | null
  readonly at: Date
}
export interface OwnedEntry extends Entry {
  readonly asset: AssetCode
}
/** What was posted with one code for one business record, without what was reversed. */
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

/** Enough to check, without the database, that a transfer is in a published chain head; see `checkProof`. */
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

/** A head of the chain as it was published or signed. */
export type PublishedLink = Pick<ChainLink, 'seq' | 'hash'>

/** An asset that nobody takes from while the books are looked into. */
export interface Freeze {
  readonly id: string
  readonly asset: AssetCode
  readonly reason: string
  readonly at: Date
}

/** What all accounts of a kind have together; customers' have no name. */
export interface Total {
  readonly asset: AssetCode
  readonly kind: Account['kind']
  readonly name: string | null
  readonly posted: bigint
  readonly held: bigint
}

export interface TotalsAt {
  readonly totals: readonly Total[]
  /** Ids of the house's accounts that are not what was posted. */
  readonly unproved: readonly string[]
}

export interface OwnedAmount {
  readonly owner: string
  readonly asset: AssetCode
  readonly posted: bigint
}
export interface CustomersPage {
  readonly amounts: readonly OwnedAmount[]
  /** Ids of their accounts that are not what was posted. */
  readonly unproved: readonly string[]
  /** The last owner of the page; null when there was none. */
  readonly until: string | null
  readonly isEnd: boolean
}

/** What `verifyNext` found, and where the next one goes on. */
export interface VerifiedPart {
  readonly faults: readonly Fault[]
  readonly until: Pick<ChainLink, 'seq' | 'hash'>
  /** Whether `until` is the end of the chain. */
  readonly isEnd: boolean
  /** False: the first batch does not follow from the place that was given. */
  readonly isContinued: boolean
}

/** A row that did not fit. */
export type FaultyRow = Pick<Discrepancy, 'table' | 'id'>
/** With a digest of what was found: the same only while the row, and what it does not fit to, stay as they are. */
export interface Fault extends Discrepancy {
  readonly facts: string
}
export type AccountFault = Fault & { readonly asset: AssetCode }

/** `table` and `id` name the row that does not fit the rest. */
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

/**
 * Legs of one call are all or nothing (at most 64). A refusal changes nothing and leaves the ids free.
 * - the plain form posts in a transaction of its own, together with other callers' (fast), and answers a refusal as a value;
 * - `…Within` joins the caller's transaction and throws the refusal, so that the whole transaction rolls back. Post last in the
 *   transaction: from the posting until the commit, other postings wait.
 *
 * A thrown error other than a refusal means "unknown": repeat with the same ids.
 */
/** Account of one customer as a use case in a group read it. */
export interface FoundBooks {
  /** Null: nothing has touched it. */
  readonly account: (Account & Pick<Balance, 'posted' | 'held' | 'version'> & { readonly isProved: boolean }) | null
  readonly frozen: ReadonlySet<string>
  readonly freezeEpoch: bigint
}

/** For use cases that run in groups (platform/unit-of-work): their postings are rows like others, and one batch for a group. */
export interface LedgerInGroups {
  /** `key`: name of the key that is the id of the account. */
  books(key: string): Fact<FoundBooks>
  /** Kinds of rows, after those of the use case: they lock the head. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly kinds: readonly RowKind<any>[]
  /** @throws Refused */
  hold(work: Work, books: FoundBooks, hold: Of<Hold>): void
}

export interface Ledger {
  readonly inGroups: LedgerInGroups
  post(legs: readonly Leg[]): Promise<PostResult>
  postWithin(tx: Transaction, legs: readonly Leg[]): Promise<Posted>
  hold(hold: Of<Hold>): Promise<PostResult>
  holdWithin(tx: Transaction, hold: Of<Hold>): Promise<Posted>
  /** Holds what is available of the amount, unless that is less than `least`; also while the asset is frozen. Answers how much. */
  holdAvailable(tx: Transaction, hold: Of<Hold>, least?: bigint): Promise<bigint>
  settle(settle: Of<Settle>): Promise<PostResult>
  settleWithin(tx: Transaction, settle: Of<Settle>): Promise<Posted>
  release(release: Of<Release>): Promise<PostResult>
  releaseWithin(tx: Transaction, release: Of<Release>): Promise<Posted>
  reverse(reverse: Of<Reverse>): Promise<PostResult>
  reverseWithin(tx: Transaction, reverse: Of<Reverse>): Promise<Posted>

  /** Zeros for an account that nothing has touched. With `at`: as recorded at that instant. */
  balance(account: Account, at?: Date): Promise<Balance>
  /** What was posted by each instant, as recorded at it; at most 100 instants. */
  postedAt(account: Account, instants: readonly Date[]): Promise<readonly bigint[]>
  /** All accounts of a customer that something has touched. */
  balances(owner: string): Promise<readonly OwnedBalance[]>
  /** At most 100 entries a page, 50 by default. */
  history(account: Account, page?: { before?: bigint | null; limit?: number }): Promise<HistoryPage>
  transfer(id: string): Promise<Transfer | null>
  openHold(id: string): Promise<OpenHold | null>
  /** What is held of an account, with what for; oldest first, at most 200. */
  openHolds(account: Account): Promise<readonly AccountHold[]>
  /** How the postings of one `ref` changed the balances of one owner, oldest first, at most 200. */
  entriesOf(owner: string, ref: string): Promise<readonly OwnedEntry[]>
  /** What was posted with these codes for each of these records, by anybody's account; at most 500 records. */
  postedFor(refs: readonly string[], codes: readonly string[]): Promise<readonly PostedFor[]>
  /**
   * The hold as the postings left it, for whoever lets money go on the strength of it. Throws `ledger.unproved` when its row, its
   * account's, or the sum of the account's holds is something else.
   */
  provedHold(id: string, connection?: Connection): Promise<OpenHold | null>
  /** What all open holds of the account hold of it, for the same. Throws `ledger.unproved` when that is not what the account's row has. */
  provedHeld(account: Account, connection?: Connection): Promise<bigint>
  /** A transfer that was really posted. Throws `ledger.unproved` when its row or its place in the accounts is somebody else's making. */
  provedTransfer(id: string, connection?: Connection): Promise<Transfer | null>
  /** Whether something was ever held by this id: for the caller that ends what was invented. Rows that another hand wrote say nothing, and throw nothing. */
  wasHeld(id: string, connection?: Connection): Promise<boolean>
  /** What was posted of each of these, in their order. Throws `ledger.unproved` when a row is somebody else's making. */
  provedBalances(accounts: readonly Account[], connection?: Connection): Promise<readonly bigint[]>
  expiredHolds(limit: number): Promise<readonly OpenHold[]>

  /** The end of the hash chain, to be published or signed elsewhere. Null before the first posting. */
  head(connection?: Connection): Promise<ChainLink | null>
  prove(transferId: string): Promise<Proof | null>
  /** Reads everything again and names every row that does not fit. `published`: heads kept elsewhere that must be in the chain. */
  verify(options?: { published?: readonly PublishedLink[] }): Promise<Verification>
  /** The next batches (500, or at most `limit`) after a place that was verified before: hashes, the chain, and that every balance follows from the one before. */
  verifyNext(after: Pick<ChainLink, 'seq' | 'hash'>, limit?: number): Promise<VerifiedPart>
  /** Transfers and batches that did not fit before: what does not fit of them and of their batches now. */
  verifyAgain(rows: readonly FaultyRow[]): Promise<readonly Fault[]>
  /** The batches of open holds, and the newest one of each account that has any (500 holds, oldest first): what money is about to leave on. */
  verifyHeld(): Promise<readonly Fault[]>
  /** The next accounts in the order of ids: those that are not what was posted. `next` is null after the last. */
  unprovedAccounts(after: string | null): Promise<{ readonly faults: readonly AccountFault[]; readonly next: string | null }>
  /** The same of these accounts. */
  unprovedAmong(ids: readonly string[]): Promise<readonly AccountFault[]>
  totals(connection?: Connection): Promise<readonly Total[]>
  /** The last batch that was recorded before an instant. */
  linkBefore(instant: Date): Promise<ChainLink | null>
  /** `totals` as they were after a batch. */
  totalsAt(seq: bigint): Promise<TotalsAt>
  /** What customers had after a batch, in pages of at most 1,000 owners in the order of their ids. */
  customersAt(seq: bigint, page: { after: string | null; limit: number }): Promise<CustomersPage>
  /** In the order of the chain, of these codes, at most `limit`. */
  postings(after: bigint, codes: readonly string[], limit: number, connection?: Connection): Promise<readonly Transfer[]>

  /** Freezes in force. */
  freezes(connection?: Connection): Promise<readonly Freeze[]>
  /** As `freezes`, and none begins or ends before the transaction does. */
  lockFreezes(tx: Transaction): Promise<readonly Freeze[]>
  /** Nobody takes from the asset from then on. False when it is frozen for that reason already. */
  freeze(tx: Transaction, freeze: Pick<Freeze, 'asset' | 'reason'>): Promise<boolean>
  /** Ends every freeze of the asset. False when it was not frozen. */
  lift(tx: Transaction, asset: AssetCode): Promise<boolean>

  /** Once after an upgrade: proves what was posted before there were seals, and seals it. False when something does not fit. */
  sealOldRows(): Promise<boolean>
  /** Waits for what is in flight. */
  close(): Promise<void>
}
