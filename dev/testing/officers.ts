/** Calls of officers over real accounts: the bearer token is the account id, the permissions are those of its staff roles. */
import type { StaffRole } from '@tunjo/contract/permissions'
import type { Identity } from '../../server/src/domains/customers/identity/index.ts'
import { type Approvals, createApprovals } from '../../server/src/platform/approvals/index.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import type { Route } from '../../server/src/platform/http/route.ts'
import type { Platform } from '../../server/src/platform/module.ts'
import { startTestServer } from './test-product.ts'

export interface OfficerAnswer {
  readonly status: number
  readonly code: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}

export const approvalsOf = (platform: Platform, { staff, person }: Pick<Identity, 'staff' | 'person'>): Approvals =>
  createApprovals({
    ...platform,
    staff: { ...staff, emailOf: async (connection, id) => (await person(id, connection))?.email ?? '' },
    notifyOfficer: async () => undefined,
  })

/** Stub of approvals for parts that only query what is hidden from an officer. */
export const NOTHING_HIDDEN: Pick<Approvals, 'hiddenFrom'> = { hiddenFrom: async () => ({ kinds: [], targets: [] }) }

export const newStaff = (identity: Pick<Identity, 'ensureAccount'>, ...staffRoles: StaffRole[]): Promise<string> =>
  identity.ensureAccount({
    email: `${newId()}@tunjo.example`,
    password: 'tres gatos en la ventana',
    authorities: ['ROLE_ADMIN'],
    state: 2,
    activated: true,
    langKey: 'es',
    staffRoles,
  })

export async function serveOfficers(platform: Platform, { staff }: Pick<Identity, 'staff'>, routes: readonly Route[]) {
  const server = await startTestServer(platform, routes, async ({ headers }) => {
    const accountId = headers.authorization
    if (!accountId) return null
    return { accountId, sessionId: accountId, authorities: ['ROLE_ADMIN'], permissions: await staff.permissionsOf(platform.db, accountId) }
  })
  async function call(officer: string, method: string, path: string, body?: object): Promise<OfficerAnswer> {
    const headers = { authorization: officer, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(`${server.url}/api/administrative/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, code: response.headers.get('app-error'), body: isJson ? JSON.parse(text) : null }
  }
  return { call, url: server.url, close: server.close }
}
