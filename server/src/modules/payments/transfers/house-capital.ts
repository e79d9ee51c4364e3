/** Port: what the house brought is kept by whoever compares the books; a line of the bank can be of it. */
import type { Execution } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database.ts'

export interface CapitalLine {
  readonly id: string
  /** Of the posting: that of whatever else could be decided about the line. */
  readonly transferId: string
  readonly bankId: string
  readonly amount: bigint
}
export interface HouseCapital {
  /** Whether officers booked so much already by one of these names. */
  isBooked(tx: Transaction, line: { readonly names: readonly string[]; readonly amount: bigint }): Promise<boolean>
  /** From suspense to the house, once for each line. */
  book(tx: Transaction, line: CapitalLine, execution: Execution): Promise<void>
}
