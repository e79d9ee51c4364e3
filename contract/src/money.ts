/** Money: `bigint` base units in code, decimal text on the wire (API-02, SEC-48). No amount here passes through a float. */
import * as z from 'zod'
import { ASSET_CODES, ASSETS, type AssetCode } from './assets.ts'

export { ASSET_CODES, ASSETS, type AssetCode, perAsset } from './assets.ts'

const DECIMAL = /^(-?)(\d{1,60})(?:\.(\d{1,36}))?$/

/** `formatUnits(150050n, 2)` is `'1500.5'`: no trailing zeros, `.` as separator, never an exponent. */
export function formatUnits(amount: bigint, scale: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** Format base units in the asset's own decimals. */
export const formatAsset = (asset: AssetCode, amount: bigint): string => formatUnits(amount, ASSETS[asset].scale)

/** Null when the text is no decimal or has more decimals than `scale`: excess precision is refused, never rounded. */
export function parseUnits(text: string, scale: number): bigint | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > scale) return null
  const amount = BigInt(whole + significant.padEnd(scale, '0'))
  return sign === '-' ? -amount : amount
}

/** `multiplyDivide(a, b, c)` = a·b/c rounded down; the caller decides who keeps the remainder. */
export const multiplyDivide = (a: bigint, b: bigint, divisor: bigint): bigint => (a * b) / divisor

/**
 * Wire format of every amount: decimal text, or the whole number that old callers send. JSON numbers are floats, so one with decimals or
 * beyond 2^53 is refused rather than rounded. Bounded so that no request carries a number wider than the ledger's columns.
 */
const wireAmount = z
  .union([z.string().max(80), z.int({ error: 'request.number_not_exact' })], {
    error: ({ input }) => (typeof input === 'number' ? 'request.number_not_exact' : undefined),
  })
  .meta({ type: 'string', examples: ['50000'] })

/** Amount whose scale depends on its token: the text as received. */
export const amountText = z.codec(wireAmount, z.string(), { decode: String, encode: (text) => text })

/** Amount with a fixed scale: decimal text on the wire, base units in code. */
export function decimalAmount(scale: number) {
  const description = `decimal number with at most ${scale} decimals`
  const amount = z.codec(wireAmount, z.bigint(), {
    decode: (wire, ctx) => {
      const units = parseUnits(String(wire), scale)
      if (units !== null) return units
      ctx.issues.push({ code: 'custom', input: wire, message: description })
      return z.NEVER
    },
    encode: (units) => formatUnits(units, scale),
  })
  return amount.meta({ description })
}

export const copAmount = decimalAmount(ASSETS.COP.scale)
export const assetCode = z.enum(ASSET_CODES)
