/** What the reconciliation asks payments: the provider's own word about money that the ledger says came in or went out. */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import type { PaymentsContext } from './context.ts'
import { findDeposit } from './deposits/deposit-store.ts'
import { findLine, pendingSum } from './transfers/line-store.ts'
import { lastBalance } from './transfers/statement-store.ts'
import type { CollectionAtBank, FundsAtProvider } from './types.ts'

const IN_FLIGHT_MAX = 200

/** Cents that the provider, or the bank's statement, says were paid for this deposit; zero when it knows of none. @throws ProviderUnreachable */
export async function paidForDeposit({ db, pse }: PaymentsContext, depositId: string): Promise<bigint> {
  const deposit = await findDeposit(db, depositId)
  // What nobody owns yet, or was sent back, is the bank's line alone.
  if (!deposit) return (await findLine(db, depositId))?.amount ?? 0n
  if (deposit.method === 'TRANSFER') return (await findLine(db, depositId))?.amount ?? 0n
  const { providerTransactionId: id } = deposit
  const transaction = id ? await pse.transaction(id) : await pse.transactionOfReference(depositId)
  const isPaid = transaction?.status === 'APPROVED' && transaction.reference === depositId && transaction.currency === 'COP'
  return isPaid ? transaction.amountCop : 0n
}

/** What the bank says lies in the collection account, and how much of it is imported and not posted yet. Null before the first statement. */
export async function collectionAtBank({ db }: PaymentsContext): Promise<CollectionAtBank | null> {
  const [pending, last] = await Promise.all([pendingSum(db), lastBalance(db)])
  return last && { balance: last.amount, pending: pending.amount }
}

/**
 * What waits at the provider to be paid out, and what it has taken for payouts that may not have ended in the ledger yet: those open
 * before or after the balance was read. Null when too many are under way to ask for each. @throws ProviderUnreachable
 */
export async function fundsAtProvider({ db, payouts }: PaymentsContext): Promise<FundsAtProvider | null> {
  const before = await openPayouts(db)
  const balance = await payouts.balance()
  const open = [...new Set([...before, ...(await openPayouts(db))])]
  if (open.length > IN_FLIGHT_MAX) return null
  const taken = new Map<string, bigint>()
  for (const id of open) {
    const records = await payouts.ofReference(id)
    const kept = records.filter(({ state }) => state !== 'failed')
    taken.set(
      id,
      kept.reduce((sum, { amountCop, feeCop, gmfCop }) => sum + amountCop + feeCop + gmfCop, 0n),
    )
  }
  return { balance, taken }
}

async function openPayouts(db: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.withdrawal
    WHERE state IN ('SENDING', 'UNKNOWN', 'PROCESSING') LIMIT ${IN_FLIGHT_MAX + 1}`.execute(db)
  return found.rows.map(({ id }) => id)
}
