/**
 * Generator of docs/settings.md: every setting of the product, from the schemas that read them and their comments (`npm run map` writes
 * it).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ASSET_CODES } from '@tunjo/contract/money'
import * as z from 'zod'
import { declaredSettings } from '../src/platform/process/settings.ts'
import { KEY_RULES } from '../src/platform/secrets/role-keys.ts'
// Imports every module, so that each has declared its settings.
import '../src/commands/backup/backup-key.ts'
import '../src/composition/product.ts'
import '../../dev/index.ts'

export const SETTINGS_FILE = fileURLToPath(new URL('../../docs/settings.md', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['server/src', 'dev']
const DECLARATION = /declareSettings\(\{(?:\n([\s\S]*?)\n\}\)| (.*) \}\))/g

export function settingsPage(): string {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )
  const sources = paths.filter((path) => path.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(path))
  const parts = sources.sort((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1)).flatMap((path) => partOf(path))
  return [
    '# Settings',
    'Every setting of the product by the part that reads it. Written by `npm run map`; do not edit. What they are for together is in [operations](operations.md).',
    '',
    'Each is a variable of the environment; `<name>_FILE` names a file with the value instead. Empty text counts as absent. A wrong value or a name that is nearly a setting stops the start with one sentence. *Held by*: the roles that may have it in production, others do not start with it.',
    ...parts,
    '',
  ].join('\n')
}

function partOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const rows = [...text.matchAll(DECLARATION)].flatMap(([, lines, line]) => rowsOf(lines ?? line ?? ''))
  if (rows.length === 0) return []
  return ['', `## ${titleOf(path)}`, '', '| setting | values | default | held by | meaning |', '| --- | --- | --- | --- | --- |', ...rows]
}

/** `server/src/domains/money/crypto/withdrawals/config.ts`: crypto, withdrawals. */
const titleOf = (path: string): string => {
  const words = path.replace(/^(server\/src\/(domains\/[a-z]+\/)?|dev\/)/, '').split('/')
  return words
    .slice(0, -1)
    .concat(/^(config|.*settings)\.ts$/.test(words.at(-1) ?? '') ? [] : [(words.at(-1) ?? '').replace('.ts', '')])
    .filter((word) => word !== 'core')
    .join(', ')
}

/** A declared setting with its comment, or the settings of all assets. */
const ENTRY = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?(?:\.\.\.amountSettings\('([A-Z_]+)'|\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*): )/g

function rowsOf(body: string): string[] {
  const entries = [...body.matchAll(ENTRY)].flatMap(([, comment = '', family, name = '']) => {
    const meaning = comment.replace(/\s*\n\s*\*\s*/g, ' ').trim()
    return family === undefined
      ? [{ name, meaning }]
      : ASSET_CODES.map((asset) => ({ name: `${family}_${asset}`, meaning: asset === ASSET_CODES[0] ? meaning : '' }))
  })
  return entries.flatMap(({ name, meaning: own }) => {
    const type = declaredSettings().get(name)
    if (!type) return []
    const first = entries.find((one) => one.meaning !== '' && familyOf(one.name) === familyOf(name))
    const meaning = own || (first ? `As \`${first.name}\`.` : '')
    const cells = [`\`${name}\``, valuesOf(type), defaultOf(type), holdersOf(name), meaning]
    return [`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`]
  })
}

const holdersOf = (name: string): string => {
  const rule = KEY_RULES[name]
  if (!rule) return 'any'
  return rule.mayHold.join(', ') || 'commands only'
}

/** One amount for each asset: the first of them has the description. */
const familyOf = (name: string): string => name.replace(new RegExp(`_(${ASSET_CODES.join('|')})$`), '')

interface Shape {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

const shapeOf = (type: z.ZodType, io: 'input' | 'output'): Shape => z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Shape

function valuesOf(type: z.ZodType): string {
  const [given, read] = [shapeOf(type, 'input'), shapeOf(type, 'output')]
  if (given.enum) return given.enum.join(', ')
  if (read.type === 'integer' || read.type === 'number')
    return [read.type === 'integer' ? 'whole number' : 'number', rangeOf(read)].filter(Boolean).join(', ')
  return given.format === 'uri' ? 'address' : 'text'
}

/** The bounds of every safe whole number are no bounds. */
function rangeOf({ minimum = -Infinity, maximum = Infinity }: Shape): string {
  const [from, to] = [minimum > Number.MIN_SAFE_INTEGER, maximum < Number.MAX_SAFE_INTEGER]
  if (from && to) return `${minimum} to ${maximum}`
  return from ? `${minimum} or more` : ''
}

function defaultOf(type: z.ZodType): string {
  const value = shapeOf(type, 'input').default ?? shapeOf(type, 'output').default
  if (value !== undefined && value !== '') return `\`${value}\``
  return type.safeParse(undefined).success ? '' : 'needed'
}
