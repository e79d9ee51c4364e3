/** Pure rules over intents and receipts. */
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

/** Compares the effect and not the cost: gas is an estimate of the moment. */
export function sameRequest(a: IntentRequest, b: IntentRequest): boolean {
  return a.chainId === b.chainId && a.to === b.to && a.data === b.data
}

const MINUTE_MS = 60_000
/** Longest wait for the signer before the money is returned. */
const WAITS_MS: Partial<Record<TransactionIntent['kind'], number>> = {
  swap: 10 * MINUTE_MS,
  transfer: 3 * 24 * 60 * MINUTE_MS,
  to_cold: 24 * 60 * MINUTE_MS,
}

/**
 * True when a customer's swap or withdrawal found no signer in time: the money is returned, instead of a trade at an unexpected moment.
 * Minting and burning follow the bank's money at any age.
 */
export function isTooOld({ kind, decidedAt }: { kind: TransactionIntent['kind']; decidedAt: Date }, now: Date): boolean {
  const waitsMs = WAITS_MS[kind]
  return waitsMs !== undefined && now.getTime() - decidedAt.getTime() > waitsMs
}

/** Compares the effects by which the ledger settled: a repeated transaction has to have the same. Block and gas may differ. */
export function sameEffect(a: StoredReceipt, b: StoredReceipt): boolean {
  const effect = ({ status, logs }: StoredReceipt) =>
    JSON.stringify([status, logs.map(({ address, topics, data }) => [address, topics, data])])
  return effect(a) === effect(b)
}

export function confirmationsOf(blockNumber: number, headBlock: number): number {
  return Math.max(0, headBlock - blockNumber + 1)
}
