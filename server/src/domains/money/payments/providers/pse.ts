/** Port of a PSE provider; `wompi.ts` is the only implementation. */

export interface PsePayment {
  /** Our deposit id: the provider accepts a reference only once. */
  readonly reference: string
  readonly amountCop: bigint
  /** Code of the PSE network. */
  readonly bankCode: string
  readonly redirectUrl: string
  /** The provider accepts no payment from then on. */
  readonly payableUntil: Date
  readonly description: string
  readonly payer: {
    readonly personType: 'natural' | 'legal'
    readonly fullName: string
    readonly documentType: 'CC' | 'NIT'
    readonly documentNumber: string
    readonly phone: string
    readonly email: string
    readonly ip: string
    /** Day the account was opened, in Bogotá, `yyyymmdd`. */
    readonly accountOpenedOn: string
  }
}

export interface PseTransaction {
  readonly id: string
  readonly reference: string
  readonly status: 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR' | 'VOIDED'
  readonly amountCop: bigint
  readonly currency: string
  /** Null until the network has created it. */
  readonly paymentUrl: string | null
  /** CUS, by which the customer's bank knows the payment. */
  readonly bankReference: string | null
  /** The payer, as far as the record has it; empty texts where it does not. */
  readonly payer: { readonly name: string; readonly document: string; readonly email: string }
}

export type PseCreation =
  | { readonly outcome: 'created'; readonly transaction: PseTransaction }
  /** Created before, by an attempt whose answer was lost. */
  | { readonly outcome: 'reference_used' }
  | { readonly outcome: 'refused'; readonly detail: string }
  /** May or may not exist. */
  | { readonly outcome: 'unknown'; readonly detail: string }

export interface PseProvider {
  /** @throws ProviderUnreachable */
  terms(): Promise<{ policyUrl: string; personalDataUrl: string }>
  create(payment: PsePayment): Promise<PseCreation>
  /** Null when the provider does not have it. @throws ProviderUnreachable, AnswerMismatch of another transaction */
  transaction(id: string): Promise<PseTransaction | null>
  /** All that the provider has of a reference: usually one. @throws ProviderUnreachable */
  transactionsOfReference(reference: string): Promise<readonly PseTransaction[]>
  /** Transactions created on these days of Bogotá, `yyyy-mm-dd`, both included. @throws ProviderUnreachable */
  transactionsBetween(from: string, until: string): Promise<readonly PseTransaction[]>
}
