/** Links of our mails that need no session: a new password, a change of e-mail, the freeze. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { credentials, type LinkWithForm } from '@tunjo/contract/credentials'
import { send } from './transport.ts'

const { checkLink, requestReset: forgot, reset, confirmEmailChange, freeze } = credentials
const calls = client({ checkLink, forgot, reset, confirmEmailChange, freeze }, send)

/** Asked as the page opens. The page tries the link anyway when this fails. */
export const linkQuery = (purpose: LinkWithForm, token: string) =>
  queryOptions({
    queryKey: ['link', purpose, token],
    queryFn: () => calls.checkLink({ body: { purpose, token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { explains: true },
  })

export const requestReset = (email: string) => calls.forgot({ body: { email } })
export const resetPassword = (token: string, password: string) => calls.reset({ body: { token, password } })
export const confirmEmail = (token: string) => calls.confirmEmailChange({ body: { token } })
export const freezeAccount = (token: string) => calls.freeze({ body: { token } })
