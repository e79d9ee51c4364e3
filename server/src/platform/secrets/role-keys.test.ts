/** Keys by role (R13): each process of production has those that it needs, and none of another role. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROCESS_ROLES, type ProcessRole } from '../process/process-roles.ts'
import { checkKeys, KEY_RULES } from './role-keys.ts'

const SOURCE = join(import.meta.dirname, '../..')
/** Named like keys but not secret: they are public, or only name the place of a key. */
const NO_SECRET = new Set(['WOMPI_PUBLIC_KEY', 'LEGACY_BODY_ENCRYPTION_KEY', 'SIGNER_KEY', 'SIGNER_KMS_ENDPOINT', 'ROLE_USER'])

const needed = (role: ProcessRole) => Object.entries(KEY_RULES).filter(([, rule]) => rule.neededBy?.includes(role))
const complete = (role: ProcessRole) => Object.fromEntries(needed(role).map(([name]) => [name, 'given']))
const check = (role: ProcessRole, change: object = {}) => checkKeys(new Set([role]), { ...complete(role), ...change })

describe.each(PROCESS_ROLES)('the role %s in production', (role) => {
  it('R13 starts with what it needs', () => expect(() => check(role)).not.toThrow())

  it('R13 does not start without a key that it needs, and names it', () => {
    expect(needed(role).length).toBeGreaterThan(0)
    for (const [name] of needed(role)) for (const value of ['', undefined]) expect(() => check(role, { [name]: value })).toThrow(name)
  })

  it('R13 does not start with a key of another role, and names it', () => {
    const others = Object.entries(KEY_RULES).filter(([, { mayHold }]) => !mayHold.includes(role))
    expect(others.length).toBeGreaterThan(0)
    for (const [name] of others)
      expect(() => check(role, { [name]: 'given' })).toThrow(`${name} is given to a process with the role ${role}`)
  })
})

const heldBy = (role: ProcessRole) => Object.entries(KEY_RULES).flatMap(([name, { mayHold }]) => (mayHold.includes(role) ? [name] : []))

it('R13 the web role has only the token that authenticates it to the core: no key of the ledger, of data or of providers, and no database', () => {
  expect(heldBy('web')).toEqual(['CORE_TOKEN'])
})

it('R13 the core has no key that pays, signs, mails, screens people, seals the audit trail or owns tables', () => {
  expect(heldBy('core')).toEqual([
    'CORE_TOKEN',
    'SECRETS_KEY',
    'LEDGER_KEY',
    'LEDGER_RETIRED_KEYS',
    'METRICS_TOKEN',
    'DATABASE_URL',
    'WOMPI_PRIVATE_KEY',
    'WOMPI_INTEGRITY_SECRET',
    'WOMPI_EVENTS_SECRET',
    'PAYOUTS_EVENTS_SECRET',
  ])
})

it('every setting that is named like a key has its roles', () => {
  const all = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const files = all.filter((file) => !/\.test\.ts$|testing|^sandbox|^demo|^platform\/role-keys/.test(file))
  const named = files.flatMap((file) => [
    ...readFileSync(join(SOURCE, file), 'utf8').matchAll(
      /^ {2}([A-Z][A-Z0-9_]*_(?:KEYS?|SECRET|PASSWORD|TOKEN|USER|FILE|KEYSTORE|PRINCIPAL_ID))\b:? /gm,
    ),
  ])
  const names = new Set(named.flatMap(([, name = '']) => (/_(?:STOP|FEE|DEPLOYMENT)_FILE$/.test(name) ? [] : [name])))
  expect(names.size).toBeGreaterThan(15)
  expect([...names].filter((name) => !(name in KEY_RULES) && !NO_SECRET.has(name))).toEqual([])
})
