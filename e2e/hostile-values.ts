/** Hostile values for the calls of the contract: generated from its schemas, so that a new call is tried without being listed. */
import type { Endpoint } from '@tunjo/contract/endpoint'

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly maxLength?: number
  readonly pattern?: string
}
const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0192f0c1-2f6b-7b3e-9a57-5d0c6a3f7e11',
  date: '1990-05-17',
  'date-time': '2026-01-02T03:04:05.000Z',
  uri: 'https://correo.example/',
  email: 'persona@correo.example',
}
const TEXTS = ['12345678', '100', 'CO', 'a'.repeat(64)]

/** Value with every field, each of the right type. */
export const sampleOf = (schema: Endpoint['body']): unknown =>
  schema ? sample(schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema) : undefined

function sample({ type, format = '', ...schema }: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative) return sample(alternative)
  if (type === 'object') return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, value]) => [name, sample(value)]))
  if (type === 'array') return Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => sample(schema.items ?? {}))
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 0)
  if (type === 'boolean') return true
  if (type === 'null') return null
  const { pattern = '', maxLength = Number.POSITIVE_INFINITY } = schema
  return OF_FORMAT[format] ?? TEXTS.find((text) => text.length <= maxLength && new RegExp(pattern).test(text))
}

type Change = (leaf: unknown) => unknown
/** The same shape with every value changed. */
export function everyLeaf(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one) => everyLeaf(one, change))
  if (typeof value !== 'object' || value === null) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyLeaf(one, change)]))
}

/** Field of no call of the contract. */
export const UNKNOWN_FIELD = 'notInTheContract'
const FORBIDDEN = {
  [UNKNOWN_FIELD]: true, id: OF_FORMAT.uuid, userId: OF_FORMAT.uuid, user_id: OF_FORMAT.uuid, accountId: OF_FORMAT.uuid, owner: OF_FORMAT.uuid,
  role: 'ROLE_ADMIN', authorities: ['ROLE_ADMIN'], state: 2, activated: true, level: 3, currentLevel: 3, isVerified: true, verified: true,
  balance: '1000000', held: '0', maximum: null, reviewedBy: 'A10', approvedBy: 'A10', createdAt: OF_FORMAT['date-time'], email: 'otra@correo.example',
} as const // biome-ignore format: one table

/** Every object of a body with forbidden fields added; the fields of the call keep their values. */
export function withForbidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withForbidden)
  if (typeof value !== 'object' || value === null) return value
  return { ...FORBIDDEN, ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withForbidden(one)])) }
}

const DEEP = 20_000
const json = (value: unknown, change: Change) => JSON.stringify(everyLeaf(value, change))
const ofKind =
  (kind: string, other: unknown): Change =>
  (leaf) =>
    typeof leaf === kind ? other : leaf

/** Twenty malformed bodies, as sent. */
export function malformedBodies(good: unknown): (string | Buffer)[] {
  const text = JSON.stringify(good)
  return [
    'null', '[]', '"x"', '0', '{', '{}', `{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`, `${text}${text}`, `\uFEFF${text}`,
    Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x00])]),
    json(good, () => null), json(good, () => []), json(good, () => ({ $gt: '' })), json(good, () => true),
    json(good, ofKind('string', 7)), json(good, ofKind('string', '\u0000')), json(good, ofKind('string', '\ud800')), json(good, ofKind('string', 'a\u202eb\u200b')),
    json(good, ofKind('string', 'ñ'.repeat(20_000))), json(good, ofKind('string', "' OR 1=1 --")), json(good, ofKind('number', -1)),
    json(good, ofKind('number', 0)).replaceAll(':0', ':1e400'), json(good, ofKind('number', 2 ** 60)), json(good, ofKind('number', 0)).replaceAll(':0', ':9007199254740993.1'),
    text.replace(/^\{/, '{"__proto__":{"role":"ROLE_ADMIN"},"constructor":{"prototype":{"role":"ROLE_ADMIN"}},'),
  ] // biome-ignore format: one table
}

/** Malformed headers around the body. */
export const MALFORMED_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: '\t;;,' }, { accept: 'application/problem+json;q=x' }, { 'accept-language': 'a,'.repeat(2_000) }, { cookie: '%ff=%ff; =; __proto__=x' },
  { 'idempotency-key': '{}' }, { 'step-up-grant': 'x'.repeat(4_000) }, { 'if-none-match': '"' }, { range: 'bytes=-1' }, { host: '' },
  { 'content-type': 'application/json; charset=utf-7' }, { 'content-type': ';' }, { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-encoding': 'gzip' }, { 'x-forwarded-for': '\u00e9, 1.2.3.4.5' }, { 'x-background': '\u00e9' }, { 'user-agent': '\u00e9'.repeat(3_000) },
] // biome-ignore format: one table
export const MALFORMED_QUERIES = [
  '?', '?&&==', '?%', '?%ff=%ff', '?a[]=1&a[x]=2', '?__proto__=x&constructor=y', '?id=%00&userId=%00&to=%00&text=%00&before=%00',
  '?id=1&id=2&size=1&size=2&limit=x&text=a&text=b', '?size=1e9&limit=1e9&pageIndex=-1&sort=__proto__&order=x', `?text=${'%F0%9F%92%A9'.repeat(500)}`,
  '?from=x&to=9999999-99-99T99:99:99Z&interval=__proto__&amount=1e400&slippage=NaN', '?version=../../x&userDevice=%0d%0aX-A:%20b',
] // biome-ignore format: one table
