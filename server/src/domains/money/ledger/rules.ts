/** Rules of postings, on plain values: the books before and a request give the books after it, or the reason to refuse. */
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { StoredTransfer } from './chain.ts'
import type { PostingRequest } from './posting-request.ts'
import type { Account, Leg, Side } from './types.ts'

export interface AccountState extends Account {
  readonly posted: bigint
  readonly held: bigint
  readonly version: bigint
  /** True when the row has its seal and is the newest of the account. Otherwise nothing is posted from it or to it. */
  readonly isProved: boolean
}
export interface HoldState {
  readonly id: string
  readonly accountId: string
  readonly left: bigint
  readonly expiresAt: Date | null
  /** 0 when it is not in the database yet. */
  readonly version: bigint
  readonly isProved: boolean
}

/** Facts for a decision; the caller loads every account, hold and transfer that the requests name. */
export interface Books {
  readonly accounts: ReadonlyMap<string, AccountState>
  readonly holds: ReadonlyMap<string, HoldState>
  /** Transfers that exist already, by id. */
  readonly transfers: ReadonlyMap<string, StoredTransfer>
  /** Ids of transfers that were reversed before. */
  readonly reversed: ReadonlySet<string>
  /** Frozen assets, from which no posting takes (freezes.ts). */
  readonly frozen: ReadonlySet<string>
}

/** A transfer that one batch adds, still without its position in the chain. */
export type DraftTransfer = Omit<StoredTransfer, 'shard' | 'batchSeq' | 'rowHash' | 'recordedAt' | 'effectiveAt'> & {
  readonly effectiveAt: Date | null
}

export type Decision =
  | { readonly outcome: 'posted'; readonly drafts: readonly DraftTransfer[] }
  | { readonly outcome: 'exists'; readonly transfers: readonly StoredTransfer[] }
  /** The same request occurred twice in this batch. */
  | { readonly outcome: 'repeated'; readonly drafts: readonly DraftTransfer[] }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }

/** Changes of a batch while it is being decided; the books themselves are not changed. */
export class Draft {
  readonly accounts = new Map<string, AccountState>()
  readonly holds = new Map<string, HoldState>()
  readonly transfers: DraftTransfer[] = []
  readonly books: Books
  readonly #byId = new Map<string, DraftTransfer>()
  readonly #reversed = new Set<string>()

  constructor(books: Books) {
    this.books = books
  }

  decide(request: PostingRequest): Decision {
    const earlier = this.#earlier(request)
    if (earlier) return earlier
    const step = new Step(this, request)
    for (const leg of request.legs) {
      const refused = step.apply(leg)
      if (refused) return { outcome: 'refused', refusal: refused }
    }
    this.#keep(step)
    return { outcome: 'posted', drafts: step.transfers }
  }

  account(id: string): AccountState | undefined {
    return this.accounts.get(id) ?? this.books.accounts.get(id)
  }
  hold(id: string): HoldState | undefined {
    return this.holds.get(id) ?? this.books.holds.get(id)
  }
  isReversed(id: string): boolean {
    return this.#reversed.has(id) || this.books.reversed.has(id)
  }

  /** Result of an earlier request with the same id. The same request again is answered with its result, another one is refused. */
  #earlier({ legs, hash }: PostingRequest): Decision | null {
    const changed: Decision = { outcome: 'refused', refusal: refusal('ledger.request_changed') }
    const existing = legs.flatMap(({ id }) => this.books.transfers.get(id) ?? [])
    if (existing.length > 0)
      return existing.every(({ requestHash }) => requestHash === hash) ? { outcome: 'exists', transfers: existing } : changed
    const drafts = legs.flatMap(({ id }) => this.#byId.get(id) ?? [])
    if (drafts.length > 0) return drafts.every(({ requestHash }) => requestHash === hash) ? { outcome: 'repeated', drafts } : changed
    return null
  }

  #keep(step: Step): void {
    for (const [id, account] of step.accounts) this.accounts.set(id, account)
    for (const [id, hold] of step.holds) this.holds.set(id, hold)
    for (const id of step.reversed) this.#reversed.add(id)
    for (const transfer of step.transfers) {
      this.#byId.set(transfer.id, transfer)
      this.transfers.push(transfer)
    }
  }
}

interface Movement {
  readonly debit: string
  readonly credit: string | null
  readonly amount: bigint
  readonly heldChange: bigint
  readonly targetId: string | null
  readonly expiresAt: Date | null
}

/** The legs of one request, all or nothing. */
class Step {
  readonly accounts = new Map<string, AccountState>()
  readonly holds = new Map<string, HoldState>()
  readonly reversed = new Set<string>()
  readonly transfers: DraftTransfer[] = []
  readonly #draft: Draft
  readonly #request: PostingRequest

  constructor(draft: Draft, request: PostingRequest) {
    this.#draft = draft
    this.#request = request
  }

  apply(leg: Leg): Refusal | null {
    const movement = this.#movementOf(leg)
    if ('params' in movement) return movement
    const { debit, credit, amount, heldChange, targetId, expiresAt } = movement
    const from = this.#account(debit)
    const to = credit === null ? null : this.#account(credit)
    if (isTaking(leg, from) && this.#draft.books.frozen.has(from.asset)) return refusal('ledger.asset_frozen', { asset: from.asset })
    if (!from.isProved || to?.isProved === false) return refusal('ledger.unproved')
    if (to && to.asset !== from.asset) throw new RangeError(`${from.asset} cannot be posted to an account in ${to.asset}`)
    const after = { ...from, posted: to ? from.posted - amount : from.posted, held: from.held + heldChange, version: from.version + 1n }
    const isOverdrawn = after.floor !== null && after.posted - after.held < after.floor
    if (isOverdrawn && after.posted - after.held < from.posted - from.held) return refusal('ledger.insufficient_funds')
    const received = to && { ...to, posted: to.posted + amount, version: to.version + 1n }
    this.accounts.set(debit, after)
    if (received) this.accounts.set(received.id, received)
    this.transfers.push({
      ...{ id: leg.id, groupId: this.#request.groupId, kind: leg.kind, code: leg.code, ref: leg.ref ?? null, targetId },
      ...{ asset: from.asset, amount, debit: sideOf(after), credit: received && sideOf(received) },
      ...{ expiresAt, effectiveAt: leg.effectiveAt ?? null, requestHash: this.#request.hash },
    })
    return null
  }

  #movementOf(leg: Leg): Movement | Refusal {
    const plain = { heldChange: 0n, targetId: null, expiresAt: null }
    switch (leg.kind) {
      case 'post':
        return { ...plain, debit: leg.debit.id, credit: leg.credit.id, amount: leg.amount }
      case 'hold': {
        const expiresAt = leg.expiresAt ?? null
        this.holds.set(leg.id, { id: leg.id, accountId: leg.account.id, left: leg.amount, expiresAt, version: 0n, isProved: true })
        return { ...plain, debit: leg.account.id, credit: null, amount: leg.amount, heldChange: leg.amount, expiresAt }
      }
      case 'settle':
        return this.#fromHold(leg.holdId, leg.amount, leg.credit.id)
      case 'release':
        return this.#fromHold(leg.holdId, leg.amount, null)
      case 'reverse':
        return this.#reversal(leg.transferId)
    }
  }

  #fromHold(holdId: string, wanted: bigint | undefined, credit: string | null): Movement | Refusal {
    const hold = this.holds.get(holdId) ?? this.#draft.hold(holdId)
    if (!hold) return refusal('ledger.hold_not_found')
    if (!hold.isProved) return refusal('ledger.unproved')
    if (hold.left === 0n) return refusal('ledger.hold_closed')
    const amount = wanted ?? hold.left
    if (amount > hold.left) return refusal('ledger.hold_exceeded')
    if (credit === hold.accountId) throw new RangeError('a hold is released to its own account, not settled')
    this.holds.set(holdId, { ...hold, left: hold.left - amount })
    return { debit: hold.accountId, credit, amount, heldChange: -amount, targetId: holdId, expiresAt: null }
  }

  #reversal(transferId: string): Movement | Refusal {
    const original = this.#draft.books.transfers.get(transferId)
    if (!original) return refusal('ledger.transfer_not_found')
    if (!original.credit || original.kind === 'reverse') throw new RangeError(`a ${original.kind} cannot be reversed`)
    if (this.reversed.has(transferId) || this.#draft.isReversed(transferId)) return refusal('ledger.already_reversed')
    this.reversed.add(transferId)
    const { debit, credit, amount } = original
    return { debit: credit.accountId, credit: debit.accountId, amount, heldChange: 0n, targetId: transferId, expiresAt: null }
  }

  #account(id: string): AccountState {
    const known = this.accounts.get(id) ?? this.#draft.account(id)
    if (!known) throw new Error(`account ${id} was not loaded`)
    return known
  }
}

/**
 * Whether a leg takes from a customer's account. A settlement takes what was held before, and a reversal corrects what was posted: neither
 * counts.
 */
const isTaking = ({ kind }: Leg, from: AccountState): boolean => from.kind === 'customer' && (kind === 'hold' || kind === 'post')

const sideOf = ({ id, version, posted, held }: AccountState): Side => ({ accountId: id, version, posted, held })
