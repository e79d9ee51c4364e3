/** Every call of the contract, of every module: a new call is tested automatically. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@tunjo/contract/endpoint'

export async function allEndpoints(): Promise<Endpoint[]> {
  const folder = fileURLToPath(new URL('../contract/src', import.meta.url))
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
  const modules = await Promise.all(names.map((name) => import(`../contract/src/${name}.ts`)))
  return modules.flatMap((module) => Object.values(module).flatMap((value) => (isContract(value) ? Object.values(value) : [])))
}

function isContract(value: unknown): value is Record<string, Endpoint> {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.values(value)
  return entries.length > 0 && entries.every((entry) => typeof entry === 'object' && entry !== null && 'method' in entry && 'role' in entry)
}
