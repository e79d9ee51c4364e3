/**
 * Signing policy of mints and burns: COPT follows pesos that the ledger recorded as received or paid, one posting for each, to the unit.
 */
import { decodeFunctionData, type Hex, isAddressEqual } from 'viem'
import { COPT } from '../../../../../../../solidity/artifacts.generated.ts'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { systemAccount, type Transfer } from '../../../ledger/index.ts'
import { type OperationPurpose, operationIdOf } from '../../operation-ids.ts'
import { NO_STOPS, refused, type Verdict } from './verdict.ts'

/** Postings that may prove each purpose: pesos under review arrived when officers decided so. */
export const SUPPLY_POSTINGS = {
  'blockchain.mint': { codes: ['payments.deposit', 'payments.deposit_decided'], kind: 'post' },
  'blockchain.mint-again': { codes: ['payments.withdrawal', 'payments.payout_booked'], kind: 'reverse' },
  'blockchain.burn': { codes: ['payments.withdrawal', 'payments.payout_booked'], kind: 'settle' },
  'blockchain.burn-taken-back': { codes: ['payments.deposit_reversed'], kind: 'post' },
} as const satisfies Partial<Record<OperationPurpose, object>>
export type SupplyPurpose = keyof typeof SUPPLY_POSTINGS

/** Pesos that are still held here, or were returned to their sender, are not a customer's: nothing is minted for them. */
const UNCREDITED: ReadonlySet<string> = new Set([systemAccount('deposits_in_review', 'COP').id, systemAccount('bank', 'COP').id])

/** Whether a posting of this kind is a movement that the supply follows. */
export const isFollowed = (kind: 'mint' | 'burn', { credit }: Pick<Transfer, 'credit'>): boolean =>
  kind === 'burn' || (credit !== null && !UNCREDITED.has(credit.accountId))

/** Null when the id belongs to no movement of pesos with this record. */
export function supplyPurposeOf(kind: 'mint' | 'burn', operationId: string, ref: string): SupplyPurpose | null {
  const purposes: SupplyPurpose[] =
    kind === 'burn' ? ['blockchain.burn', 'blockchain.burn-taken-back'] : ['blockchain.mint', 'blockchain.mint-again']
  return purposes.find((purpose) => operationIdOf(purpose, ref) === operationId) ?? null
}

export interface SupplyFacts {
  readonly kind: 'mint' | 'burn'
  readonly to: Hex
  readonly data: Hex
  /** Pesos of the posting, proved by the ledger's seals; null when there is none, or more than one. */
  readonly pesosMoved: bigint | null
}

/** COPT has two decimals, like the ledger's pesos. */
export function checkSupply({ kind, to, data, pesosMoved }: SupplyFacts, deployment: ChainDeployment): Verdict {
  if (!isAddressEqual(to, deployment.tokens.COPT)) return refused('not the COPT contract')
  const amount = amountOf(kind, data, deployment)
  if (amount === null) return refused(kind === 'mint' ? 'not a mint for the hot wallet' : 'not a burn of the hot wallet')
  if (pesosMoved === null) return refused(kind === 'mint' ? 'no pesos came in for it' : 'no pesos went out for it')
  if (pesosMoved !== amount) return refused('the amount is not that of the pesos')
  return { outcome: 'sign', moved: { asset: 'COP', amount }, stops: NO_STOPS }
}

function amountOf(kind: 'mint' | 'burn', data: Hex, { hotWallet }: ChainDeployment): bigint | null {
  const call = decodeFunctionData({ abi: COPT.abi, data })
  if (kind === 'burn') return call.functionName === 'burn' ? call.args[0] : null
  return call.functionName === 'mint' && isAddressEqual(call.args[0], hotWallet) ? call.args[1] : null
}
