/** Payouts as the provider's documentation names them. */

export type PayoutTransactionStatus = 'PENDING' | 'PROCESSING' | 'APPROVED' | 'FAILED' | 'REJECTED' | 'CANCELLED'
export type PayoutStatus = 'PENDING' | 'PARTIAL_PAYMENT' | 'TOTAL_PAYMENT' | 'REJECTED' | 'AFE_ON_HOLD' | 'AFE_REJECTED' | 'NOT_APPROVED'

export interface PayoutTransaction {
  id: string
  reference: string | null
  amountInCents: number
  /** Present for bank transfers, absent for Bre-B keys. */
  bank?: { id: string; accountType: string; accountNumber: string; legalIdType: string; legalId: string }
  key?: string
  name: string
  email: string
  status: PayoutTransactionStatus
  failure: { code: string; message: string } | null
  appliedAt: number | null
}

export interface Payout {
  id: string
  version: 'v1' | 'v2'
  idempotencyKey: string
  reference: string
  accountId: string
  paymentType: string
  /** The sandbox-only field that forces how every transaction ends. */
  forcedStatus: 'APPROVED' | 'FAILED' | null
  status: PayoutStatus
  createdAt: number
  /** When the bank answers; null once it has, or when it never will. */
  dueAt: number | null
  transactions: PayoutTransaction[]
}

export interface PayoutAccount {
  id: string
  balanceInCents: number
}

export const finalTransactionStatuses: ReadonlySet<PayoutTransactionStatus> = new Set(['APPROVED', 'FAILED', 'REJECTED', 'CANCELLED'])

export const rejectionMessages: Record<string, string> = {
  D02: 'Banco no existe',
  D07: 'Numero cuenta no existe',
  D10: 'Cuenta no autorizada para acreditar',
  D11: 'Cuenta y NIT no corresponden',
  D34: 'Numero de cuenta no numerico',
  D39: 'Tipo identificacion invalido',
  C01: 'La cuenta no existe o esta inactiva',
}
