/** Dependencies of limits on other modules. */
import type { Configuration } from '../../reference/configuration/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'
import type { Risk } from '../risk/index.ts'

export interface LimitsDependencies {
  readonly kyc: Pick<Kyc, 'person' | 'inGroups'>
  readonly identity: Pick<Identity, 'withdrawalHold' | 'checkConsent' | 'inGroups'>
  readonly risk: Pick<Risk, 'mayTransact' | 'inGroups'>
  readonly configuration: Pick<Configuration, 'at' | 'history' | 'countsEffect' | 'inGroups'>
}
