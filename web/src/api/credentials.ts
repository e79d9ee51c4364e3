/** Credentials of the caller: account, password, e-mail, closing of the account, and the withdrawal hold after a change. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { credentials } from '@tunjo/contract/credentials'
import { identity } from '@tunjo/contract/identity'
import type { Language } from '../i18n/language.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client({ ...credentials, account: identity.account }, send, authorize)

export const accountQuery = queryOptions({
  queryKey: ['credentials', 'account'],
  queryFn: ({ signal }) => calls.account({}, { signal }),
})
export const emailChangeQuery = queryOptions({
  queryKey: ['credentials', 'email-change'],
  queryFn: ({ signal }) => calls.emailChange({}, { signal }),
})
export const holdQuery = queryOptions({
  queryKey: ['credentials', 'hold'],
  queryFn: ({ signal }) => calls.hold({}, { signal }),
})

export const changePassword = (currentPassword: string, newPassword: string) =>
  calls.changePassword({ body: { currentPassword, newPassword } })
export const requestEmailChange = (email: string, password: string) => calls.requestEmailChange({ body: { email, password } })
export const cancelEmailChange = () => calls.cancelEmailChange({})
/** Language of mails and notices; the page has a separate one. */
export const changeNoticeLanguage = (langKey: Language) => calls.changeProfile({ body: { langKey } })
export const closeAccount = (password: string) => calls.closeAccount({ body: { password } })
