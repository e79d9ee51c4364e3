/** Both links of the new-location mail (ID-05). Called only by a button, since mail scanners open links too. */
import { client } from '@tunjo/contract/client'
import { devices } from '@tunjo/contract/devices'
import { isCallFailed } from './failure.ts'
import { send } from './transport.ts'

const calls = client({ confirm: devices.confirmLocation, deny: devices.denyLocation }, send)
export type LocationAnswer = keyof typeof calls

/** True when the server accepted the token, false when the link has expired; `CallFailed` when the server was not reached. */
export async function answerLocation(answer: LocationAnswer, token: string): Promise<boolean> {
  try {
    await calls[answer]({ body: { id: token } })
    return true
  } catch (error) {
    if (isCallFailed(error) && error.status !== 0) return false
    throw error
  }
}
