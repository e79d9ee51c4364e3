/** Identity and notifications of one process, and browsers that call it. */
import { type AccessToken, identity as contract, SESSION_PATH } from '@tunjo/contract/identity'
import type { TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import type { PlatformSettings } from '../../../platform/process/config.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { createNotifications, type Notifications } from '../../reference/notifications/index.ts'
import { createPolicies } from '../policies/index.ts'
import type { EntryCheck } from './core/entry-check.ts'
import { createIdentity, type Identity } from './index.ts'
import { OPEN_ENTRY } from './open-entry.testing.ts'

export interface IdentityProcess extends TestServer {
  readonly platform: TestPlatform
  readonly identity: Identity
  readonly notifications: Notifications
}

export interface IdentityProcessOptions {
  readonly env?: Environment
  /** Calls of other modules. With them every guarded call needs its grant, as in the product. */
  readonly guarded?: readonly Route[]
  readonly entry?: (platform: Platform) => EntryCheck
}

export async function startIdentityProcess(
  database: TestDatabase,
  settings: Partial<PlatformSettings> = {},
  { env = {}, guarded, entry = () => OPEN_ENTRY }: IdentityProcessOptions = {},
): Promise<IdentityProcess> {
  const platform = { ...createTestPlatform(database, settings), env }
  const notifications = createNotifications(platform)
  const identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: entry(platform) })
  notifications.useAddressBook(identity.addressOf)
  const routes = [...identity.routes, ...notifications.routes, ...(guarded ?? [])]
  identity.stepUp.register(routes)
  const server = await startTestServer(platform, routes, identity.authenticate, guarded ? identity.stepUp.gate : undefined)
  const close = async () => {
    await server.close()
    platform.remove()
  }
  return { url: server.url, close, platform, identity, notifications }
}

/** Browser that keeps the refresh cookie, the device cookie and the access token. */
export class Browser {
  cookie: string | null = null
  device: string | null = null
  token: string | null = null
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const cookies = [path.startsWith(SESSION_PATH) ? this.cookie : null, path.startsWith('/api') ? this.device : null]
    const cookie = cookies.filter(Boolean).join('; ')
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      if (/^(__Secure-)?device=/.test(pair)) this.device = pair
      else this.cookie = pair
    }
    return response
  }

  async signIn(email: string, password: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.send('POST', contract.signIn.path, { email, password }, headers)
    if (response.ok) this.token = ((await response.clone().json()) as AccessToken).accessToken
    return response
  }

  async refresh(): Promise<Response> {
    const response = await this.send('POST', contract.refresh.path)
    if (response.ok) this.token = ((await response.clone().json()) as AccessToken).accessToken
    return response
  }

  account(): Promise<Response> {
    return this.send('GET', contract.account.path)
  }
}

export const codeOf = (response: Response): string | null => response.headers.get('app-error')
