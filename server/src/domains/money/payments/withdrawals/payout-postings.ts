/** Ledger postings of a paid withdrawal: its settlement, what the provider charged for the payout, and their reversal. */
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { type Leg, type Post, systemAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutStatus } from '../providers/payout.ts'

export const CODE = 'payments.withdrawal'
/** Prepaid balance from which the provider pays. */
export const PREPAID = systemAccount('payouts', 'COP')
const COSTS = { 'payments.gmf': systemAccount('gmf', 'COP'), 'payments.payout_fee': systemAccount('provider-fees', 'COP') } as const
const costIdOf = (code: keyof typeof COSTS, id: string) => idOf(code, id)
export const settlementOf = (id: string): string => idOf('payments.withdrawal.settled', id)
const reversalOf = (id: string) => idOf('payments.withdrawal.reversed', id)

export type Costs = Pick<PayoutStatus, 'gmfCop' | 'feeCop'>

/** The platform's costs of a payout, as the provider reports them: the customer pays none of them. */
export function costLegs(id: string, { gmfCop, feeCop }: Costs): Post[] {
  const costs = [
    { code: 'payments.gmf', amount: gmfCop },
    { code: 'payments.payout_fee', amount: feeCop },
  ] as const
  return costs
    .filter(({ amount }) => amount > 0n)
    .map(({ code, amount }) => ({ kind: 'post', id: costIdOf(code, id), debit: COSTS[code], credit: PREPAID, amount, code, ref: id }))
}

/** Cents that the ledger has as paid for the withdrawal: zero when it was never settled, or was reversed. */
export async function settledAmount({ ledger }: Pick<PaymentsContext, 'ledger'>, tx: Transaction, id: string): Promise<bigint> {
  const settled = await ledger.provedTransfer(settlementOf(id), tx)
  return settled && !(await ledger.provedTransfer(reversalOf(id), tx)) ? settled.amount : 0n
}

/** Costs that the ledger has for the withdrawal. */
export async function bookedCosts({ ledger }: Pick<PaymentsContext, 'ledger'>, id: string): Promise<Costs> {
  const bookedAs = async (code: keyof typeof COSTS) => {
    const cost = await ledger.transfer(costIdOf(code, id))
    return cost && !(await ledger.transfer(idOf('payments.cost.reversed', cost.id))) ? cost.amount : 0n
  }
  return { gmfCop: await bookedAs('payments.gmf'), feeCop: await bookedAs('payments.payout_fee') }
}

/** Reversal of a payout that the bank sent back, including its costs. */
export async function reversalLegs({ ledger }: Pick<PaymentsContext, 'ledger'>, id: string): Promise<Leg[]> {
  const legs: Leg[] = [{ kind: 'reverse', id: reversalOf(id), transferId: settlementOf(id), code: CODE, ref: id }]
  for (const code of ['payments.gmf', 'payments.payout_fee'] as const) {
    const transferId = costIdOf(code, id)
    if (await ledger.transfer(transferId))
      legs.push({ kind: 'reverse', id: idOf('payments.cost.reversed', transferId), transferId, code, ref: id })
  }
  return legs
}
