import { expect, it } from 'vitest'
import * as z from 'zod'
import { trading } from './trading.ts'

const body = { tradeType: 'input', tokenIn: 0, tokenOut: '31', amountIn: '50000' }

it('a token is a number or its digits, and nothing else becomes the peso', () => {
  expect(z.decode(trading.trade.body, body as never)).toMatchObject({ tokenIn: 0, tokenOut: 31 })
  for (const tokenIn of [null, '', ' ', [], false, true, '0x10', '1e1', -1, 1.5, 1000, undefined])
    expect(trading.trade.body.safeParse({ ...body, tokenIn }).success, String(tokenIn)).toBe(false)
})

it('SEC-48 API-02 an amount is decimal text or a whole number that a float holds', () => {
  for (const amountIn of ['50000', '0.00000001', 50000, 0])
    expect(z.decode(trading.trade.body, { ...body, amountIn } as never)).toMatchObject({ amountIn: String(amountIn) })
  for (const amountIn of [0.5, 2 ** 53, 1e21, 1e-7, -0.1, Number.NaN, null, true, [], '']) {
    const { error } = trading.trade.body.safeParse({ ...body, amountIn })
    if (typeof amountIn === 'number') expect(error?.issues[0]?.message, String(amountIn)).toBe('request.number_not_exact')
    else if (amountIn !== '') expect(error, String(amountIn)).toBeDefined()
  }
  for (const slippage of ['0.005', 0.005, 0.5, 5])
    expect(trading.trade.body.safeParse({ ...body, slippage }).success, String(slippage)).toBe(true)
  for (const slippage of [0.1 + 0.2, 1e-7, 1e21, -1, Number.NaN])
    expect(trading.trade.body.safeParse({ ...body, slippage }).success, String(slippage)).toBe(false)
})
