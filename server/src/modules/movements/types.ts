/** What movements ask of others. */
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Kyc } from '../kyc/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Parameters } from '../parameters/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { DocumentSigner } from './documents/sign-document.ts'

export interface MovementsDependencies {
  readonly ledger: Pick<Ledger, 'history' | 'balance' | 'openHolds' | 'entriesOf' | 'postedFor'>
  /** What closing balances of a year are worth. */
  readonly pricing: Pick<Pricing, 'closingCopPrice'>
  /** Whose name stands on a paper. */
  readonly kyc: Pick<Kyc, 'person'>
  readonly parameters: Pick<Parameters, 'bank' | 'banks'>
}
export interface MovementsContext extends MovementsDependencies, Pick<Platform, 'db' | 'clock' | 'log' | 'audit'> {
  /** Where our own pages are, `https://…` without a slash at the end. */
  readonly publicUrl: string
  readonly signer: DocumentSigner
  readonly rateLimit: RateLimit
}
