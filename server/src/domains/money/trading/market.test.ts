import { expect, it } from 'vitest'
import { Refused } from '../../../platform/http/refusal.ts'
import { createMarket, type MarketQuestion } from './market.ts'

const TOKEN_IN = '0x00000000000000000000000000000000000000a1'
const TOKEN_OUT = '0x00000000000000000000000000000000000000b2'
const question: MarketQuestion = { tokenIn: TOKEN_IN, tokenOut: TOKEN_OUT, tradeType: 'input', amount: 1_000n }

function countingMarket() {
  const asked: number[] = []
  const callMany = async (calls: readonly unknown[]) => {
    asked.push(calls.length)
    return []
  }
  return {
    asked,
    market: createMarket({ callMany, gasPriceWei: async () => 1n }, { pools: [], quoter: TOKEN_IN, tokens: { WETH: TOKEN_IN } }),
  }
}

it('SEC-57 two hundred screens that refresh the same quote query the chain once', async () => {
  const { asked, market } = countingMarket()
  await Promise.all(Array.from({ length: 200 }, () => market.read(question)))
  expect(asked).toHaveLength(1)
  await market.read({ ...question, amount: 1_001n })
  expect(asked).toHaveLength(2)
})

it('G7 undecodable data of the chain is the refusal that the node is unreachable', async () => {
  const pools = [{ address: TOKEN_OUT, token0: TOKEN_IN, token1: TOKEN_OUT, fee: 500 }] as const
  for (const returnData of ['0x', '0x01', `0x${'ff'.repeat(700)}`] as const) {
    const callMany = async (calls: readonly unknown[]) => calls.map(() => ({ success: true, gasUsed: 1n, returnData }))
    const market = createMarket(
      { callMany, gasPriceWei: async () => 1n },
      { pools: [...pools], quoter: TOKEN_IN, tokens: { WETH: TOKEN_IN } },
    )
    const said = await market.read(question).catch((error: unknown) => error)
    expect(said instanceof Refused && said.refusal.code, returnData).toBe('blockchain.unavailable')
  }
})
