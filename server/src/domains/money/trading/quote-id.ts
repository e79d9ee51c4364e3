/**
 * Stateless quote (SEC-54): its terms and their seal travel with the customer, and every web process can verify them. Within its validity
 * it may be used more than once, which is harmless (R19): it only bounds the cost of a trade at the price of its own moment, and each trade
 * has a separate hold. Repeated requests are detected by the Idempotency-Key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Bounds } from './rules.ts'

export interface QuoteTerms extends Bounds {
  readonly tokenIn: number
  readonly tokenOut: number
  readonly tradeType: 'input' | 'output'
  /** Base units of the token that the type names. */
  readonly amount: bigint
  readonly expiresAt: Date
  /** Base units of the bought asset. */
  readonly networkFeeOut: bigint
  /** Platform fee in the same units, and the version it was quoted by: a later one does not change it. */
  readonly houseFeeOut: bigint
  readonly feeVersion: number
  /** Amounts of the quote on chain, which the receipt compares with the fill. Zero: a quote from before they were sealed. */
  readonly quotedIn: bigint
  readonly quotedOut: bigint
}

export function sealQuote(key: Buffer, accountId: string, terms: QuoteTerms): string {
  const { tokenIn, tokenOut, tradeType, amount, minimumOut, maximumIn, expiresAt } = terms
  const { networkFeeOut, houseFeeOut, feeVersion, quotedIn, quotedOut } = terms
  const order = [tokenIn, tokenOut, tradeType, amount, minimumOut, maximumIn, expiresAt.getTime()]
  const text = [...order, networkFeeOut, houseFeeOut, feeVersion, quotedIn, quotedOut].join(' ')
  return `${Buffer.from(text).toString('base64url')}.${seal(key, accountId, text).toString('base64url')}`
}

/** Null when it has no valid seal for this account. */
export function openQuote(key: Buffer, accountId: string, quoteId: string): QuoteTerms | null {
  const [body = '', given = ''] = quoteId.split('.')
  const text = Buffer.from(body, 'base64url').toString()
  const expected = seal(key, accountId, text)
  const actual = Buffer.from(given, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const [tokenIn, tokenOut, tradeType, amount = '', minimumOut = '', maximumIn = '', expiresAt, ...fees] = text.split(' ')
  // A quote from before the platform fee existed has none.
  const [networkFeeOut = '', houseFeeOut = '', feeVersion = '1', quotedIn = '', quotedOut = ''] = fees
  return {
    tokenIn: Number(tokenIn),
    tokenOut: Number(tokenOut),
    tradeType: tradeType === 'input' ? 'input' : 'output',
    amount: BigInt(amount),
    minimumOut: BigInt(minimumOut),
    maximumIn: BigInt(maximumIn),
    expiresAt: new Date(Number(expiresAt)),
    networkFeeOut: BigInt(networkFeeOut),
    houseFeeOut: BigInt(houseFeeOut),
    feeVersion: Number(feeVersion),
    quotedIn: BigInt(quotedIn),
    quotedOut: BigInt(quotedOut),
  }
}

function seal(key: Buffer, accountId: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${accountId} ${text}`).digest()
}
