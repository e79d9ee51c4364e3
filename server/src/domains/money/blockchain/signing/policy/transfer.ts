/**
 * Signing policy of a token withdrawal, on plain values. It pays the amount of a sealed row, from its hold, to an address that its customer
 * saved long enough ago, with two officers' approval from an amount on. Daily limits are counted in the signer's own book.
 */
import { ASSETS, perAsset } from '@tunjo/contract/money'
import { decodeFunctionData, type Hex, isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { ERC20_ABI } from '../../../../../chain/uniswap.ts'
import type { EvidenceSeals } from '../../../../../platform/secrets/evidence-seals.ts'
import { customerAccount, type OpenHold } from '../../../ledger/index.ts'
import { approvalText, releaseText, savedAddressText, withdrawalText } from '../../evidence-seals.ts'
import type { WithdrawalEvidence } from '../evidence-store.ts'
import { refused, type Verdict, waits } from './verdict.ts'

/** No transfer of an accepted token takes more than this. */
export const TRANSFER_GAS_MAX = 150_000n

export interface DecodedTransfer {
  readonly recipient: Hex
  readonly amount: bigint
}

/** Null when it is another call. */
export function decodeTransfer(data: Hex): DecodedTransfer | null {
  const { functionName, args } = decodeFunctionData({ abi: ERC20_ABI, data })
  return functionName === 'transfer' ? { recipient: args[0], amount: args[1] } : null
}

export interface TransferFacts {
  readonly to: Hex
  readonly gas: bigint
  readonly transfer: DecodedTransfer
  readonly withdrawal: WithdrawalEvidence | null
  /** Proved by the ledger's seals. */
  readonly hold: OpenHold | null
  readonly seals: Pick<EvidenceSeals, 'isSealOf'>
  /** When the signer itself first saw the address, by its own book. */
  readonly seenAt: Date | null
  readonly now: Date
  readonly policy: TransferPolicy
}
export interface TransferPolicy {
  /** Amount in base units of each asset from which two officers must have agreed. */
  readonly approvalFrom: Readonly<Record<WithdrawalEvidence['asset'], bigint>>
  readonly addressAgeMs: number
}

export function checkTransfer(facts: TransferFacts, deployment: ChainDeployment): Verdict {
  const { withdrawal, policy } = facts
  if (!withdrawal) return refused('no withdrawal asked for it')
  // First: no other field of a row without its seal is read, not even its address or asset.
  if (!facts.seals.isSealOf(withdrawalText(withdrawal), withdrawal.seal)) return refused('it is not a withdrawal that the product wrote')
  const reason =
    reasonOfCall(facts, withdrawal, deployment) ??
    reasonOfRow(facts, withdrawal) ??
    reasonOfApproval(facts, withdrawal) ??
    reasonOfReview(facts, withdrawal)
  if (reason) return refused(reason)
  const isOldEnough = (since: Date | null) => since !== null && facts.now.getTime() - since.getTime() >= policy.addressAgeMs
  if (!isOldEnough(withdrawal.savedAt) || !isOldEnough(facts.seenAt)) return waits('its address is too new')
  const { asset, amount, accountId } = withdrawal
  return { outcome: 'sign', moved: { asset, amount }, stops: { assets: [asset], isPayout: true, withdrawalOf: accountId } }
}

function reasonOfCall(
  { to, gas, transfer }: TransferFacts,
  withdrawal: WithdrawalEvidence,
  { tokens, ...houses }: ChainDeployment,
): string | null {
  const tokenOf = perAsset((asset) => tokens[ASSETS[asset].token])
  if (!isAddressEqual(to, tokenOf[withdrawal.asset])) return 'not the token of the withdrawal'
  if (gas > TRANSFER_GAS_MAX) return 'more gas than a transfer takes'
  if (!isAddressEqual(transfer.recipient, withdrawal.address)) return 'it pays another address'
  if ([houses.hotWallet, houses.treasury, houses.coldWallet].some((own) => own && isAddressEqual(own, transfer.recipient)))
    return 'it pays an account of the platform'
  return transfer.amount === withdrawal.amount ? null : 'it pays another amount'
}

function reasonOfRow({ hold, seals }: TransferFacts, withdrawal: WithdrawalEvidence): string | null {
  const { accountId, asset, amount, fee, saved } = withdrawal
  if (withdrawal.state !== 'SIGNING') return 'its withdrawal is past the moment of signing'
  if (withdrawal.receiverId !== null) return 'it stays inside'
  if (withdrawal.isStopped) return 'its account was frozen meanwhile'
  if (saved.accountId !== accountId || saved.address !== withdrawal.address) return 'its address is not saved'
  const facts = { id: withdrawal.savedAddressId, ...saved, createdAt: withdrawal.savedAt }
  if (!seals.isSealOf(savedAddressText(facts), saved.seal)) return 'its address is not one that the product saved'
  if (hold?.accountId !== customerAccount(accountId, asset).id) return 'nothing is held for it'
  return hold.left === amount + fee ? null : 'it is not what is held'
}

function reasonOfApproval({ seals, policy }: TransferFacts, withdrawal: WithdrawalEvidence): string | null {
  const { asset, amount, fee, approval } = withdrawal
  if (amount + fee < policy.approvalFrom[asset]) return null
  if (!approval || approval.makerId === approval.checkerId) return 'two officers did not agree'
  return seals.isSealOf(approvalText(withdrawal, approval), approval.seal) ? null : 'two officers did not agree'
}

/** A held withdrawal of any amount is released by two officers. Its state is the product's to change and is not trusted. */
function reasonOfReview({ seals }: TransferFacts, withdrawal: WithdrawalEvidence): string | null {
  const { reviews, release } = withdrawal
  if (reviews === 0) return null
  const isReleased = release !== null && seals.isSealOf(releaseText(withdrawal, { reviews, ...release }), release.seal)
  return isReleased ? null : 'it was kept back'
}
