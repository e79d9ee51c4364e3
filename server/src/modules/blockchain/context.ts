/** What the use cases of blockchain share. */
import type { ChainClient } from '../../chain/client.ts'
import type { ChainDeployment } from '../../chain/deployment.ts'
import type { Platform } from '../../platform/module.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ChainSettings } from './config.ts'

export interface ChainContext extends Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox'> {
  readonly client: ChainClient
  readonly checkChainId: () => Promise<void>
  readonly deployment: ChainDeployment
  readonly settings: ChainSettings
  readonly ledger: Pick<Ledger, 'postWithin' | 'freeze'>
}
