/** Dependencies of movements on other modules. */
import type { Locale } from '@tunjo/contract/locales'
import type { Platform } from '../../../platform/module.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { DocumentSigner } from './documents/document-signer.ts'

export interface MovementsDependencies {
  readonly ledger: Pick<Ledger, 'history' | 'balance' | 'openHolds' | 'entriesOf' | 'postedFor'>
  /** Values of a year's closing balances. */
  readonly pricing: Pick<Pricing, 'closingCopPrice'>
  /** The holder's name on a document. */
  readonly kyc: Pick<Kyc, 'person'>
  readonly parameters: Pick<Parameters, 'bank' | 'banks'>
  /** A note that a rail stored with a state, in the reader's language. */
  translateNote(text: string, locale: Locale): string
}
/** Customer whose movements are shown, and the language of what is shown. */
export interface MovementsOwner {
  readonly accountId: string
  readonly locale: Locale
}
export interface MovementsContext extends MovementsDependencies, Pick<Platform, 'db' | 'clock' | 'log' | 'audit'> {
  /** Base URL of the product's own pages, `https://…` without a trailing slash. */
  readonly publicUrl: string
  readonly signer: DocumentSigner
}
