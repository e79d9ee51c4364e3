/** Decision rules of the exchange on plain values. Rounding is always against the customer, by at most one base unit. */
import { figureOfText, formatFigure } from '@tunjo/contract/amount-text'
import { parseUnits } from '@tunjo/contract/money'
import { coversImpact, type ImpactLevel } from '@tunjo/contract/price-impact'
import { type Token, tokenById } from '../../../chain/tokens.ts'
import { isRefusal, type Refusal, refusal } from '../../../platform/http/refusal.ts'
import { divideUp, PPM, percentText } from './ratios.ts'

const MAXIMUM_SLIPPAGE_PPM = 50_000n
/** Above any supply; keeps on-chain amounts within their integer types. */
const MAXIMUM_AMOUNT = 10n ** 40n

export type LedgerAsset = NonNullable<Token['ledgerAsset']>
export type TradableToken = Token & { ledgerAsset: LedgerAsset }

/** The two tokens of a trade when customers can hold both, or the first reason to refuse. */
export function checkPair(tokenIn: number, tokenOut: number): { tokenIn: TradableToken; tokenOut: TradableToken } | Refusal {
  const [sold, bought] = [tokenById(tokenIn), tokenById(tokenOut)]
  if (!isTradable(sold) || !isTradable(bought)) return refusal('trading.token_unknown')
  if (sold.id === bought.id) return refusal('trading.same_token')
  return { tokenIn: sold, tokenOut: bought }
}

/** An order or a quote request, in wire format. */
export interface OrderText {
  readonly tokenIn: number
  readonly tokenOut: number
  readonly tradeType: 'input' | 'output'
  /** Whole tokens of the side that the type names, decimal text. */
  readonly amount: string
  /** Whole tokens; the customer's own ceiling, for `output`. */
  readonly amountInMaximum?: string | undefined
  readonly slippage: string
}

/** A parsed order, with tokens and base units only. */
export interface Order {
  readonly tokenIn: TradableToken
  readonly tokenOut: TradableToken
  readonly tradeType: 'input' | 'output'
  /** Base units of the token that the type names. */
  readonly amount: bigint
  readonly slippagePpm: bigint
  /** The customer's own ceiling in base units of `tokenIn`; null when there is none. */
  readonly ceiling: bigint | null
}

/** Parse an order, or return the first reason to refuse. */
export function parseOrder({ tradeType, ...text }: OrderText): Order | Refusal {
  const pair = checkPair(text.tokenIn, text.tokenOut)
  if (isRefusal(pair)) return pair
  const amount = parseAmount(text.amount, tradeType === 'input' ? pair.tokenIn : pair.tokenOut)
  if (isRefusal(amount)) return amount
  const slippagePpm = parseSlippagePpm(text.slippage)
  if (isRefusal(slippagePpm)) return slippagePpm
  const ceiling = tradeType === 'input' || text.amountInMaximum === undefined ? null : parseCeiling(text.amountInMaximum, pair.tokenIn)
  return isRefusal(ceiling) ? ceiling : { ...pair, tradeType, amount, slippagePpm, ceiling }
}

function isTradable(token: Token | undefined): token is TradableToken {
  return token !== undefined && token.ledgerAsset !== null
}

/** Base units; more decimals than the token has are refused, never rounded. */
export function parseAmount(text: string, token: Token): bigint | Refusal {
  const amount = parseUnits(text, token.decimals)
  return amount === null || amount <= 0n || amount > MAXIMUM_AMOUNT ? refusal('trading.amount_invalid') : amount
}

/** Unlimited, since the widest slippage bounds the hold. */
function parseCeiling(text: string, token: Token): bigint | Refusal {
  const ceiling = parseUnits(text, token.decimals)
  return ceiling === null || ceiling <= 0n ? refusal('trading.amount_invalid') : ceiling
}

/** The cost of a trade that is all rounding cannot be stated. */
export function checkMinimum(sold: bigint, minimum: bigint, token: TradableToken): Refusal | null {
  if (sold >= minimum) return null
  return refusal('trading.amount_below_minimum', { minimum: formatFigure(minimum, token.decimals), asset: token.ledgerAsset })
}

/**
 * One unit inside, both documented forms at the edge (EX-06, SEC-55): a fraction up to 0.05, where 0.005 is 0.5 %, and above
 * that a percentage up to 5. The two do not overlap, since 5 % is the maximum.
 */
export function parseSlippagePpm(text: string): bigint | Refusal {
  const units = parseUnits(text, 10)
  if (units === null || units < 0n) return refusal('trading.slippage_out_of_range')
  const asFraction = units / 10_000n
  const asPercent = units / 1_000_000n
  if (asFraction <= MAXIMUM_SLIPPAGE_PPM) return asFraction
  return asPercent <= MAXIMUM_SLIPPAGE_PPM ? asPercent : refusal('trading.slippage_out_of_range')
}

/** Bounds that the chain enforces: never less bought, never more sold. */
export interface Bounds {
  readonly minimumOut: bigint
  readonly maximumIn: bigint
}

export function boundsOf(tradeType: 'input' | 'output', amountIn: bigint, amountOut: bigint, slippagePpm: bigint): Bounds {
  return tradeType === 'input'
    ? { maximumIn: amountIn, minimumOut: (amountOut * (PPM - slippagePpm)) / PPM }
    : { minimumOut: amountOut, maximumIn: divideUp(amountIn * (PPM + slippagePpm), PPM) }
}

/** A fresh price against the customer's agreed bounds. A minimum of zero would protect no customer, so it is no agreement. */
export function checkBounds(fresh: { amountIn: bigint; amountOut: bigint }, agreed: Bounds): Refusal | null {
  if (agreed.minimumOut <= 0n) return refusal('trading.amount_invalid')
  return fresh.amountOut < agreed.minimumOut || fresh.amountIn > agreed.maximumIn ? refusal('trading.price_moved') : null
}

/** The network fee of a too small order would be most of what the customer pays. */
export function checkNetworkFee({ amountOut }: { amountOut: bigint }, networkFeeOut: bigint, token: TradableToken): Refusal | null {
  if (networkFeeOut * 2n <= amountOut) return null
  return refusal('trading.network_fee_too_high', { fee: `${formatFigure(networkFeeOut, token.decimals)} ${token.ledgerAsset}` })
}

/** Minimum sold amount: a trade below the setting, or below twice the network fee at this price, is refused. */
export function minimumSold(
  { best, networkFeeOut }: { best: { amountIn: bigint; amountOut: bigint }; networkFeeOut: bigint },
  setting: bigint,
): bigint {
  const paysItsFee = divideUp(best.amountIn * networkFeeOut * 2n, best.amountOut)
  return paysItsFee > setting ? paysItsFee : setting
}

export interface ImpactBounds {
  readonly confirmedImpactBps: bigint
  readonly maximumImpactBps: bigint
}

const PPM_OF_BPS = 100n

export function impactLevel(impactPpm: bigint, { confirmedImpactBps, maximumImpactBps }: ImpactBounds): ImpactLevel {
  if (impactPpm >= maximumImpactBps * PPM_OF_BPS) return 'refused'
  return impactPpm >= confirmedImpactBps * PPM_OF_BPS ? 'confirm' : 'low'
}

/** @param acceptedPercent the whole per cent that the customer typed, if any */
export function checkImpact(impactPpm: bigint, bounds: ImpactBounds, acceptedPercent: number | undefined): Refusal | null {
  const level = impactLevel(impactPpm, bounds)
  if (level === 'refused')
    return refusal('trading.price_impact_too_high', { maximum: figureOfText(percentText(bounds.maximumImpactBps * PPM_OF_BPS)) })
  const percent = percentText(impactPpm)
  if (level === 'low' || (acceptedPercent !== undefined && coversImpact(acceptedPercent, percent))) return null
  return refusal('trading.price_impact_not_accepted', { impact: figureOfText(percent) })
}

/** A swap in flight may still revert, which costs the platform its gas. */
const MAX_OPEN_TRADES = 10
const MAX_REVERTS_A_DAY = 3

export function checkTradeAttempts({ open, reverted }: { open: number; reverted: number }): Refusal | null {
  if (reverted >= MAX_REVERTS_A_DAY) return refusal('trading.too_many_reverts', { maximum: String(MAX_REVERTS_A_DAY) })
  return open > MAX_OPEN_TRADES ? refusal('trading.too_many_open', { maximum: String(MAX_OPEN_TRADES) }) : null
}
