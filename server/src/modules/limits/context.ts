/** What limits ask of verification and of identity. */
import type { Configuration } from '../configuration/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'
import type { Risk } from '../risk/index.ts'

export interface LimitsDependencies {
  readonly kyc: Pick<Kyc, 'person'>
  readonly identity: Pick<Identity, 'withdrawalHold' | 'checkConsent'>
  readonly risk: Pick<Risk, 'mayTransact'>
  readonly configuration: Pick<Configuration, 'at' | 'history' | 'countsEffect'>
}
