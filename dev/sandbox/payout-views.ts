/** Batches and their transactions as the payouts contract shows them. */
import { payoutBanks } from './banks.ts'
import type { Payout, PayoutTransaction } from './payout-types.ts'

/** The tax on financial movements, 4 per 1,000, rounded up in the collector's favour. */
function gmfInCents(amountInCents: number): number {
  return Math.ceil((amountInCents * 4) / 1000)
}

export function totalWithFees(amountsInCents: number[]): number {
  return amountsInCents.reduce((total, amount) => total + amount + gmfInCents(amount), 0)
}

export function toPayoutView(payout: Payout): Record<string, unknown> {
  return {
    id: payout.id,
    reference: payout.reference,
    status: payout.status,
    paymentType: payout.paymentType,
    accountId: payout.accountId,
    amountInCents: payout.transactions.reduce((total, transaction) => total + transaction.amountInCents, 0),
    currency: 'COP',
    totalTransactions: payout.transactions.length,
    createdAt: new Date(payout.createdAt).toISOString(),
  }
}

export function toPayoutTransactionView(payout: Payout, transaction: PayoutTransaction): Record<string, unknown> {
  const gmf = gmfInCents(transaction.amountInCents)
  return {
    id: transaction.id,
    payoutId: payout.id,
    payoutReference: payout.reference,
    status: transaction.status,
    amountInCents: transaction.amountInCents,
    currency: 'COP',
    reference: transaction.reference,
    payeeInfo: showPayee(transaction),
    fee: { feeInCents: 0, vatInCents: 0, vatPercentage: 19, gmfInCents: gmf, dynamicFeeInCents: 0, totalInCents: gmf },
    failureReason: transaction.failure?.code ?? null,
    appliedAt: transaction.appliedAt === null ? null : new Date(transaction.appliedAt).toISOString(),
  }
}

export function toTransactionEvent(payout: Payout, transaction: PayoutTransaction): Record<string, unknown> {
  const { bank } = transaction
  return {
    id: transaction.id,
    payoutId: payout.id,
    reference: transaction.reference,
    amountInCents: transaction.amountInCents,
    status: transaction.status,
    payee: {
      name: transaction.name,
      email: transaction.email,
      ...(bank
        ? { document: bank.legalId, bank: bankName(bank.id), accountType: bank.accountType, accountNumber: bank.accountNumber }
        : { key: transaction.key }),
    },
    failureReason: transaction.failure,
    currency: 'COP',
  }
}

function showPayee({ bank, key, name }: PayoutTransaction): Record<string, unknown> {
  if (!bank) return { name, key }
  const { legalId, legalIdType, accountType, accountNumber } = bank
  return { bank: bankName(bank.id), name, legalId, legalIdType, accountType, accountNumber }
}

function bankName(bankId: string): string | null {
  return payoutBanks.find((bank) => bank.id === bankId)?.name ?? null
}
