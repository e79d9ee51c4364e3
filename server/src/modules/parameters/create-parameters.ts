import { parameters as contract } from '@tunjo/contract/parameters'
import { implement } from '../../platform/http/route.ts'
import { BANKS } from './banks.ts'
import type { Parameters } from './types.ts'

export function createParameters(): Parameters {
  const byId = new Map(BANKS.map((bank) => [bank.id, bank]))
  const banksByName = BANKS.map(({ id, name }) => ({ id, name }))
  return {
    name: 'parameters',
    banks: BANKS,
    bank: (id) => byId.get(id) ?? null,
    routes: implement(contract, { banks: async () => banksByName }),
  }
}
