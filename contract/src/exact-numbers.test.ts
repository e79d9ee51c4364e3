/** API-02 over the whole contract: no body accepts a number that a float cannot represent. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'

const LOSSY = [2 ** 53, -(2 ** 53), 0.1 + 0.2, 1 / 3, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY]

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'path' in value && 'role' in value

/** Every call of every file of the contract, with its body. */
async function bodies(): Promise<(readonly [string, NonNullable<Endpoint['body']>])[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(name))
  const modules = await Promise.all(files.map((name): Promise<Record<string, unknown>> => import(`./${name}`)))
  const groups = modules.flatMap((module) => Object.values(module)).filter((group) => typeof group === 'object' && group !== null)
  return groups
    .flatMap((group) => Object.values(group).filter(isEndpoint))
    .flatMap(({ method, path, body }) => (body ? [[`${method} ${path}`, body] as const] : []))
}

/** Paths of values that may be a number; objects without named fields hold data that is not used in calculations. */
function numericPaths(schema: Schema, path: readonly string[] = []): string[][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => numericPaths(one, path))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => numericPaths(one, [...path, name]))
  const items = schema.items ? numericPaths(schema.items, [...path, '0']) : []
  const isValue = path.length > 0 && ['string', 'number', 'integer'].includes(schema.type ?? '')
  return [...inner, ...fields, ...items, ...(isValue ? [[...path]] : [])]
}

const nested = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value) as object

/** Discriminator of a body with several shapes. */
const constants = (shape: Schema): object =>
  Object.fromEntries(Object.entries(shape.properties ?? {}).flatMap(([name, one]) => (one.const === undefined ? [] : [[name, one.const]])))

it('API-02 a number that would be rounded is refused in every field of every body', async () => {
  const all = await bodies()
  expect(all.length).toBeGreaterThan(30)
  for (const [call, body] of all) {
    const schema = body.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema
    for (const shape of schema.oneOf ?? schema.anyOf ?? [schema])
      for (const path of numericPaths(shape))
        for (const number of LOSSY) {
          const issues = body.safeParse({ ...constants(shape), ...nested(path, number) }).error?.issues ?? []
          const isRefused = issues.some((issue) => issue.path.map(String).join() === path.join())
          expect(isRefused, `${call} ${path.join('.')} ${number}`).toBe(true)
        }
  }
})
