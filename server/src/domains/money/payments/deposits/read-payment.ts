/** Reads of payments at the PSE provider. An answer about another payment does not count as an answer, and is a security event. */
import type { PaymentsContext } from '../context.ts'
import { AnswerMismatch } from '../providers/http.ts'
import type { PseTransaction } from '../providers/pse.ts'
import type { DepositRow } from './deposit-store.ts'
import { hasReceived } from './states.ts'

type Context = Pick<PaymentsContext, 'log' | 'pse'>

/** Null when the provider does not have it. @throws ProviderUnreachable */
export async function readPayment({ log, pse }: Context, transactionId: string): Promise<PseTransaction | null> {
  try {
    return await pse.transaction(transactionId)
  } catch (error) {
    if (error instanceof AnswerMismatch) logMismatch({ log }, { transactionId, fields: error.fields })
    throw error
  }
}

interface PaymentsOfDeposit {
  /** The transaction that the deposit is bound to; null when it is not bound, or the provider does not have it. */
  readonly own: PseTransaction | null
  /** Transactions with the reference of the deposit, approved ones first. Not queried while the own one is approved. */
  readonly others: readonly PseTransaction[]
}

/** @throws ProviderUnreachable */
export async function readPayments(context: Context, deposit: DepositRow): Promise<PaymentsOfDeposit> {
  const own = await readOwn(context, deposit)
  if (own?.status === 'APPROVED') return { own, others: [] }
  const found = await context.pse.transactionsOfReference(deposit.id)
  const others = found.filter(({ id }) => id !== own?.id)
  return { own, others: others.toSorted((one, other) => Number(other.status === 'APPROVED') - Number(one.status === 'APPROVED')) }
}

/** A deposit that was bound to the payment of another deposit continues with that of its reference, as long as it is not credited. */
async function readOwn(context: Context, deposit: DepositRow): Promise<PseTransaction | null> {
  const { id, providerTransactionId, state } = deposit
  const found = providerTransactionId === null ? null : await readPayment(context, providerTransactionId)
  if (!found || found.reference === id) return found
  const fields = ['reference']
  logMismatch(context, { transactionId: found.id, depositId: id, fields })
  if (hasReceived(state)) throw new AnswerMismatch(fields)
  return null
}

interface ExpectedPayment {
  readonly id: string
  readonly amount: bigint
}

/** Fields of a transaction that do not match the deposit's payment. */
export const misfits = ({ reference, amountCop, currency }: PseTransaction, { id, amount }: ExpectedPayment): string[] => [
  ...(reference === id ? [] : ['reference']),
  ...(amountCop === amount ? [] : ['amount']),
  ...(currency === 'COP' ? [] : ['currency']),
]

export const logMismatch = ({ log }: Pick<PaymentsContext, 'log'>, facts: object): void =>
  log.error({ securityEvent: 'payment_answer_mismatch', ...facts }, 'an answer about another payment')
