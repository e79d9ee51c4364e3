import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { describe, expect, it } from 'vitest'
import { destination, homeOf } from './destination.ts'

const SAVED = { redirect: '/application/record?page=2' }
const officer = { authorities: ['ROLE_ADMIN' as const], permissions: ['kyc.read', 'payments.read'], state: ACCOUNT_STATE.verified }
const verified = { authorities: ['ROLE_USER' as const], permissions: [], state: ACCOUNT_STATE.verified }
const newcomer = { authorities: ['ROLE_USER' as const], permissions: [], state: ACCOUNT_STATE.unverified }

describe('SHELL-09 after signing in', () => {
  it('officers go to verification, whatever was saved', () => {
    expect(destination(officer, SAVED)).toBe('/application/administrative/verification/')
  })
  it('verified customers go home, whatever was saved', () => expect(destination(verified, SAVED)).toBe('/application/'))
  it('others go to the saved place, and home without one', () => {
    expect(destination(newcomer, SAVED)).toBe('/application/record?page=2')
    expect(destination(newcomer, {})).toBe('/application/')
  })
  it('never leads to another site', () => expect(destination(newcomer, { redirect: '//example.org/application' })).toBe('/application/'))
})

it('D13 officers who may not read verifications start at their first permitted screen', () => {
  const home = (permissions: string[]) => destination({ ...officer, permissions }, {})
  expect(home(['payments.read'])).toBe('/application/administrative/withdrawals')
  expect(home(['users.read'])).toBe('/application/administrative/users-list')
})

describe('SHELL-04 the logo', () => {
  it('leads officers to verification and customers home', () => {
    expect(homeOf(officer)).toBe('/application/administrative/verification/')
    expect(homeOf(newcomer)).toBe('/application/')
  })
})
