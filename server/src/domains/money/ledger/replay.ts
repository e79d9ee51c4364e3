/** Replay of the ledger's history in memory, from the rows alone; records every row that does not match. */
import { sha256 } from '../../../platform/database/ids.ts'
import { customerAccount, isSystemName, systemAccount } from './account.ts'
import { batchHash, rowText, type StoredBatch, type StoredTransfer } from './chain.ts'
import type { Account, Discrepancy, PublishedLink, Side, Verification } from './types.ts'

export interface AccountRow extends Account {
  readonly shard: number
  readonly posted: bigint
  readonly held: bigint
  readonly version: bigint
  /** Null when it has no seal. */
  readonly isSealed: boolean | null
}
export interface HoldRow {
  readonly shard: number
  readonly id: string
  readonly account: string
  readonly left: bigint
  readonly expiresAt: Date | null
  readonly version: bigint
  readonly isSealed: boolean | null
}
export interface HeadRow {
  readonly shard: number
  readonly seq: bigint
  readonly hash: string
  readonly epoch: bigint
  readonly at: Date
  /** Accounts and holds that last changed up to this batch may lack a seal. */
  readonly unsealedSeq: bigint
}
export type BatchRow = StoredBatch & { readonly complete: boolean }

type Balance = Pick<Side, 'version' | 'posted' | 'held'>
type Replayed = Omit<HoldRow, 'shard' | 'isSealed'>

const MAX_FAULTS = 1_000
/** The hash before the first batch. */
export const GENESIS = '0'.repeat(64)
const NOTHING: Balance = { version: 0n, posted: 0n, held: 0n }

export class Replay {
  readonly #accounts: ReadonlyMap<string, AccountRow>
  readonly #holdRows: readonly HoldRow[]
  readonly #heads: readonly HeadRow[]
  /** Hashes of published heads that must be in the chain, by their number, until the replay reaches their batch. */
  readonly #published = new Map<bigint, string[]>()
  readonly #faults: Discrepancy[] = []
  readonly #balances = new Map<string, Balance>()
  readonly #holds = new Map<string, Replayed>()
  /** Accounts whose last row is known to be wrong: the next row is accepted, so that one change names one row. */
  readonly #unsure = new Set<string>()
  readonly #last = new Map<number, StoredBatch>()
  /** Last batch that changed each account or hold. */
  readonly #changedIn = new Map<string, bigint>()
  #transfers = 0

  constructor(accounts: readonly AccountRow[], holds: readonly HoldRow[], heads: readonly HeadRow[], published: readonly PublishedLink[]) {
    this.#accounts = new Map(accounts.map((row) => [row.id, row]))
    this.#holdRows = holds
    this.#heads = heads
    for (const { seq, hash } of published) this.#published.set(seq, [...(this.#published.get(seq) ?? []), hash])
  }

  page(batches: readonly BatchRow[], transfers: readonly StoredTransfer[]): void {
    const members = new Map<bigint, StoredTransfer[]>()
    for (const transfer of transfers) members.set(transfer.batchSeq, [...(members.get(transfer.batchSeq) ?? []), transfer])
    for (const batch of batches) {
      this.#batch(batch, members.get(batch.seq) ?? [])
      members.delete(batch.seq)
    }
    for (const orphans of members.values())
      for (const { id, batchSeq } of orphans) this.#note('transfer', id, `is in batch ${batchSeq}, which does not exist`)
  }

  finish(): Verification {
    this.#checkAccounts()
    this.#checkHolds()
    this.#checkHeads()
    for (const seq of this.#published.keys()) this.#note('head', String(seq), 'the published head is not in the chain')
    return { faults: this.#faults, transfers: this.#transfers, head: this.#last.get(0) ?? null }
  }

  #note(table: Discrepancy['table'], id: string, reason: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ table, id, reason })
  }

  #batch(batch: BatchRow, transfers: readonly StoredTransfer[]): void {
    const sound = new Set(transfers.filter((transfer) => this.#isSound(transfer, batch)))
    this.#checkLink(batch, transfers)
    this.#checkBalances(transfers, sound)
    this.#replayHolds(transfers)
    this.#transfers += transfers.length
    this.#last.set(batch.shard, batch)
  }

  #isSound(transfer: StoredTransfer, batch: StoredBatch): boolean {
    if (sha256(rowText(transfer, batch)) !== transfer.rowHash) this.#note('transfer', transfer.id, 'does not match its hash')
    else if (transfer.recordedAt.getTime() !== batch.at.getTime()) this.#note('transfer', transfer.id, 'has another time than its batch')
    else return true
    return false
  }

  #checkLink(batch: BatchRow, transfers: readonly StoredTransfer[]): void {
    const id = String(batch.seq)
    const last = this.#last.get(batch.shard)
    if (batch.seq !== (last?.seq ?? 0n) + 1n) this.#note('batch', id, `follows batch ${last?.seq ?? 0n}: some are missing`)
    else if (batch.previous !== (last?.hash ?? GENESIS)) this.#note('batch', id, 'does not continue the batch before it')
    if (last && (batch.at < last.at || batch.epoch < last.epoch)) this.#note('batch', id, 'is older than the batch before it')
    if (batch.size !== transfers.length || !batch.complete)
      this.#note('batch', id, `says ${batch.size} transfers and has ${transfers.length}`)
    const leaves = transfers.map(({ rowHash }) => rowHash)
    if (batchHash(batch, leaves) !== batch.hash) this.#note('batch', id, 'does not match its hash')
    if (batch.shard === 0) this.#checkPublished(batch, id)
  }

  #checkPublished({ seq, hash }: BatchRow, id: string): void {
    if (this.#published.get(seq)?.some((published) => published !== hash)) this.#note('batch', id, 'is not what was published')
    this.#published.delete(seq)
  }

  #checkBalances(transfers: readonly StoredTransfer[], sound: ReadonlySet<StoredTransfer>): void {
    const steps = transfers.flatMap(stepsOf).sort((a, b) => (a.side.version < b.side.version ? -1 : 1))
    for (const { transfer, side, postedChange, heldChange } of steps) {
      const { accountId, version, posted, held } = side
      const before = this.#balances.get(accountId) ?? NOTHING
      this.#balances.set(accountId, side)
      this.#changedIn.set(accountId, transfer.batchSeq)
      if (!sound.has(transfer)) {
        this.#unsure.add(accountId)
        continue
      }
      if (this.#unsure.delete(accountId)) continue
      const floor = this.#accounts.get(accountId)?.floor ?? null
      if (version !== before.version + 1n)
        this.#note('transfer', transfer.id, `version ${version} of ${accountId} follows ${before.version}`)
      else if (posted !== before.posted + postedChange || held !== before.held + heldChange)
        this.#note('transfer', transfer.id, `balance of ${accountId} does not follow from the one before`)
      if (held < 0n || (floor !== null && posted - held < floor)) this.#note('transfer', transfer.id, `leaves ${accountId} below its floor`)
    }
  }

  #replayHolds(transfers: readonly StoredTransfer[]): void {
    const touched = new Map<string, Replayed>()
    const opened = transfers.filter(({ kind }) => kind === 'hold')
    for (const { id, debit, amount, expiresAt } of opened)
      touched.set(id, { id, account: debit.accountId, left: amount, expiresAt, version: 1n })
    for (const { id, kind, targetId, amount, debit } of transfers) {
      if (kind !== 'settle' && kind !== 'release') continue
      const known = this.#holds.get(targetId ?? '')
      const hold = touched.get(targetId ?? '') ?? (known && { ...known, version: known.version + 1n })
      if (!hold || hold.account !== debit.accountId) this.#note('transfer', id, `takes from hold ${targetId}, which is not its account's`)
      else touched.set(hold.id, { ...hold, left: hold.left - amount })
    }
    const batchSeq = transfers[0]?.batchSeq ?? 0n
    for (const [id, hold] of touched) {
      this.#holds.set(id, hold)
      this.#changedIn.set(id, batchSeq)
    }
  }

  #checkAccounts(): void {
    const sums = new Map<string, bigint>()
    for (const row of this.#accounts.values()) {
      const { version, posted, held } = this.#balances.get(row.id) ?? NOTHING
      const made = accountOf(row)
      if (made?.id !== row.id || made.floor !== row.floor) this.#note('account', row.id, 'is not the account its owner or name makes')
      if (row.version !== version || row.posted !== posted || row.held !== held)
        this.#note('account', row.id, 'does not match its last transfer')
      if (!this.#isSealed(row)) this.#note('account', row.id, 'has no seal, or that of another balance')
      sums.set(row.asset, (sums.get(row.asset) ?? 0n) + row.posted)
    }
    for (const id of this.#balances.keys()) if (!this.#accounts.has(id)) this.#note('account', id, 'is missing')
    for (const [asset, sum] of sums) if (sum !== 0n) this.#note('account', asset, `all accounts together have ${sum}, not zero`)
  }

  #checkHolds(): void {
    const rows = new Map(this.#holdRows.map((row) => [row.id, row]))
    for (const hold of this.#holds.values()) {
      const row = rows.get(hold.id)
      if (!row) this.#note('hold', hold.id, 'is missing')
      else if (holdText(row) !== holdText(hold)) this.#note('hold', hold.id, 'does not match its transfers')
      else if (!this.#isSealed(row)) this.#note('hold', hold.id, 'has no seal, or that of another hold')
    }
    for (const id of rows.keys()) if (!this.#holds.has(id)) this.#note('hold', id, 'has no transfer')
    const open = new Map<string, bigint>()
    for (const { account, left } of rows.values()) open.set(account, (open.get(account) ?? 0n) + left)
    for (const { id, held } of this.#accounts.values()) {
      if (held !== (open.get(id) ?? 0n)) this.#note('account', id, 'holds something else than its open holds')
    }
  }

  #isSealed({ id, shard, isSealed }: Pick<AccountRow, 'id' | 'shard' | 'isSealed'>): boolean {
    const unsealedSeq = this.#heads.find((head) => head.shard === shard)?.unsealedSeq ?? 0n
    return isSealed ?? (this.#changedIn.get(id) ?? 0n) <= unsealedSeq
  }

  #checkHeads(): void {
    for (const { shard, seq, hash, epoch, at } of this.#heads) {
      const last = this.#last.get(shard)
      if (!last && seq === 0n && hash === GENESIS) continue
      const fits = last && last.seq === seq && last.hash === hash && last.epoch <= epoch && last.at.getTime() === at.getTime()
      if (!fits) this.#note('head', String(shard), 'is not the last batch')
    }
    for (const shard of this.#last.keys())
      if (!this.#heads.some((head) => head.shard === shard)) this.#note('head', String(shard), 'is missing')
  }
}

/** Null when the row names neither a customer nor a system account. */
function accountOf({ kind, owner, name, asset }: Account): Account | null {
  if (kind === 'customer') return owner === null ? null : customerAccount(owner, asset)
  return name === null || !isSystemName(name) ? null : systemAccount(name, asset)
}

function stepsOf(transfer: StoredTransfer): { transfer: StoredTransfer; side: Side; postedChange: bigint; heldChange: bigint }[] {
  const { kind, amount, debit, credit } = transfer
  const heldChange = kind === 'hold' ? amount : kind === 'settle' || kind === 'release' ? -amount : 0n
  const out = { transfer, side: debit, postedChange: credit ? -amount : 0n, heldChange }
  return credit ? [out, { transfer, side: credit, postedChange: amount, heldChange: 0n }] : [out]
}

const holdText = ({ id, account, left, expiresAt, version }: Replayed): string =>
  [id, account, left, expiresAt?.getTime(), version].join('|')
