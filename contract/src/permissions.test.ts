import { describe, expect, it } from 'vitest'
import { PERMISSIONS, permissionsOf, STAFF_ROLE, STAFF_ROLES } from './permissions.ts'

describe('staff roles', () => {
  it('ADM-15 the administrator decides nothing about customers, the auditor changes nothing', () => {
    const administrator = permissionsOf(['administrator'])
    for (const name of ['kyc.read', 'kyc.review', 'kyc.level', 'screening.decide', 'risk.set', 'approvals.break_glass'] as const)
      expect(administrator).not.toContain(name)
    expect(permissionsOf(['auditor']).filter((name) => !name.endsWith('.read'))).toEqual([])
  })

  it('a role that grants roles has no other power over customers, and no role has all permissions', () => {
    for (const role of STAFF_ROLES) expect(permissionsOf([role]).length).toBeLessThan(PERMISSIONS.length)
    const granting = STAFF_ROLES.filter((role) => STAFF_ROLE[role].permissions.includes('roles.grant'))
    expect(granting).toEqual(['administrator'])
  })

  it('two roles give the union, each permission once; no role gives none', () => {
    expect(permissionsOf(['support', 'auditor']).filter((name) => name === 'users.read')).toHaveLength(1)
    expect(permissionsOf([])).toEqual([])
  })
})
