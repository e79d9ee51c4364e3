/** The two links of the mail about an unknown place (S1 §2.10). Only a press calls them: programs that read mails open links too. */
import { send } from './transport.ts'

const PATHS = { confirm: '/api/non-suspicious-ip', deny: '/api/suspicious-ip' } as const
export type LocationAnswer = keyof typeof PATHS

/** True when the server accepted the token, false when the link no longer counts; `CallFailed` when the server was not reached. */
export async function answerLocation(answer: LocationAnswer, token: string): Promise<boolean> {
  const response = await send(`${PATHS[answer]}?${new URLSearchParams({ id: token })}`, { method: 'GET' })
  return response.status === 200
}
