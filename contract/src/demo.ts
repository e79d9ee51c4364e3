/** Calls that exist only in the demo profile (docs/demo.md). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { assetCode } from './money.ts'

export const demo = {
  clock: endpoint({
    method: 'GET',
    path: '/dev/clock',
    role: 'DEMO',
    summary: "The product's clock",
    response: z.object({ now: z.iso.datetime(), offsetMs: z.number() }),
    errors: [],
  }),
  advanceClock: endpoint({
    method: 'POST',
    path: '/dev/clock/advance',
    role: 'DEMO',
    summary: 'Moves the product clock forward',
    body: z.strictObject({
      milliseconds: z
        .number()
        .int()
        .min(0)
        .max(366 * 86_400_000),
    }),
    response: z.object({ now: z.iso.datetime(), offsetMs: z.number() }),
    errors: ['request.invalid'],
  }),
}

export const demoFaucet = {
  sendTokens: endpoint({
    method: 'POST',
    path: '/dev/chain/send',
    role: 'DEMO',
    summary: 'Send tokens from an outside address: at most 1,000 USDT or 0.1 BTC',
    body: z.strictObject({ address: z.string().max(42), asset: z.enum(['BTC', 'USDT']), amount: z.string().max(30) }),
    response: z.object({ transaction_hash: z.string() }),
    errors: ['request.invalid'],
  }),
  refillHotWallet: endpoint({
    method: 'POST',
    path: '/dev/chain/refill',
    role: 'DEMO',
    summary: 'Send tokens from the cold wallet to the hot one, as the holder of its keys would',
    body: z.strictObject({ asset: assetCode, amount: z.string().max(30) }),
    response: z.object({ transaction_hash: z.string() }),
    errors: ['request.invalid'],
  }),
}
