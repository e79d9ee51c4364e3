/** Token search by name, symbol or contract address; ignores case and accents (EX-03). */
import type { TokenBalance } from '@tunjo/contract/trading'

type Searched = Pick<TokenBalance, 'name' | 'symbol' | 'address'>

export function findTokens<T extends Searched>(tokens: readonly T[], text: string): T[] {
  const wanted = plain(text.trim())
  return tokens.filter(({ name, symbol, address }) => [name, symbol, address ?? ''].some((field) => plain(field).includes(wanted)))
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
