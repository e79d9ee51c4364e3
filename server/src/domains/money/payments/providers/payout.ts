/** Port of a provider that pays to bank accounts; `wompi-payouts.ts` is the only implementation. */
import type { VerifiedPerson } from '../../../customers/limits/index.ts'

export interface PayoutOrder {
  /** Our withdrawal id: reference and idempotency key. */
  readonly reference: string
  readonly amountCop: bigint
  /** Code of the PSE network, by which the provider's own bank id is found. */
  readonly bankCode: string
  readonly accountType: 'savings' | 'current'
  readonly accountNumber: string
  readonly payee: Pick<VerifiedPerson, 'personType' | 'fullName' | 'documentType' | 'documentNumber' | 'email'>
}

export type PayoutCreation =
  | { readonly outcome: 'accepted'; readonly payoutId: string }
  /** The key was processed before: query its payout. */
  | { readonly outcome: 'key_used' }
  /**
   * Reported as not paid by this attempt, which only a query proves unless nothing was sent. `isTemporary`: the cause is the platform or
   * the provider, not the customer's account.
   */
  | { readonly outcome: 'refused'; readonly code: string; readonly isTemporary: boolean; readonly wasSent: boolean }
  /** May or may not be paid. */
  | { readonly outcome: 'unknown'; readonly detail: string }

export interface PayoutStatus {
  readonly payoutId: string | null
  readonly state: 'open' | 'paid' | 'failed'
  readonly amountCop: bigint
  readonly failureCode: string | null
  /** Costs that the provider deducts in addition: its fee with VAT, and the tax on financial movements (GMF). */
  readonly feeCop: bigint
  readonly gmfCop: bigint
  /** The payee, as far as the record has it; empty texts where it does not. */
  readonly payee: { readonly name: string; readonly document: string; readonly email: string }
}

/** Expected facts of an answer about a payout. */
export interface ExpectedPayout extends Pick<PayoutOrder, 'reference' | 'amountCop' | 'accountNumber'> {
  /** Null until the provider has named it. */
  readonly payoutId: string | null
}

export interface PayoutProvider {
  create(order: PayoutOrder): Promise<PayoutCreation>
  /** Every payment of the provider under a reference: none, or one. @throws ProviderUnreachable, AnswerMismatch of another payment */
  ofReference(expected: ExpectedPayout): Promise<readonly PayoutStatus[]>
  /**
   * Every payment under a reference, regardless of payout, account and amount. @throws ProviderUnreachable, AnswerMismatch of another
   * reference
   */
  allOfReference(reference: string): Promise<readonly PayoutStatus[]>
  /** Pesos that wait there to be paid out. @throws ProviderUnreachable */
  balance(): Promise<bigint>
  /** The reference of a payout, null when unknown. @throws ProviderUnreachable */
  referenceOf(payoutId: string): Promise<string | null>
  /** The references of all payouts created on these days of Bogotá, both included. @throws ProviderUnreachable */
  referencesBetween(from: string, until: string): Promise<readonly string[]>
}
