import { expect, it } from 'vitest'
import * as z from 'zod'
import { trading } from './trading.ts'

const body = { tradeType: 'input', tokenIn: 0, tokenOut: '31', amountIn: '50000' }

it('a token is a number or its digits, and nothing else becomes the peso', () => {
  expect(z.decode(trading.trade.body, body as never)).toMatchObject({ tokenIn: 0, tokenOut: 31 })
  for (const tokenIn of [null, '', ' ', [], false, true, '0x10', '1e1', -1, 1.5, 1000, undefined])
    expect(trading.trade.body.safeParse({ ...body, tokenIn }).success, String(tokenIn)).toBe(false)
})
