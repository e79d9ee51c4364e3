/** What the use cases of blockchain share. */

import type { ChainClient } from '../../chain/client.ts'
import type { ChainDeployment } from '../../chain/deployment.ts'
import type { EvidenceSeals } from '../../platform/evidence-seals.ts'
import type { Platform } from '../../platform/module.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ChainSettings } from './config.ts'

export interface ChainContext extends Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox'> {
  readonly client: ChainClient
  /** Of somebody else, when the operator has one: before money moves both have to say the same. */
  readonly second: { readonly client: ChainClient; readonly checkChainId: () => Promise<void> } | null
  readonly checkChainId: () => Promise<void>
  readonly deployment: ChainDeployment
  readonly settings: ChainSettings
  readonly seals: EvidenceSeals
  readonly ledger: Pick<Ledger, 'postWithin' | 'freeze'>
}
