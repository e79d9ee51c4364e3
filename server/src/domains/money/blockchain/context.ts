/** Shared dependencies of the blockchain use cases. */

import type { ChainClient, GuardedNode } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import type { Platform } from '../../../platform/module.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ChainSettings } from './config.ts'

export interface ChainContext extends Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox'> {
  /** Trusted only while the node is on our chain: every call throws `NodeUnavailable` otherwise. */
  readonly client: ChainClient
  /** Node of another provider, where the operator has one: both nodes have to agree before money moves. */
  readonly second: Pick<GuardedNode, 'client' | 'checkNode'> | null
  /** Checks the node and records the height of the chain. @throws NodeUnavailable */
  readonly checkNode: () => Promise<void>
  readonly deployment: ChainDeployment
  readonly settings: ChainSettings
  readonly seals: EvidenceSeals
  readonly ledger: Pick<Ledger, 'postWithin' | 'freeze'>
}
