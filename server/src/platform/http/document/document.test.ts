/** Published document (API-01) as other vendors' tools read it. It is built from every call of the contract, on a real server. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ALLOWANCES } from '@tunjo/contract/allowances'
import { MODULES, SCHEMAS } from '@tunjo/contract/document'
import type { Contract, Endpoint } from '@tunjo/contract/endpoint'
import { ERRORS } from '@tunjo/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { everyCall } from '../../../../../dev/testing/every-call.ts'
import { temporaryFolder } from '../../../../../dev/testing/temporary-folder.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import type { Route } from '../route.ts'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const LINT_MS = 60_000
/** The specification spells them with a slash. */
const WITH_TRAILING_SLASH = ['/api/parameters/codes-admon/', '/payment/accounts/user/']
const contracts: Contract[] = Object.values(MODULES).flatMap((module) => Object.values(module.contracts))
const published = contracts.flatMap((contract) => Object.entries(contract)).filter(([, { role }]) => role !== 'DEMO')

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly $ref?: string }[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>
  readonly 'x-refusals': Readonly<Record<string, readonly string[]>>
  readonly 'x-permission'?: string
  readonly 'x-allowance'?: object
}
interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

let testDatabase: TestDatabase
let platform: TestPlatform
let server: TestServer
let text: string
let document: Document

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  platform = createTestPlatform(testDatabase, { publicUrl: 'https://tunjo.example' })
  const routes: Route[] = contracts.flatMap((contract) =>
    Object.entries(contract).map(([name, endpoint]) => ({ name, endpoint, handle: () => Promise.reject(), describe: null })),
  )
  server = await startTestServer(platform, routes)
  text = await (await fetch(`${server.url}/openapi.json`)).text()
  document = JSON.parse(text)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await testDatabase?.drop()
})

function operationOf({ method, path }: Endpoint): Operation {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}
const referred = (operation: Operation) => operation.parameters?.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []) ?? []

it(
  'API-01 has nothing that a linter finds, with the exceptions of redocly.yaml',
  async () => {
    const file = join(temporaryFolder('document'), 'openapi.json')
    writeFileSync(file, text)
    const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
    const lint = promisify(execFile)(process.execPath, [cli, 'lint', file, '--format=json', '--config', join(ROOT, 'redocly.yaml')], {
      env,
    })
    const { stdout } = await lint.catch((failed: { stdout: string }) => failed)
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: { message: string; ruleId: string }[] }
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  },
  LINT_MS,
)

describe('API-01 each call', () => {
  it('of the contract has a module, and no other path ends with a slash', async () => {
    const placed = new Set(contracts.flatMap((contract) => Object.values(contract)))
    const missing = Object.entries(await everyCall()).filter(([, endpoint]) => endpoint.role !== 'DEMO' && !placed.has(endpoint))
    expect(missing.map(([name]) => `${name}: its contract is not in contract/src/document.ts`)).toEqual([])
    expect(
      Object.keys(document.paths)
        .filter((path) => path.endsWith('/'))
        .toSorted(),
    ).toEqual(WITH_TRAILING_SLASH)
  })

  it.each(published)('%s says who may make it, what it asks for and with what it refuses', (_name, endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation.security).toEqual(['PUBLIC', 'MACHINE'].includes(endpoint.role) ? [] : [{ bearer: [] }])
    expect(operation['x-permission']).toBe(endpoint.permission)
    expect(operation['x-allowance']).toEqual(endpoint.allowance && { name: endpoint.allowance, ...ALLOWANCES[endpoint.allowance] })
    expect(operation.responses[202] !== undefined).toBe(endpoint.approval === 'four-eyes')
    if (endpoint.approval) expect(operation.description).toContain('answers 202')
    if (endpoint.permission) expect(operation.description).toContain(endpoint.permission)
    expect(referred(operation)).toEqual([
      ...(endpoint.stepUp ? ['StepUpGrant'] : []),
      ...(endpoint.money || endpoint.idempotent ? ['IdempotencyKey'] : []),
    ])
    for (const code of endpoint.errors) {
      expect(operation['x-refusals'][ERRORS[code]]).toContain(code)
      expect(operation.responses[ERRORS[code]]?.description).toContain(code)
    }
    expect(operation.responses[429]?.$ref).toBe('#/components/responses/TooMany')
    expect(operation.responses.default?.$ref).toBe('#/components/responses/Refusal')
  })

  it('has a separate id, and the tag of its module', () => {
    const operations = published.map(([, endpoint]) => operationOf(endpoint))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operations.flatMap(({ tags }) => tags)))
    expect(operations.map(({ operationId }) => operationId)).toContain('payments.withdraw')
    expect(document.servers).toEqual([{ url: 'https://tunjo.example' }])
  })
})

describe('API-01 schemas', () => {
  it('have the names of the contract', () => {
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...Object.keys(SCHEMAS), 'Problem', 'ErrorCode']))
  })

  it('are written once: no object of three fields or more is in two places', () => {
    const places = new Map<string, string[]>()
    const visit = (part: unknown, place: string) => {
      if (typeof part !== 'object' || part === null) return
      if ('properties' in part && Object.keys(part.properties as object).length > 2) {
        const written = JSON.stringify(part)
        places.set(written, [...(places.get(written) ?? []), place])
      }
      for (const [key, value] of Object.entries(part)) visit(value, `${place}/${key}`)
    }
    visit(document.components.schemas, '')
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([])
  })
})
