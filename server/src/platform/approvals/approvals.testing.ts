/** Test bench for approvals over HTTP: one kind whose facts, rights, grants and effects the test controls. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { type Permission, permissionsOf } from '@tunjo/contract/permissions'
import * as z from 'zod'
import { startTestServer, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import type { Operation } from '../database/idempotency.ts'
import { newId } from '../database/ids.ts'
import type { StepUpGate } from '../http/guards/step-up.ts'
import { refuse } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import { type ApprovalKind, createApprovals, type NotifyOfficer } from './index.ts'

const Params = z.object({ what: z.string(), about: z.string().nullable() })
type Params = z.output<typeof Params>

export interface BenchOptions {
  readonly kind: ApprovalKindName
  readonly facts: () => Record<string, string>
  readonly more?: Partial<ApprovalKind<Params, string>>
}

export const NOTE = 'Lo revisé con el expediente.'

export async function approvalsBench(platform: TestPlatform, { kind: name, facts, more = {} }: BenchOptions) {
  const rights = new Map<string, readonly Permission[]>()
  const rightsOf = (id: string) => rights.get(id) ?? permissionsOf(['compliance_officer'])
  const officers: string[] = []
  const executed: { what: string; makerId: string; checkerId: string | null; facts: string }[] = []
  const notices: [string, Parameters<NotifyOfficer>[2]][] = []
  const callerOf = (accountId: string): Caller => ({
    accountId,
    sessionId: accountId,
    authorities: ['ROLE_ADMIN'],
    permissions: rightsOf(accountId),
  })
  let sweep: () => Promise<void> = async () => undefined
  const approvals = createApprovals({
    ...platform,
    jobs: { ...platform.jobs, schedule: ({ run }) => (sweep = () => run({ log: platform.log })) },
    staff: {
      permissionsOf: async (_connection, id) => rightsOf(id),
      officersWith: async (_connection, permission) => officers.filter((id) => rightsOf(id).includes(permission)),
      emailOf: async (_connection, id) => `${id}@tunjo.example`,
    },
    notifyOfficer: async (_tx, accountId, notice) => void notices.push([accountId, notice]),
  })
  approvals.register(name, {
    permission: 'kyc.level',
    parse: (params) => Params.parse(params),
    target: ({ what }: Params) => what,
    subjectId: ({ about }: Params) => about,
    facts: async () => facts(),
    isNeeded: () => true,
    changes: ({ what }: Params) => [{ label: 'Qué', before: null, after: what }],
    async execute(_tx, { what }: Params, { makerId, checkerId }) {
      executed.push({ what, makerId, checkerId, facts: JSON.stringify(facts()) })
      return what
    },
    ...more,
  })
  const server = await startTestServer(
    platform,
    approvals.routes,
    async ({ headers }) => callerOf(String(headers.authorization)),
    grantsOnce(),
  )
  async function act(officer: string, id: string, what: string, { body = { note: NOTE }, headers = {} }: Sent = {}) {
    const response = await fetch(`${server.url}/api/administrative/approvals/${id}/${what}`, {
      method: 'POST',
      headers: { authorization: officer, 'content-type': 'application/json', 'step-up-grant': newId(), ...headers },
      body: JSON.stringify(body),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const text = await response.text()
    return { status: response.status, code: response.headers.get('app-error'), body: isJson ? JSON.parse(text) : null }
  }
  async function list(officer: string) {
    const response = await fetch(`${server.url}/api/administrative/approvals?size=100`, { headers: { authorization: officer } })
    if (!response.ok) throw new Error(`the list answered ${response.status}`)
    return z.object({ results: z.array(z.object({ id: z.string(), state: z.string() })) }).parse(await response.json())
  }
  async function propose(maker: string, what = newId(), operation: Operation | null = null): Promise<string> {
    const { outcome } = await approvals.perform(name, { params: { what, about: null }, caller: callerOf(maker), operation, reason: NOTE })
    if (outcome.isDone) throw new Error('done without a second officer')
    return outcome.waiting.approvalRequestId
  }
  return {
    url: server.url,
    approvals,
    act,
    list,
    propose,
    executed,
    notices,
    rights,
    officers,
    sweep: () => sweep(),
    close: () => server.close(),
  }
}
export type ApprovalsBench = Awaited<ReturnType<typeof approvalsBench>>

interface Sent {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Step-up gate that behaves as the gate of identity: a grant is used once, and again by the operation that used it. `wrong` is no grant.
 */
function grantsOnce(): StepUpGate {
  const used = new Map<string, string>()
  return async ({ grant, operation }) => {
    if (!grant || grant === 'wrong') refuse('identity.step_up_invalid')
    const by = used.get(grant)
    if (by !== undefined && by !== operation?.id) refuse('identity.step_up_invalid')
    used.set(grant, operation?.id ?? '')
  }
}
