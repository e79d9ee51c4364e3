/** Every call of the contract by name, for tests that hold for all of them: a new call is covered automatically. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Contract, Endpoint } from '@tunjo/contract/endpoint'

const CONTRACTS = fileURLToPath(new URL('../../contract/src/', import.meta.url))

export async function everyCall(): Promise<Contract> {
  const calls: Record<string, Endpoint> = {}
  for (const file of readdirSync(CONTRACTS).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const exported = Object.entries((await import(`${CONTRACTS}${file}`)) as Record<string, unknown>)
    for (const [name, contract] of exported.filter(([, value]) => isContract(value))) {
      for (const [call, endpoint] of Object.entries(contract as Contract)) calls[`${name}_${call}`] = endpoint
    }
  }
  return calls
}
const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const isContract = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isEndpoint)
