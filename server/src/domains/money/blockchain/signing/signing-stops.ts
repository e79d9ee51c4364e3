/**
 * Conditions that stop a valid operation at the moment of its signature: the operator's file, a pause, a frozen asset, stopped payouts of
 * its account. The signer checks them under the lock of the wallet, since hours may pass between the decision and the signature.
 */
import { existsSync } from 'node:fs'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { SignerContext } from './context.ts'
import { findWithdrawalEvidence, isRailPaused, payoutBlock } from './evidence-store.ts'
import type { Stops } from './policy/verdict.ts'

/** Null when nothing stops it. */
export async function signingStopReason(
  { clock, ledger, seals, settings: { stopFile } }: SignerContext,
  tx: Transaction,
  { assets, isPayout, withdrawalOf }: Stops,
): Promise<string | null> {
  if (isPayout && stopFile !== null && existsSync(stopFile)) return 'the operator stopped it'
  if (withdrawalOf !== null && (await isRailPaused(tx, seals))) return 'withdrawals are paused'
  if (assets.length > 0) {
    const frozen = (await ledger.freezes(tx)).find(({ asset }) => assets.includes(asset))
    if (frozen) return `${frozen.asset} is frozen`
  }
  const block = withdrawalOf === null ? null : await payoutBlock(tx, withdrawalOf, clock.now())
  return block === null ? null : `payouts of its account stand still: ${block}`
}

/**
 * Stops of an operation that was signed before, at a nonce that another transaction used. The signer's book holds the assets that it takes.
 */
export async function stopsOfSigned(
  tx: Transaction,
  { kind, ref, asset }: { kind: string; ref: string; asset: Stops['assets'][number] | null },
): Promise<Stops> {
  const assets = asset === null || (kind !== 'transfer' && kind !== 'to_cold') ? [] : [asset]
  const withdrawalOf = kind === 'transfer' ? ((await findWithdrawalEvidence(tx, ref))?.accountId ?? null) : null
  return { assets, isPayout: assets.length > 0, withdrawalOf }
}
