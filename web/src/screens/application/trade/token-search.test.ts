import { describe, expect, it } from 'vitest'
import { findTokens } from './token-search.ts'

const tokens = [
  { symbol: 'COPT', name: 'Pesos colombianos', address: '0x5fbDB2315678afecb367f032d93F642f64180aa3' },
  { symbol: 'BTC', name: 'Bitcoin', address: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' },
  { symbol: 'USDT', name: 'Tether', address: null },
]
const found = (text: string) => findTokens(tokens, text).map(({ symbol }) => symbol)

describe('EX-03 token search', () => {
  it.each([
    ['', ['COPT', 'BTC', 'USDT']],
    ['bitcoin', ['BTC']],
    ['BIT', ['BTC']],
    ['copt', ['COPT']],
    ['usd', ['USDT']],
    ['PÉSO', ['COPT']],
    [' btc ', ['BTC']],
    ['0x9fe46736', ['BTC']],
    ['doge', []],
  ])('%j finds %j', (text, symbols) => {
    expect(found(text)).toEqual(symbols)
  })
})
