/** Mail links that need no session: password reset, change of e-mail, account freeze. */
import { client } from '@tunjo/contract/client'
import { credentials } from '@tunjo/contract/credentials'
import { send } from './transport.ts'

const { requestReset: forgot, reset, confirmEmailChange, freeze } = credentials
const calls = client({ forgot, reset, confirmEmailChange, freeze }, send)

export const requestReset = (email: string) => calls.forgot({ body: { email } })
export const resetPassword = (token: string, password: string) => calls.reset({ body: { token, password } })
export const confirmEmail = (token: string) => calls.confirmEmailChange({ body: { token } })
export const freezeAccount = (token: string) => calls.freeze({ body: { token } })
