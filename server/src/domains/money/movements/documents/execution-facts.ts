/** Facts of an exchange on its receipt: what was quoted, what the network filled, and where. Pure. */
import { figureOfText, formatFigure } from '@tunjo/contract/amount-text'
import { ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type { ExecutedRoute, Execution } from '../movement-store.ts'
import type { DocumentTexts } from './document-words.ts'
import { amountText } from './figures.ts'
import type { Fact } from './issue-document.ts'

type Texts = DocumentTexts['execution']

interface Pair {
  readonly sold: AssetCode
  readonly bought: AssetCode
}

const PERCENT_SCALE = 4
const DIFFERENCE_SCALE = 2

export function executionFacts(pair: Pair, execution: Execution, texts: Texts): Fact[] {
  const { sold, bought } = pair
  const { tradeType, maximumIn, minimumOut, networkFee, houseFee, routes, blockNumber, transactionHash } = execution
  const bound =
    tradeType === 'input'
      ? { name: texts.minimum, value: amountText(bought, received(minimumOut, execution)) }
      : { name: texts.maximum, value: amountText(sold, maximumIn) }
  return [
    ...comparison(pair, execution, texts),
    bound,
    ...fee(texts.networkFee, bought, networkFee),
    ...fee(texts.platformFee, bought, houseFee),
    ...routeFacts(routes ?? [], texts.route),
    ...(blockNumber === null ? [] : [{ name: texts.block, value: String(blockNumber) }]),
    ...(transactionHash === null ? [] : [{ name: texts.transaction, value: transactionHash }]),
  ]
}

/** Price of the quote and of the fill, both with the fees. A trade of an earlier version has no quote to compare with. */
function comparison(pair: Pair, execution: Execution, texts: Texts): Fact[] {
  const { quotedIn, quotedOut, amountIn, amountOut } = execution
  const filled = { name: texts.filledPrice, value: priceText(pair, amountIn, received(amountOut, execution)) }
  if (quotedIn === null || quotedOut === null) return [filled]
  const quoted = { name: texts.quotedPrice, value: priceText(pair, quotedIn, received(quotedOut, execution)) }
  return [quoted, filled, { name: texts.againstQuote, value: differenceText(pair, execution, { ...texts, quotedIn, quotedOut }) }]
}

const received = (onChain: bigint, { networkFee, houseFee }: Execution): bigint => onChain - networkFee - houseFee

function differenceText({ sold, bought }: Pair, execution: Execution, quoted: Texts & { quotedIn: bigint; quotedOut: bigint }): string {
  const isInput = execution.tradeType === 'input'
  const [expected, actual] = isInput
    ? [received(quoted.quotedOut, execution), received(execution.amountOut, execution)]
    : [quoted.quotedIn, execution.amountIn]
  const difference = actual - expected
  if (difference === 0n) return quoted.equal
  const size = difference < 0n ? -difference : difference
  const percent = formatFigure((size * 100n * 10n ** BigInt(DIFFERENCE_SCALE)) / expected, DIFFERENCE_SCALE)
  const sentence = isInput ? quoted.received : quoted.paid
  return sentence(amountText(isInput ? bought : sold, size), difference > 0n, percent)
}

/** `1 BTC = $ 262.143.111,50 COP`, rounded down. */
function priceText({ sold, bought }: Pair, amountIn: bigint, amountOut: bigint): string {
  const soldIsBase = ASSETS[sold].quoteRank > ASSETS[bought].quoteRank
  const [base, quote] = soldIsBase ? [sold, bought] : [bought, sold]
  const [baseAmount, quoteAmount] = soldIsBase ? [amountIn, amountOut] : [amountOut, amountIn]
  if (baseAmount <= 0n) return '—'
  return `1 ${base} = ${amountText(quote, (quoteAmount * 10n ** BigInt(ASSETS[base].scale)) / baseAmount)}`
}

/** `COP → (0,05 %) → USDT`, with its share of the sold amount where there are several. */
function routeFacts(routes: readonly ExecutedRoute[], name: string): Fact[] {
  const sold = routes.map(({ amountIn }) => BigInt(amountIn))
  const whole = sold.reduce((sum, amount) => sum + amount, 0n)
  const shares = sold.map((amount) => Number((amount * 100n + whole / 2n) / whole))
  return routes.map((route, index) => {
    // The last one is the rest, so that they add up.
    const share = index === routes.length - 1 ? 100 - shares.slice(0, index).reduce((sum, part) => sum + part, 0) : shares[index]
    return { name, value: `${routes.length === 1 ? '' : `${share} %: `}${stepsText(route)}` }
  })
}

function stepsText({ symbols, pools }: ExecutedRoute): string {
  const steps = symbols.flatMap((symbol, index) => {
    const fee = pools[index]?.fee
    const shown = symbol === 'COPT' ? 'COP' : symbol
    return fee === undefined ? [shown] : [shown, `(${figureOfText(formatUnits(BigInt(fee), PERCENT_SCALE))} %)`]
  })
  return steps.join(' → ')
}

const fee = (name: string, asset: AssetCode, amount: bigint): Fact[] => (amount > 0n ? [{ name, value: amountText(asset, amount) }] : [])
