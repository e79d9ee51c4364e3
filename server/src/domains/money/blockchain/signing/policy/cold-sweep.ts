/**
 * Signing policy of a sweep to the cold wallet, on plain values: it pays the one address of the signer's own deployment file, with the
 * amount that two officers agreed to and sealed. Limits are counted in the signer's own book.
 */
import { ASSETS, perAsset } from '@tunjo/contract/money'
import { type Hex, isAddress, isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import type { EvidenceSeals } from '../../../../../platform/secrets/evidence-seals.ts'
import { coldSweepText } from '../../evidence-seals.ts'
import type { ColdSweepEvidence } from '../evidence-store.ts'
import { type DecodedTransfer, TRANSFER_GAS_MAX } from './transfer.ts'
import { refused, type Verdict } from './verdict.ts'

export interface ColdSweepPolicyFacts {
  readonly to: Hex
  readonly gas: bigint
  readonly transfer: DecodedTransfer
  readonly sweep: ColdSweepEvidence | null
  readonly seals: Pick<EvidenceSeals, 'isSealOf'>
}

export function checkColdSweep(facts: ColdSweepPolicyFacts, deployment: ChainDeployment): Verdict {
  const { to, gas, transfer, sweep, seals } = facts
  const { tokens, coldWallet } = deployment
  if (!sweep) return refused('no movement of the treasury asked for it')
  if (!coldWallet) return refused('the signer knows no cold wallet')
  const tokenOf = perAsset((asset) => tokens[ASSETS[asset].token])
  // An attacker may have written the row: an unreadable one would be retried without limit.
  if (!Object.hasOwn(tokenOf, sweep.asset) || !isAddress(sweep.coldAddress)) return refused('its row cannot be read')
  if (!isAddressEqual(to, tokenOf[sweep.asset])) return refused('not the token of the movement')
  if (gas > TRANSFER_GAS_MAX) return refused('more gas than a transfer takes')
  if (!isAddressEqual(transfer.recipient, coldWallet)) return refused('it does not pay the cold wallet')
  if (!isAddressEqual(sweep.coldAddress, coldWallet)) return refused('it was agreed for another address')
  if (transfer.amount !== sweep.amount) return refused('it pays another amount')
  if (sweep.state !== 'SIGNING') return refused('its movement is past the moment of signing')
  if (sweep.makerId === sweep.checkerId) return refused('two officers did not agree')
  if (!seals.isSealOf(coldSweepText(sweep, sweep), sweep.seal)) return refused('two officers did not agree')
  const { asset, amount } = sweep
  return { outcome: 'sign', moved: { asset, amount }, stops: { assets: [asset], isPayout: true, withdrawalOf: null } }
}
