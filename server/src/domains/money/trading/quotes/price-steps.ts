/**
 * Amounts and prices within one range of constant liquidity (Uniswap v3 whitepaper, 6.2 and 6.3). Each division rounds against the
 * trader: what is paid is rounded up, what is received is rounded down.
 */
const Q96 = 96n
const MAX_UINT256 = (1n << 256n) - 1n
const FEE_UNITS = 1_000_000n

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Amount of token 0 between two square root prices: L * (1/a - 1/b). */
function amount0Between(one: bigint, other: bigint, liquidity: bigint, roundsUp: boolean): bigint {
  const [low, high] = one < other ? [one, other] : [other, one]
  const product = (liquidity << Q96) * (high - low)
  return roundsUp ? divideUp(divideUp(product, high), low) : product / high / low
}

/** Amount of token 1 between two square root prices: L * (b - a). */
function amount1Between(one: bigint, other: bigint, liquidity: bigint, roundsUp: boolean): bigint {
  const product = liquidity * (one < other ? other - one : one - other)
  return roundsUp ? divideUp(product, 1n << Q96) : product >> Q96
}

/** Price after this much of the sold token has entered the range. */
function priceAfterInput(price: bigint, liquidity: bigint, amount: bigint, sellsToken0: boolean): bigint {
  return sellsToken0 ? priceWithToken0Added(price, liquidity, amount) : price + (amount << Q96) / liquidity
}

/** Price after this much of the bought token has left the range. Null where the contract reverts. */
function priceAfterOutput(price: bigint, liquidity: bigint, amount: bigint, sellsToken0: boolean): bigint | null {
  return sellsToken0 ? priceWithToken1Taken(price, liquidity, amount) : priceWithToken0Taken(price, liquidity, amount)
}

/** L * price / (L + amount * price), rounded up; the contract has a second form, less exact, for numbers that do not fit in 256 bits. */
function priceWithToken0Added(price: bigint, liquidity: bigint, amount: bigint): bigint {
  const scaled = liquidity << Q96
  const product = amount * price
  const denominator = scaled + product
  if (denominator <= MAX_UINT256) return divideUp(scaled * price, denominator)
  return divideUp(scaled, scaled / price + amount)
}

/** L * price / (L - amount * price), rounded up. */
function priceWithToken0Taken(price: bigint, liquidity: bigint, amount: bigint): bigint | null {
  const scaled = liquidity << Q96
  const product = amount * price
  return product > MAX_UINT256 || scaled <= product ? null : divideUp(scaled * price, scaled - product)
}

/** price - amount / L, rounded down. */
function priceWithToken1Taken(price: bigint, liquidity: bigint, amount: bigint): bigint | null {
  const quotient = divideUp(amount << Q96, liquidity)
  return price > quotient ? price - quotient : null
}

interface StepOrder {
  readonly price: bigint
  /** Price at which this range of liquidity ends. */
  readonly target: bigint
  readonly liquidity: bigint
  /** Remainder of the requested amount. */
  readonly remaining: bigint
  readonly fee: bigint
  readonly isInput: boolean
  readonly sellsToken0: boolean
}

export interface Step {
  readonly price: bigint
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly feeAmount: bigint
}

/** Movement within one range of liquidity, up to its target or until the amount is used. */
export function step(order: StepOrder): Step | null {
  const whole = wholeStep(order)
  const needed = order.isInput ? whole.amountIn + whole.feeAmount : whole.amountOut
  return order.remaining >= needed ? whole : partialStep(order)
}

/**
 * Movement through the whole range. What is left after the fee covers the whole input exactly when the amount covers the input and its
 * fee, both rounded up.
 */
export function wholeStep({ price, target, liquidity, fee, sellsToken0 }: Omit<StepOrder, 'remaining' | 'isInput'>): Step {
  const amountIn = paid(price, target, liquidity, sellsToken0)
  const amountOut = received(price, target, liquidity, sellsToken0)
  return { price: target, amountIn, amountOut, feeAmount: divideUp(amountIn * fee, FEE_UNITS - fee) }
}

/** Movement of an amount that ends within the range. Null where the contract reverts. */
export function partialStep(order: StepOrder): Step | null {
  return order.isInput ? partOfInput(order) : partOfOutput(order)
}

function partOfInput({ price, liquidity, remaining, fee, sellsToken0 }: StepOrder): Step {
  const left = (remaining * (FEE_UNITS - fee)) / FEE_UNITS
  const next = priceAfterInput(price, liquidity, left, sellsToken0)
  // Rounding keeps this price before the target, so the fee is everything that the range does not take.
  const amountIn = paid(price, next, liquidity, sellsToken0)
  return { price: next, amountIn, amountOut: received(price, next, liquidity, sellsToken0), feeAmount: remaining - amountIn }
}

function partOfOutput({ price, liquidity, remaining, fee, sellsToken0 }: StepOrder): Step | null {
  const next = priceAfterOutput(price, liquidity, remaining, sellsToken0)
  if (next === null) return null
  const amountIn = paid(price, next, liquidity, sellsToken0)
  const moved = received(price, next, liquidity, sellsToken0)
  const amountOut = moved > remaining ? remaining : moved
  return { price: next, amountIn, amountOut, feeAmount: divideUp(amountIn * fee, FEE_UNITS - fee) }
}

const paid = (from: bigint, to: bigint, liquidity: bigint, sellsToken0: boolean): bigint =>
  sellsToken0 ? amount0Between(from, to, liquidity, true) : amount1Between(from, to, liquidity, true)

const received = (from: bigint, to: bigint, liquidity: bigint, sellsToken0: boolean): bigint =>
  sellsToken0 ? amount1Between(from, to, liquidity, false) : amount0Between(from, to, liquidity, false)
