/** What movements ask of others. */
import type { Platform } from '../../platform/module.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Parameters } from '../parameters/index.ts'

export interface MovementsDependencies {
  readonly ledger: Pick<Ledger, 'history' | 'balance' | 'openHolds' | 'entriesOf'>
  readonly parameters: Pick<Parameters, 'bank' | 'banks'>
}
export interface MovementsContext extends MovementsDependencies, Pick<Platform, 'db' | 'clock'> {
  readonly rateLimit: RateLimit
}
