/** Rate limits and reasons over all calls: declared in the contract, or listed with the reason in decision 107. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALLOWANCES, type DeclaredAllowance } from '@tunjo/contract/allowances'
import { MODULES } from '@tunjo/contract/document'
import type { Endpoint } from '@tunjo/contract/endpoint'
import { ERRORS } from '@tunjo/contract/errors'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { OPEN_ROLES } from '../src/platform/http/guards/authorize.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOMAINS_FOLDER = join(ROOT, 'server/src/domains/')
const RECORD = readFileSync(join(ROOT, 'docs/decisions/0107-allowances-and-reasons-are-declared.md'), 'utf8')

const calls: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.values(MODULES).flatMap(({ contracts }) =>
  Object.entries(contracts).flatMap(([contract, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${contract}.${name}`, endpoint] as const),
  ),
)

/** First two cells of the table under a heading. */
function listed(heading: string): (readonly [file: string, cell: string])[] {
  const part = RECORD.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...part.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, file = '', cell = '']) => [file, cell] as const)
}
const limitedByHandler = new Set(
  listed('Limits that stay in handlers').flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
)

const sources = readdirSync(DOMAINS_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\.ts$/.test(file))
  .map((file) => [file, readFileSync(join(DOMAINS_FOLDER, file), 'utf8')] as const)
const filesWith = (pattern: RegExp) =>
  sources
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file)
    .sort()

it('R10 a handler that counts by itself is listed in decision 107, with its calls and the reason', () => {
  const known = new Set(calls.map(([name]) => name))
  expect(filesWith(/rateLimit\s*\.(take|tryTake|attempt)\(/i)).toEqual(
    listed('Limits that stay in handlers')
      .map(([file]) => file)
      .sort(),
  )
  expect([...limitedByHandler].filter((name) => !known.has(name ?? ''))).toEqual([])
})

it('R10 a call that its contract says may be refused for its frequency declares its allowance, or is listed', () => {
  const unlimited = calls.filter(
    ([name, { allowance, errors }]) =>
      !allowance && !limitedByHandler.has(name) && errors.some((code) => ERRORS[code] === 429 && !/^files\.|too_many_streams$/.test(code)),
  )
  expect(unlimited.map(([name]) => name)).toEqual([])
})

it('R10 an allowance of accounts is declared only for calls with a session, and none is unused', () => {
  const uncounted = calls.filter(([, { allowance, role }]) => {
    if (!allowance || !OPEN_ROLES.has(role)) return false
    const { account, network }: DeclaredAllowance = ALLOWANCES[allowance]
    return account !== undefined || network === undefined
  })
  expect(uncounted.map(([name]) => name)).toEqual([])
  const used = new Set(calls.map(([, { allowance }]) => allowance))
  expect(Object.keys(ALLOWANCES).filter((name) => !used.has(name as keyof typeof ALLOWANCES))).toEqual([])
})

it('SEC-34 a handler that checks a reason by itself is listed in decision 107', () => {
  expect(filesWith(/\bcheckReason\(/)).toEqual(
    listed('Reasons that stay in handlers')
      .map(([file]) => file)
      .sort(),
  )
})

it('SEC-34 a call that may refuse a reason declares it, and a declared reason is a field of the body', () => {
  const byHandler = new Set(['representatives.writeRepresentatives', 'compliance.changeLevel', 'complianceRisk.flagListByGet'])
  const undeclared = calls.filter(
    ([name, { reason, errors }]) => !reason && errors.includes('request.reason_invalid') && !byHandler.has(name),
  )
  expect(undeclared.map(([name]) => name)).toEqual([])
  const declared = calls.filter(([, { reason }]) => reason)
  expect(declared.filter(([, endpoint]) => !hasReason(endpoint)).map(([name]) => name)).toEqual([])
  expect(declared.length).toBeGreaterThan(40)
})

function hasReason({ body, reason, errors, role }: Endpoint): boolean {
  const field = reason === true ? 'reason' : (reason ?? '')
  const schema = body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : ''
  return role === 'ROLE_ADMIN' && errors.includes('request.reason_invalid') && schema.includes(`"${field}":{`)
}
