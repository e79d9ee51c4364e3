/** Two processes over one database, people with a password, and their mailboxes. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import type { Authority } from '../../../../platform/http/route.ts'
import type { StoredMail } from '../../../../platform/mail/mail.ts'
import { Browser, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

export const PASSWORD = 'tres gatos en la ventana'
export const OTHER_PASSWORD = 'cinco perros en el patio'
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface Person {
  email: string
  accountId: string
}
export interface SignedInPerson extends Person {
  browser: Browser
}

export class People {
  private count = 0
  readonly database: TestDatabase
  readonly here: IdentityProcess
  readonly there: IdentityProcess

  private constructor(database: TestDatabase, here: IdentityProcess, there: IdentityProcess) {
    this.database = database
    this.here = here
    this.there = there
  }

  static async start(): Promise<People> {
    const database = await createTestDatabase()
    return new People(database, await startIdentityProcess(database), await startIdentityProcess(database))
  }

  async stop(): Promise<void> {
    await this.here.close()
    await this.there.close()
    await this.database.drop()
  }

  clearAttempts = () => sql`TRUNCATE platform.rate_limit`.execute(this.database.owner)

  newEmail = () => `persona${++this.count}@correo.example`

  async newPerson(authorities: readonly Authority[] = ['ROLE_USER']): Promise<Person> {
    const email = this.newEmail()
    const account = {
      email,
      password: PASSWORD,
      authorities,
      state: ACCOUNT_STATE.verified,
      activated: true,
      langKey: 'es',
      staffRoles: authorities.includes('ROLE_ADMIN') ? (['compliance_officer'] as const) : [],
    }
    return { email, accountId: await this.here.identity.ensureAccount(account) }
  }

  async signedIn(authorities?: readonly Authority[]): Promise<SignedInPerson> {
    const person = await this.newPerson(authorities)
    return { ...person, browser: await this.anotherBrowser(person.email) }
  }

  async anotherBrowser(email: string, password = PASSWORD): Promise<Browser> {
    const browser = new Browser(this.here.url)
    expect((await browser.signIn(email, password)).status).toBe(200)
    return browser
  }

  /** Without a session. */
  post = (path: string, body: unknown, process = this.here) => new Browser(process.url).send('POST', path, body)

  /** Newest first. */
  async mailsTo(email: string): Promise<StoredMail[]> {
    await this.here.platform.jobs.drain()
    await this.there.platform.jobs.drain()
    const boxes = [await this.here.platform.mail.inbox(1_000), await this.there.platform.mail.inbox(1_000)]
    const mails = boxes.flatMap((box) => box ?? []).filter(({ to }) => to === email)
    return mails.sort((a, b) => b.at.localeCompare(a.at))
  }

  subjectsTo = async (email: string): Promise<string[]> => (await this.mailsTo(email)).map(({ subject }) => subject)

  /** Token in the newest mail with a link to this page. */
  async tokenTo(email: string, page: string): Promise<string> {
    for (const { text } of await this.mailsTo(email)) {
      const token = new RegExp(`${page}/([\\w-]{43})`).exec(text)?.[1]
      if (token) return token
    }
    throw new Error(`no mail to ${email} has a link to ${page}`)
  }

  async holdOf(accountId: string) {
    const hold = await this.here.identity.withdrawalHold(this.database.db, accountId)
    return hold && { reason: hold.reason, hours: Math.round((hold.until.getTime() - this.here.platform.clock.now().getTime()) / HOUR_MS) }
  }

  async eventsOf(accountId: string): Promise<string[]> {
    const found = await sql<{ type: string }>`SELECT type FROM platform.event WHERE account_id = ${accountId} ORDER BY at, id`.execute(
      this.database.db,
    )
    return found.rows.map(({ type }) => type)
  }
}

/** The end of a live session takes effect within five seconds. */
export const expectSignedOut = (browser: Browser) =>
  expect.poll(async () => (await browser.account()).status, { timeout: 5_000, interval: 200 }).toBe(401)
