/** Shared dependencies of the signer. */

import type { ChainClient } from '../../../../chain/client.ts'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { Ledger } from '../../ledger/index.ts'
import type { Finality } from '../last-final-block.ts'
import type { SignerSettings } from './config.ts'
import type { SigningKeys } from './keys.ts'

export interface SignerContext extends Pick<Platform, 'clock' | 'log' | 'outbox'> {
  /** Connection with the rights of the signer's role. */
  readonly db: Database
  readonly client: ChainClient
  readonly deployment: ChainDeployment
  readonly settings: SignerSettings
  readonly finality: Finality
  /** Highest fee offered for a place in a block, by the operator's setting at this moment. */
  readonly feeCeilingWei: () => bigint
  readonly keys: SigningKeys
  readonly ledger: Pick<Ledger, 'provedHold' | 'provedTransfer' | 'freezes'>
  readonly seals: EvidenceSeals
}
