import type { AuditAction } from '@tunjo/contract/audit'
import { endpoint } from '@tunjo/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { createLog } from '../../observability/log.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { refuse } from '../refusal.ts'
import { implement } from '../route.ts'
import { ApprovalOutcome } from './approval.ts'

const officers = { role: 'ROLE_ADMIN', permission: 'kyc.level', audit: 'kyc.level_changed', response: z.string() } as const
/** Use of the audit trail by the test handler. */
const Deed = z.object({
  action: z.enum(['kyc.level_changed', 'kyc.person_viewed', 'approvals.proposed']).nullable(),
  by: z.enum(['caller', 'somebody', 'system']).default('caller'),
  rollsBack: z.boolean().default(false),
  answers: z.enum(['done', 'waits', 'refuses', 'unchanged']).default('done'),
})
const contract = {
  change: endpoint({ ...officers, method: 'POST', path: '/api/change', summary: 'Change', body: Deed, errors: ['request.not_found'] }),
  agree: endpoint({
    ...officers,
    method: 'PUT',
    path: '/api/agree',
    summary: 'Two officers',
    approval: 'four-eyes',
    idempotent: true,
    stepUp: { binds: [] },
    body: Deed,
    errors: [],
  }),
  view: endpoint({ ...officers, method: 'GET', path: '/api/view', summary: 'Look', errors: [] }),
}

let database: TestDatabase
const CALLER = newId()

async function serve(profile: 'demo' | 'production') {
  const log = createLog({ level: 'warn', pretty: false, sink: { write: () => undefined } })
  const platform = { ...createTestPlatform(database, { profile }), log }
  const { db, audit } = platform
  const metrics = createMetrics(platform)
  const act = async ({ action, by, rollsBack, answers }: z.output<typeof Deed>) => {
    const accountId = by === 'somebody' ? newId() : CALLER
    const actor = by === 'system' ? ({ kind: 'system', name: 'test' } as const) : ({ kind: 'person', accountId, sessionId: null } as const)
    const work = inTransaction(db, async (tx) => {
      if (action) await audit.record(tx, { actor, action: action satisfies AuditAction, object: { type: 'account', id: CALLER } })
      if (rollsBack) throw new Error('undone')
    })
    await (rollsBack ? work.catch(() => undefined) : work)
    if (answers === 'unchanged') audit.unchanged()
    if (answers === 'refuses') refuse('request.not_found')
    return 'done'
  }
  const waiting = { approvalRequestId: newId(), state: 'proposed', expiresAt: new Date().toISOString() } as const
  const routes = implement(
    contract,
    {
      change: ({ body }) => act(body),
      view: async () => 'seen',
      async agree({ body }) {
        const answer = await act(body)
        return new ApprovalOutcome<string>(body.answers === 'waits' ? { isDone: false, waiting } : { isDone: true, answer })
      },
    },
    { agree: async () => ({ title: 'Dos personas', details: [] }) },
  )
  const caller = { accountId: CALLER, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: ['kyc.level'] } as const
  const server = await startTestServer(
    platform,
    routes,
    async () => ({ ...caller, authorities: [...caller.authorities] }),
    undefined,
    metrics,
  )
  return { platform, server, metrics }
}

let strict: { platform: TestPlatform; server: TestServer }
beforeAll(async () => {
  database = await createTestDatabase()
  strict = await serve('demo')
})
afterAll(async () => {
  await strict?.server.close()
  strict?.platform.remove()
  await database?.drop()
})

const statusOf = async (path: string, deed?: z.input<typeof Deed>, { url } = strict.server) => {
  const method = path === '/api/agree' ? 'PUT' : deed ? 'POST' : 'GET'
  const body = deed && { body: JSON.stringify(deed), headers: { 'content-type': 'application/json' } }
  return (await fetch(url + path, { method, ...body })).status
}

describe('ADM-14 the audit entry that a call declares', () => {
  it.each([
    ['its own action, by its caller', '/api/change', { action: 'kyc.level_changed' }, 200],
    ['nothing', '/api/change', { action: null }, 500],
    ['another action', '/api/change', { action: 'kyc.person_viewed' }, 500],
    ['its action in the name of another account', '/api/change', { action: 'kyc.level_changed', by: 'somebody' }, 500],
    ['its action in the name of the system', '/api/change', { action: 'kyc.level_changed', by: 'system' }, 500],
    ['its action, undone', '/api/change', { action: 'kyc.level_changed', rollsBack: true }, 500],
    ['nothing, since it says that it changed nothing', '/api/change', { action: null, answers: 'unchanged' }, 200],
    ['nothing, since it was refused', '/api/change', { action: null, answers: 'refuses' }, 404],
    ['the proposal, and it waits', '/api/agree', { action: 'approvals.proposed', answers: 'waits' }, 202],
    ['the act, and it waits', '/api/agree', { action: 'kyc.level_changed', answers: 'waits' }, 500],
    ['the proposal, and it is done', '/api/agree', { action: 'approvals.proposed' }, 500],
    ['the act, and it is done', '/api/agree', { action: 'kyc.level_changed' }, 200],
  ] as const)('recorded: %s', async (_what, path, deed, status) => expect(await statusOf(path, deed)).toBe(status))

  it('holds for a view too', async () => expect(await statusOf('/api/view')).toBe(500))

  it('in production the answer is sent, since the work is done, and the officer on call is notified', async () => {
    const { server, platform, metrics } = await serve('production')
    try {
      expect(await statusOf('/api/change', { action: null }, server)).toBe(200)
      expect(await statusOf('/api/change', { action: 'kyc.level_changed' }, server)).toBe(200)
      expect(await metrics.text()).toContain('tunjo_security_events_total{event="audit_missing"} 1')
    } finally {
      await server.close()
      platform.remove()
    }
  })
})
