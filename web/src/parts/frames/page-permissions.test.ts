import { STAFF_ROLE } from '@tunjo/contract/permissions'
import { describe, expect, it } from 'vitest'
import { SCREENS } from '../../routes.tsx'
import { mayOpenPage, permissionOfPage } from './page-permissions.ts'

const ROOT = '/application/administrative'

describe('D13 pages that a role may not read', () => {
  it.each(SCREENS.filter((screen) => screen.frame === 'application' && screen.role === 'ROLE_ADMIN'))(
    '$path names its permission',
    ({ path }) => expect(permissionOfPage(path)).toBeDefined(),
  )

  it('the longest path prefix decides, with and without a trailing slash', () => {
    expect(permissionOfPage(`${ROOT}/verification/`)).toBe('kyc.read')
    expect(permissionOfPage(`${ROOT}/verification/trabajo`)).toBe('work.take')
    expect(permissionOfPage(`${ROOT}/users-list`)).toBe('users.read')
    expect(permissionOfPage(`${ROOT}/financial/fiat/`)).toBe('payments.read')
    expect(permissionOfPage('/application/configuration')).toBeUndefined()
  })

  it('treasury opens payments and not verifications', () => {
    expect(mayOpenPage(`${ROOT}/withdrawals`, STAFF_ROLE.treasury.permissions)).toBe(true)
    expect(mayOpenPage(`${ROOT}/naturalUserInformation/7/alertas`, STAFF_ROLE.treasury.permissions)).toBe(false)
    expect(mayOpenPage(`${ROOT}/toString`, [])).toBe(true)
  })
})
