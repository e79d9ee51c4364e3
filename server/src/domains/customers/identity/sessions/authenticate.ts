/** Bearer token → caller. The token names the session; the session holds the account and its present rights. */
import { BACKGROUND_HEADER } from '@tunjo/contract/identity'
import type { FastifyRequest } from 'fastify'
import type { Authenticate } from '../../../../platform/http/guards/session.ts'
import { refuseSuspect } from '../../../../platform/http/refusal.ts'
import { isShut } from '../core/accounts/states.ts'
import type { IdentityContext } from '../core/context.ts'
import { isSessionOver, rightsOf } from '../core/rules.ts'
import { type LiveSession, touchSession } from '../core/sessions/session-store.ts'

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i
const TOUCH_EVERY_MS = 60_000

export function createAuthenticate(context: IdentityContext): Authenticate {
  return async (request, call) => {
    const header = request.headers.authorization
    if (header === undefined) return null
    const token = BEARER.exec(header)?.[1]
    const verified = token ? await context.accessTokens.verify(token) : ({ fault: 'token_forged' } as const)
    if (verified.fault !== null) {
      const { fault: event, ...whose } = verified
      refuseSuspect('identity.session_expired', { event, ...whose })
    }
    if (call?.isWrite) context.sessions.invalidate(verified.subject.sessionId)
    const session = await liveSession(context, verified.subject)
    if (!session) refuseSuspect('identity.session_expired', { event: 'session_over', accountId: verified.subject.accountId })
    if (verified.refreshHash) await context.receivedTokens.record(verified.refreshHash)
    if (isActivity(request)) await touch(context, session)
    return { accountId: session.accountId, sessionId: session.id, ...rightsOf(session, context.settings) }
  }
}

/** For files shown without a token, by a link that names its session. */
export const createIsSessionLive = (context: IdentityContext) => async (accountId: string, sessionId: string) =>
  (await liveSession(context, { accountId, sessionId })) !== null

async function liveSession(context: IdentityContext, { accountId, sessionId }: { accountId: string; sessionId: string }) {
  const session = await context.sessions.live(sessionId)
  return session?.accountId === accountId && mayStay(session, context.clock.now()) ? session : null
}

function mayStay(session: LiveSession, now: Date): boolean {
  return !isShut(session.state) && !isSessionOver(session, now)
}

/** An open event stream or a timer of the page is no activity of a person: an abandoned session has to become idle. */
const isActivity = ({ headers }: FastifyRequest) =>
  !headers.accept?.includes('text/event-stream') && headers[BACKGROUND_HEADER.toLowerCase()] !== '1'

async function touch({ db, clock }: IdentityContext, session: LiveSession): Promise<void> {
  const now = clock.now()
  if (now.getTime() - session.activeAt.getTime() < TOUCH_EVERY_MS) return
  // The cached row, so that concurrent calls do not write too.
  session.activeAt = now
  await touchSession(db, session.id, now)
}
