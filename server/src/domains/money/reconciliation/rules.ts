/** Decisions on plain values. */
import type { TreasuryLevel } from '@tunjo/contract/reconciliation'

/** Parts per hundred, rounded down; null when nothing is owed. */
export const coverageOf = (held: bigint, liabilities: bigint): number | null =>
  liabilities <= 0n ? null : Number((held * 100n) / liabilities)

/** Level of coverage: below the liabilities is critical. */
export const levelOfCoverage = (held: bigint, owed: bigint): TreasuryLevel =>
  held < owed ? 'critical' : held * 100n < owed * 101n ? 'low' : 'good'

/** Level of money for pending withdrawals: less than those is critical, less than twice is low. */
export const levelOfReserve = (there: bigint, waiting: bigint): TreasuryLevel =>
  there < waiting ? 'critical' : there < waiting * 2n ? 'low' : 'good'

const OPERATION_GAS = 300_000n
export const operationsLeft = (wei: bigint, { gasPriceWei, reserveWei }: { gasPriceWei: bigint; reserveWei: bigint }): number => {
  const usable = wei > reserveWei ? wei - reserveWei : 0n
  const operations = usable / (OPERATION_GAS * (gasPriceWei > 0n ? gasPriceWei : 1n))
  return Number(operations > OPERATIONS_SHOWN_MAX ? OPERATIONS_SHOWN_MAX : operations)
}
const OPERATIONS_SHOWN_MAX = 1_000_000n
export const levelOfGas = (operations: number): TreasuryLevel => (operations < 20 ? 'critical' : operations < 100 ? 'low' : 'good')
