/** Calls of people who are not signed in: registering, and the links of our mails. */
import { client } from '@tunjo/contract/client'
import { credentials } from '@tunjo/contract/credentials'
import { devices } from '@tunjo/contract/devices'
import { identity } from '@tunjo/contract/identity'
import { isCallFailed } from './failure.ts'
import { send } from './transport.ts'

const { signUp: register, activate: activation, resendActivation: resend } = identity
const { requestReset: forgot, reset, confirmEmailChange, freeze } = credentials
const { confirmLocation: confirm, denyLocation: deny } = devices
const calls = client({ register, activation, resend, forgot, reset, confirmEmailChange, freeze, confirm, deny }, send)

export const signUp = (form: { email: string; password: string; termsAccepted: boolean }) => calls.register({ body: form })
export const activate = (token: string) => calls.activation({ body: { token } })
export const resendActivation = (email: string) => calls.resend({ body: { email } })
export const requestReset = (email: string) => calls.forgot({ body: { email } })
export const resetPassword = (token: string, password: string) => calls.reset({ body: { token, password } })
export const confirmEmail = (token: string) => calls.confirmEmailChange({ body: { token } })
export const freezeAccount = (token: string) => calls.freeze({ body: { token } })

export type LocationAnswer = 'confirm' | 'deny'
/** True when the server accepted the token, false when the link no longer counts; `CallFailed` when the server was not reached (S1 §2.10). */
export async function answerLocation(answer: LocationAnswer, token: string): Promise<boolean> {
  try {
    await calls[answer]({ body: { id: token } })
    return true
  } catch (error) {
    if (isCallFailed(error) && error.status !== 0) return false
    throw error
  }
}
