/** Port of the reconciliation, which keeps company capital: a line of the bank can be part of it. */
import type { Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'

export interface CapitalLine {
  readonly id: string
  /** Id of the posting: the same as for any other decision about the line. */
  readonly transferId: string
  readonly bankId: string
  readonly amount: bigint
}
export interface CompanyCapital {
  /** Whether officers already booked this amount under one of these names. */
  isBooked(tx: Transaction, line: { readonly names: readonly string[]; readonly amount: bigint }): Promise<boolean>
  /** Post from suspense to company capital, once for each line. */
  book(tx: Transaction, line: CapitalLine, execution: Execution): Promise<void>
}
