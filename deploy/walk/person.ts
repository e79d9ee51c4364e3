/** Person who uses an installation through its web address: typed calls of the contract, a mailbox, and a second factor for officers. */
import { setTimeout as delay } from 'node:timers/promises'
import { activation } from '@tunjo/contract/activation'
import { approvals } from '@tunjo/contract/approvals'
import { type Authorize, type Client, client } from '@tunjo/contract/client'
import { compliance } from '@tunjo/contract/compliance'
import { factors } from '@tunjo/contract/factors'
import { identity } from '@tunjo/contract/identity'
import { joinTeam } from '@tunjo/contract/join-team'
import { kyc } from '@tunjo/contract/kyc'
import { kycSubmissions } from '@tunjo/contract/kyc-submissions'
import { parameters } from '@tunjo/contract/parameters'
import { payments } from '@tunjo/contract/payments'
import { staffInvitations } from '@tunjo/contract/staff-invitations'
import { stepUp } from '@tunjo/contract/step-up'
import { trading } from '@tunjo/contract/trading'
import { TOTP } from 'otpauth'
import { until } from '../../e2e/until.ts'
import type { ReceivedMail } from '../../server/src/domains/reference/notifications/smtp.testing.ts'

const CONTRACTS = {
  activation,
  approvals,
  compliance,
  factors,
  identity,
  joinTeam,
  kyc,
  kycSubmissions,
  parameters,
  payments,
  staffInvitations,
  stepUp,
  trading,
}
type Contracts = typeof CONTRACTS
type Calls = { readonly [K in keyof Contracts]: Client<Contracts[K]> }

const TOTP_SECONDS = 30
const MAIL_MS = 60_000

/** Installation as people see it: its address, and the mails that it has sent so far. */
export interface Installation {
  readonly url: string
  mails(): readonly ReceivedMail[] | Promise<readonly ReceivedMail[]>
}

export class Person {
  readonly calls: Calls
  readonly email: string
  readonly #password: string
  readonly #site: Installation
  #token: string | null = null
  #totp: TOTP | null = null
  #lastStep = 0

  constructor(site: Installation, email: string, password: string) {
    this.#site = site
    this.email = email
    this.#password = password
    const send = (path: string, init: RequestInit) => fetch(site.url + path, { ...init, headers: this.#headersOf(init) })
    const authorize: Authorize = (definition, values) => this.#approve(`${definition.method} ${definition.path}`, values)
    const built = Object.entries(CONTRACTS).map(([name, contract]) => [name, client(contract, send, authorize)])
    this.calls = Object.fromEntries(built)
  }

  /** Newest mail to this person since `since` that matches; answers the match. */
  mailed(pattern: RegExp, since: number): Promise<string> {
    return until(`mail to ${this.email} with ${pattern}`, MAIL_MS, async () => {
      const mails = (await this.#site.mails()).slice(since).filter(({ to }) => to === this.email)
      return mails
        .map(({ content }) => pattern.exec(textOf(content))?.[0])
        .filter((found) => found !== undefined)
        .at(-1)
    })
  }

  mailsSoFar = async (): Promise<number> => (await this.#site.mails()).length

  async signIn(): Promise<void> {
    const answer = await this.calls.identity.signIn({ body: { email: this.email, password: this.#password } })
    if ('accessToken' in answer) this.#token = answer.accessToken
    else {
      const { challenge } = answer.secondFactor
      const body = { challenge, method: 'totp' as const, code: await this.#nextCode() }
      this.#token = (await this.calls.identity.secondFactor({ body })).accessToken
    }
  }

  /** Joins the team by a link, signs in and adds an authenticator app. */
  async join(link: string): Promise<void> {
    const token = link.split('/').at(-1) ?? ''
    await this.calls.joinTeam.acceptInvitation({ body: { token, password: this.#password } })
    await this.signIn()
    const { secret } = await this.calls.factors.beginTotp({})
    this.#totp = new TOTP({ secret })
    await this.calls.factors.confirmTotp({ body: { code: await this.#nextCode() } })
  }

  /** Each code is taken once, so the next approval waits for the next code of the app. */
  async #nextCode(): Promise<string> {
    const step = () => Math.floor(Date.now() / 1_000 / TOTP_SECONDS)
    while (step() <= this.#lastStep) await delay(250)
    this.#lastStep = step()
    return this.#totp?.generate() ?? ''
  }

  async #approve(call: string, values: { params?: Record<string, string>; body?: unknown }): Promise<string> {
    const since = await this.mailsSoFar()
    const { id } = await this.calls.stepUp.begin({ body: { call, ...values } })
    const answer = this.#totp
      ? { method: 'totp' as const, code: await this.#nextCode() }
      : { method: 'mail' as const, code: await this.mailed(/(?<=Código: )\d{6}/, since) }
    return (await this.calls.stepUp.verify({ params: { id }, body: answer })).grant
  }

  #headersOf({ headers }: RequestInit): Headers {
    const all = new Headers(headers)
    if (this.#token) all.set('authorization', `Bearer ${this.#token}`)
    return all
  }
}

/** Text of a mail as it was sent: quoted-printable, in UTF-8. */
function textOf(content: string): string {
  const bytes = content.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
