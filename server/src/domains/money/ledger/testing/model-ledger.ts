/** Minimal model of the ledger, for the test that compares the two: no versions, no chain, one caller. */
import type { Leg } from '../types.ts'

export interface ModelAccount {
  readonly floor: bigint | null
  posted: bigint
  held: bigint
  version: bigint
}
interface ModelHold {
  readonly account: string
  left: bigint
}
interface ModelTransfer {
  readonly debit: string
  readonly credit: string
  readonly amount: bigint
}

export class ModelLedger {
  accounts = new Map<string, ModelAccount>()
  holds = new Map<string, ModelHold>()
  transfers = new Map<string, ModelTransfer>()
  reversed = new Set<string>()
  readonly requests = new Map<string, string>()

  /** `posted`, `exists` or the code of the refusal. A refusal leaves everything as it was. */
  post(legs: readonly Leg[]): string {
    const text = JSON.stringify(legs, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const known = legs.flatMap(({ id }) => this.requests.get(id) ?? [])
    if (known.length > 0) return known.every((one) => one === text) ? 'exists' : 'ledger.request_changed'
    const before = structuredClone({ accounts: this.accounts, holds: this.holds, transfers: this.transfers, reversed: this.reversed })
    for (const leg of legs) {
      const refused = this.#apply(leg)
      if (refused === null) continue
      Object.assign(this, before)
      return refused
    }
    for (const { id } of legs) this.requests.set(id, text)
    return 'posted'
  }

  #apply(leg: Leg): string | null {
    switch (leg.kind) {
      case 'post':
        return this.#move(leg.id, leg.debit.id, leg.credit.id, leg.amount)
      case 'hold': {
        const account = this.#account(leg.account.id)
        if (isShort(account, leg.amount)) return 'ledger.insufficient_funds'
        account.held += leg.amount
        account.version++
        this.holds.set(leg.id, { account: leg.account.id, left: leg.amount })
        return null
      }
      case 'settle':
      case 'release': {
        const hold = this.holds.get(leg.holdId)
        if (!hold) return 'ledger.hold_not_found'
        if (hold.left === 0n) return 'ledger.hold_closed'
        const amount = leg.amount ?? hold.left
        if (amount > hold.left) return 'ledger.hold_exceeded'
        hold.left -= amount
        this.#account(hold.account).held -= amount
        if (leg.kind === 'settle') return this.#move(leg.id, hold.account, leg.credit.id, amount)
        this.#account(hold.account).version++
        return null
      }
      case 'reverse': {
        const original = this.transfers.get(leg.transferId)
        if (!original) return 'ledger.transfer_not_found'
        if (this.reversed.has(leg.transferId)) return 'ledger.already_reversed'
        this.reversed.add(leg.transferId)
        return this.#move(null, original.credit, original.debit, original.amount)
      }
    }
  }

  /** `id` null: this movement cannot be reversed itself. */
  #move(id: string | null, debit: string, credit: string, amount: bigint): string | null {
    const [from, to] = [this.#account(debit), this.#account(credit)]
    if (isShort(from, amount)) return 'ledger.insufficient_funds'
    from.posted -= amount
    to.posted += amount
    from.version++
    to.version++
    if (id) this.transfers.set(id, { debit, credit, amount })
    return null
  }

  #account(id: string): ModelAccount {
    const account = this.accounts.get(id)
    if (!account) throw new Error(`the model has no account ${id}`)
    return account
  }
}

const isShort = ({ floor, posted, held }: ModelAccount, amount: bigint): boolean => floor !== null && posted - held - amount < floor
