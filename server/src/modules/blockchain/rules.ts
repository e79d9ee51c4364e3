/** What an intent and a receipt say, on plain values. */
import type { Hex } from 'viem'
import type { StoredReceipt, TransactionIntent } from './types.ts'

/** The stored form of an intent. */
export interface IntentRequest {
  readonly chainId: number
  readonly to: Hex
  readonly data: Hex
  readonly gas: string
}

export function requestOf({ to, data, gas }: TransactionIntent, chainId: number): IntentRequest {
  return { chainId, to, data, gas: String(gas) }
}

/** What it does, not what it may cost: gas is an estimate of the moment. */
export function sameRequest(a: IntentRequest, b: IntentRequest): boolean {
  return a.chainId === b.chainId && a.to === b.to && a.data === b.data
}

const MINUTE_MS = 60_000
/** So long something waits for the signer before it is given back. */
const WAITS_MS: Partial<Record<TransactionIntent['kind'], number>> = {
  swap: 10 * MINUTE_MS,
  transfer: 3 * 24 * 60 * MINUTE_MS,
  to_cold: 24 * 60 * MINUTE_MS,
}

/**
 * A customer whose swap or withdrawal found no signer for so long gets the money back, instead of a trade at a moment they no longer
 * expect. Minting and burning follow the bank's money however late they are.
 */
export function isTooOld({ kind, decidedAt }: { kind: TransactionIntent['kind']; decidedAt: Date }, now: Date): boolean {
  const waitsMs = WAITS_MS[kind]
  return waitsMs !== undefined && now.getTime() - decidedAt.getTime() > waitsMs
}

/** What the ledger settled by: a repeated transaction has to say the same. Block and gas may differ. */
export function sameEffect(a: StoredReceipt, b: StoredReceipt): boolean {
  const effect = ({ status, logs }: StoredReceipt) =>
    JSON.stringify([status, logs.map(({ address, topics, data }) => [address, topics, data])])
  return effect(a) === effect(b)
}

export function confirmationsOf(blockNumber: number, headBlock: number): number {
  return Math.max(0, headBlock - blockNumber + 1)
}
