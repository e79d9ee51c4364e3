/** Entries of the account menu (SHELL-05): only screens that the account may open. Pure. */
import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'

const ADMIN_PATH = '/application/administrative'

const SIGN_OUT = { to: '/logout', label: 'account.signOut' } as const
const SETTINGS = [
  { to: '/application/configuration', label: 'title.configuration' },
  { to: '/application/login-report', label: 'title.loginReport' },
] as const

/** Verification starts with the survey until the account is verified. */
export function accountEntries({ state, authorities }: Pick<Account, 'state' | 'authorities'>, path: string) {
  if (path.startsWith(ADMIN_PATH)) return [SIGN_OUT]
  if (authorities[0] === 'ROLE_ADMIN') return [...SETTINGS, SIGN_OUT]
  return [
    { to: '/application/record', label: 'title.record' },
    { to: '/application/cuentas', label: 'title.accounts' },
    { to: state === ACCOUNT_STATE.verified ? '/application/verification/' : '/postregister/', label: 'title.verification' },
    ...SETTINGS,
    SIGN_OUT,
  ] as const
}
