/** Calls for visitors without a session. */
import { client } from '@tunjo/contract/client'
import { identity } from '@tunjo/contract/identity'
import { send } from './transport.ts'

const calls = client({ signUp: identity.signUp, resend: identity.resendActivation }, send)

export const signUp = (form: { email: string; password: string; termsAccepted: boolean }) => calls.signUp({ body: form })
export const resendActivation = (email: string) => calls.resend({ body: { email } })
