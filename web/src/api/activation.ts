/** Calls of the activation page. Both open a session, for `enter` of the session. */
import { activation } from '@tunjo/contract/activation'
import { client } from '@tunjo/contract/client'
import { send } from './transport.ts'

const calls = client(activation, send)

export const activate = (token: string, password: string) => calls.activate({ body: { token, password } })

type NewPassword = Parameters<typeof calls.activateWithNewPassword>[0]['body']
export const activateWithNewPassword = (body: NewPassword) => calls.activateWithNewPassword({ body })
