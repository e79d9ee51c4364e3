import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'
import { describe, expect, it } from 'vitest'
import { SCREENS } from '../../routes.tsx'
import { accountEntries } from './account-entries.ts'

const HERE = '/application/configuration'
const person = (authority: Account['authorities'][number], state: Account['state'] = ACCOUNT_STATE.verified) => ({
  authorities: [authority],
  state,
})
const bare = (path: string) => path.replace(/\/$/, '')

/** Role that a screen requires, if any. */
function roleOf(path: string): string | undefined {
  const screen = SCREENS.find((one) => bare(one.path) === bare(path))
  return screen && 'role' in screen ? screen.role : undefined
}

describe('A7 SHELL-05 the account menu', () => {
  it('has six entries for a customer, verification by the state of the account', () => {
    const to = (state: Account['state']) => accountEntries(person('ROLE_USER', state), HERE).map((entry) => entry.to)
    expect(to(ACCOUNT_STATE.verified)).toEqual([
      '/application/record',
      '/application/cuentas',
      '/application/verification/',
      '/application/configuration',
      '/application/login-report',
      '/logout',
    ])
    expect(to(ACCOUNT_STATE.unverified)).toContain('/postregister/')
  })

  it.each(['ROLE_USER', 'ROLE_ADMIN'] as const)('gives %s no screen of another role', (role) => {
    for (const { to } of accountEntries(person(role), HERE)) expect([role, 'SIGNED_IN', undefined]).toContain(roleOf(to))
  })

  it('only leads out inside administrative paths', () => {
    expect(accountEntries(person('ROLE_ADMIN'), '/application/administrative/fees').map(({ to }) => to)).toEqual(['/logout'])
  })
})
