/** MFA reset for a person who lost every second factor. */
import { client } from '@tunjo/contract/client'
import { lostFactor } from '@tunjo/contract/mfa-reset'
import { send } from './transport.ts'

const calls = client(lostFactor, send)

export const requestRemoval = (challenge: string) => calls.request({ body: { challenge } })
export const confirmRemoval = (token: string) => calls.confirm({ body: { token } })
