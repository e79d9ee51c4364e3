/**
 * Person of the demo at a browser: signs in as often as the clock requires, and approves with the mailed code. By HTTP, as every customer.
 */
import { type Client, client } from '@tunjo/contract/client'
import { type Contract, type Endpoint, STEP_UP_HEADER } from '@tunjo/contract/endpoint'
import { identity } from '@tunjo/contract/identity'
import { notifications } from '@tunjo/contract/notifications'
import { stepUp } from '@tunjo/contract/step-up'
import { pollUntil } from './poll-until.ts'
import type { Site } from './types.ts'

/** Client of any calls, as this person. */
export type As = <C extends Contract>(contract: C) => Client<C>

/** Less than the life of an access token. */
const SIGNED_IN_FOR_MS = 240_000
const CODE = /(?<=Código: )\d{6}/
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export function visitorAt(site: Site, { email, password }: Credentials): As {
  const { clock } = site
  const send = browserAt(site)
  const open = client(identity, send)
  let session: { token: Promise<string>; at: number } | null = null

  /** One sign-in for steps that run concurrently: an approval belongs to the session in which it began. */
  function token(ageMaxMs = SIGNED_IN_FOR_MS): Promise<string> {
    const at = clock.now().getTime()
    if (session && at - session.at < ageMaxMs) return session.token
    const opened = { token: signIn(), at }
    session = opened
    // The next call tries again.
    opened.token.catch(() => {
      if (session === opened) session = null
    })
    return opened.token
  }
  async function signIn(): Promise<string> {
    const answer = await open.signIn({ body: { email, password } })
    if (!('accessToken' in answer)) throw new Error(`${email} has a second factor`)
    return answer.accessToken
  }
  const sendSignedIn = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${await token()}`)
    return send(path, { ...init, headers }).finally(() => releaseOf.get(headers.get(STEP_UP_HEADER) ?? '')?.())
  }
  /** Releases by grant: the clock is held from the first step of an approval until its call was made. */
  const releaseOf = new Map<string, () => void>()
  const approvals = client({ ...stepUp, ...notifications }, sendSignedIn)

  type Values = { params?: Record<string, string>; body?: unknown }
  async function authorize(endpoint: Endpoint, values: Values): Promise<string> {
    const release = await site.gate.hold()
    try {
      // Young enough for the whole approval.
      await token(SIGNED_IN_FOR_MS / 2)
      const grant = await approve(endpoint, values)
      releaseOf.set(grant, release)
      return grant
    } catch (error) {
      release()
      throw error
    }
  }
  async function approve({ method, path }: Endpoint, values: Values): Promise<string> {
    const since = new Date()
    const { id } = await approvals.begin({ body: { call: `${method} ${path}`, ...values } })
    const code = await pollUntil(site, `a code for ${email}`, async () => {
      const mails = await approvals.mailboxMessages({ query: { to: email } })
      return mails.filter(({ at }) => new Date(at) >= since).flatMap(({ text }) => CODE.exec(text)?.[0] ?? [])[0]
    })
    return (await approvals.verify({ params: { id }, body: { method: 'mail', code } })).grant
  }
  return (contract) => client(contract, sendSignedIn, authorize)
}

/** Separate cookies: the same device each time. */
function browserAt({ url, signal }: Site) {
  const cookies = new Map<string, string>()
  return async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', BROWSER)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url + path, { ...init, headers, signal })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
}
