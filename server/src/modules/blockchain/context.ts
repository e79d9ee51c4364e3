/** What the use cases of blockchain share. */

import type { ChainClient, GuardedNode } from '../../chain/client.ts'
import type { ChainDeployment } from '../../chain/deployment.ts'
import type { EvidenceSeals } from '../../platform/evidence-seals.ts'
import type { Platform } from '../../platform/module.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ChainSettings } from './config.ts'

export interface ChainContext extends Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox'> {
  /** Believed only while the node knows our chain: whatever it is asked throws `NodeAway` otherwise. */
  readonly client: ChainClient
  /** Of somebody else, when the operator has one: before money moves both have to say the same. */
  readonly second: Pick<GuardedNode, 'client' | 'checkNode'> | null
  /** Looks at the node, and writes down how far the chain is. Throws `NodeAway`. */
  readonly checkNode: () => Promise<void>
  readonly deployment: ChainDeployment
  readonly settings: ChainSettings
  readonly seals: EvidenceSeals
  readonly ledger: Pick<Ledger, 'postWithin' | 'freeze'>
}
