/** The page of the activation mail. Both calls sign in. */
import { activation } from '@tunjo/contract/activation'
import { client } from '@tunjo/contract/client'
import { enter } from '../session.ts'
import { send } from './transport.ts'

const calls = client(activation, send)

export const activate = async (token: string, password: string) => enter(await calls.activate({ body: { token, password } }))

type NewPassword = Parameters<typeof calls.activateWithNewPassword>[0]['body']
export const activateWithNewPassword = async (body: NewPassword) => enter(await calls.activateWithNewPassword({ body }))
