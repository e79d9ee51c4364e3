import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Evaluated by the type check of `npm test`: an expected error that no longer occurs fails it. */
describe('the rules of a call are types', () => {
  const common = { path: '/api/x', summary: 'x', response: z.string(), errors: [] } as const

  it('R22 an officer’s call without a permission, or one that changes without audit, does not compile', () => {
    // @ts-expect-error no permission
    endpoint({ ...common, method: 'GET', role: 'ROLE_ADMIN' })
    // @ts-expect-error changes something and names no audit
    endpoint({ ...common, method: 'POST', role: 'ROLE_ADMIN', permission: 'users.read' })
    // @ts-expect-error a GET that changes something names its audit too
    endpoint({ ...common, method: 'GET', changes: true, role: 'ROLE_ADMIN', permission: 'users.read' })
    // @ts-expect-error no such permission
    endpoint({ ...common, method: 'GET', role: 'ROLE_ADMIN', permission: 'users.everything' })
    // @ts-expect-error four eyes without step-up
    endpoint({ ...common, method: 'PUT', role: 'ROLE_ADMIN', permission: 'kyc.level', audit: 'kyc.level_changed', approval: 'four-eyes' })
    // @ts-expect-error permissions are for officers
    endpoint({ ...common, method: 'GET', role: 'ROLE_USER', permission: 'users.read' })
    // @ts-expect-error no role
    endpoint({ ...common, method: 'GET' })
    const read = endpoint({ ...common, method: 'GET', role: 'ROLE_ADMIN', permission: 'users.read' })
    const change = endpoint({
      ...common, method: 'GET', changes: true, role: 'ROLE_ADMIN', permission: 'alerts.manage', audit: 'kyc.level_changed',
    }) // biome-ignore format: one call
    expect([read.permission, change.audit]).toEqual(['users.read', 'kyc.level_changed'])
  })
})
