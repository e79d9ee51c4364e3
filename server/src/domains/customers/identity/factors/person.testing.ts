/** A person with a browser who approves calls and has second factors. */
import { randomBytes } from 'node:crypto'
import { ACCOUNT_STATE, type SecondFactorAsked } from '@tunjo/contract/identity'
import { STEP_UP_HEADER, type StepUp } from '@tunjo/contract/step-up'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Authority } from '../../../../platform/http/route.ts'
import { Browser, type IdentityProcess } from '../identity.testing.ts'
import { SoftwarePasskey } from './software-passkey.testing.ts'

export const PASSWORD = 'tres gatos en la ventana'

export interface Approved {
  call: string
  params?: Record<string, string>
  body?: unknown
}
export type Proof = { method: string; code?: string; passkey?: Record<string, unknown> }

export class TestPerson {
  readonly here: IdentityProcess
  readonly email = `persona-${randomBytes(6).toString('hex')}@correo.example`
  accountId = ''
  browser: Browser
  secret = ''
  recoveryCodes: string[] = []
  passkey: SoftwarePasskey

  constructor(here: IdentityProcess) {
    this.here = here
    this.browser = new Browser(here.url)
    this.passkey = new SoftwarePasskey(here.platform.settings.publicUrl)
  }

  static async signedIn(here: IdentityProcess, authorities: readonly Authority[] = ['ROLE_USER']): Promise<TestPerson> {
    const person = new TestPerson(here)
    const account = {
      email: person.email,
      password: PASSWORD,
      authorities,
      state: ACCOUNT_STATE.verified,
      activated: true,
      langKey: 'es',
      staffRoles: authorities.includes('ROLE_ADMIN') ? (['compliance_officer'] as const) : [],
    }
    person.accountId = await here.identity.ensureAccount(account)
    expect((await person.browser.signIn(person.email, PASSWORD)).status).toBe(200)
    return person
  }

  async mails() {
    await this.here.platform.jobs.drain()
    return ((await this.here.platform.mail.inbox(1_000)) ?? []).filter(({ to }) => to === this.email)
  }
  async mailedCode(): Promise<string> {
    const newest = (await this.mails()).find(({ subject }) => subject.startsWith('Tu código'))
    return /Código: (\d{6})/.exec(newest?.text ?? '')?.[1] ?? ''
  }
  totpCode(stepsAhead = 0): string {
    const timestamp = this.here.platform.clock.now().getTime() + stepsAhead * 30_000
    return TOTP.generate({ secret: Secret.fromBase32(this.secret), algorithm: 'SHA1', digits: 6, period: 30, timestamp })
  }

  begin(approved: Approved, browser = this.browser): Promise<Response> {
    return browser.send('POST', '/api/step-up', approved)
  }
  verify(id: string, proof: Proof, browser = this.browser): Promise<Response> {
    return browser.send('POST', `/api/step-up/${id}/verify`, proof)
  }
  /** Best proof that the person has. */
  private async prove({ methods, passkey }: StepUp): Promise<Proof> {
    if (methods.includes('passkey')) return { method: 'passkey', passkey: this.passkey.sign(passkey) }
    if (methods.includes('mail')) return { method: 'mail', code: await this.mailedCode() }
    return { method: 'recovery', code: this.recoveryCodes.pop() ?? '' }
  }
  async approve(approved: Approved, browser = this.browser): Promise<string> {
    const begun = await this.begin(approved, browser)
    expect([begun.status, begun.headers.get('app-error')]).toEqual([200, null])
    const asked = (await begun.json()) as StepUp
    const verified = await this.verify(asked.id, await this.prove(asked), browser)
    expect([verified.status, verified.headers.get('app-error')]).toEqual([200, null])
    return ((await verified.json()) as { grant: string }).grant
  }
  /** Call with a fresh grant. `call` is the method and the path with its values. */
  async guarded(method: string, path: string, approved: Approved): Promise<Response> {
    const grant = await this.approve(approved)
    return this.browser.send(method, path, approved.body, { [STEP_UP_HEADER]: grant })
  }

  async addTotp(): Promise<Response> {
    const begun = await this.guarded('POST', '/api/factors/totp', { call: 'POST /api/factors/totp' })
    this.secret = ((await begun.json()) as { secret: string }).secret
    return this.keepCodes(await this.browser.send('POST', '/api/factors/totp/confirm', { code: this.totpCode() }))
  }
  async addPasskey(passkey = this.passkey, name = 'Portátil'): Promise<Response> {
    const begun = await this.guarded('POST', '/api/factors/passkeys/options', { call: 'POST /api/factors/passkeys/options' })
    const { challengeId, options } = (await begun.json()) as { challengeId: string; options: unknown }
    const answer = { challengeId, passkey: passkey.register(options), name }
    return this.keepCodes(await this.browser.send('POST', '/api/factors/passkeys', answer))
  }
  private async keepCodes(response: Response): Promise<Response> {
    if (response.ok)
      this.recoveryCodes = ((await response.clone().json()) as { recoveryCodes: string[] | null }).recoveryCodes ?? this.recoveryCodes
    return response
  }

  async beginSignIn(browser = new Browser(this.here.url), headers: Record<string, string> = {}) {
    const answer = await browser.send('POST', '/api/sign-in', { email: this.email, password: PASSWORD }, headers)
    expect([answer.status, answer.headers.get('app-error')]).toEqual([200, null])
    return { browser, asked: ((await answer.json()) as SecondFactorAsked).secondFactor }
  }
  async secondStep(browser: Browser, challenge: string, proof: Proof, headers: Record<string, string> = {}): Promise<Response> {
    const answer = await browser.send('POST', '/api/sign-in/second-factor', { challenge, ...proof }, headers)
    if (answer.ok) browser.token = ((await answer.clone().json()) as { accessToken: string }).accessToken
    return answer
  }
}
