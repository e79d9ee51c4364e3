/** Live events of one person: their own and public ones, as long as their token and session are valid. */

import { EventStream } from '../../../../platform/http/event-stream.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { liveEventFor } from '../rules.ts'
import type { EventFollower } from './event-follower.ts'

const HEARTBEAT_MS = 15_000
const CHECK_MS = 2_000
/** Per account and process: more windows than a person needs, and a bound for a script. */
const STREAMS_PER_ACCOUNT_MAX = 6
const STREAMS_MAX = 5_000

export interface StreamRequest {
  accountId: string
  stillSignedIn(): Promise<boolean>
}
export type OpenStream = (request: StreamRequest) => EventStream

export function createOpenStream(follower: EventFollower): OpenStream {
  const openByAccount = new Map<string, number>()
  let openTotal = 0

  function enter(accountId: string): void {
    const open = openByAccount.get(accountId) ?? 0
    if (open >= STREAMS_PER_ACCOUNT_MAX || openTotal >= STREAMS_MAX) refuse('notifications.too_many_streams')
    openByAccount.set(accountId, open + 1)
    openTotal += 1
  }
  function leave(accountId: string): void {
    const open = (openByAccount.get(accountId) ?? 1) - 1
    if (open === 0) openByAccount.delete(accountId)
    else openByAccount.set(accountId, open)
    openTotal -= 1
  }

  return ({ accountId, stillSignedIn }) => {
    enter(accountId)
    const stream = new EventStream()
    stream.ready()
    const stopListening = follower.listen({
      accountId,
      receive(event) {
        const live = liveEventFor(accountId, event)
        if (live) stream.send(live.id, live)
      },
    })
    const heartbeat = setInterval(() => stream.heartbeat(), HEARTBEAT_MS)
    const check = setInterval(async () => {
      if (!(await stillSignedIn())) stream.end()
    }, CHECK_MS)
    stream.once('close', () => {
      clearInterval(heartbeat)
      clearInterval(check)
      stopListening()
      leave(accountId)
    })
    return stream
  }
}
