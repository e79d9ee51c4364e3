/** Settings of the background check provider. The demo profile gets those of its sandbox; production refuses test keys and loopback. */
import * as z from 'zod'
import { isLoopbackHost } from '../../../../platform/http/network.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../../platform/process/settings.ts'
import type { TusdatosSettings } from './tusdatos.ts'

const schema = declareSettings({
  /** Without `/api`: `https://dash-board.tusdatos.co`. */
  TUSDATOS_URL: z.url(),
  /** A colon would end the user name where the password begins. */
  TUSDATOS_USER: z
    .string()
    .regex(/^[^:]+$/, 'needs to be without a colon')
    .optional(),
  /** Password of the account at the background check provider. */
  TUSDATOS_PASSWORD: z.string().min(1).optional(),
  /** Time limit of one answer of the provider. */
  TUSDATOS_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(60).default(15),
  /** Limited because each launch costs money. */
  TUSDATOS_OFFICER_LAUNCHES_PER_DAY: z.coerce.number().int().min(0).max(10_000).default(50),
  /** Maximum of automatic checks in 24 hours. */
  TUSDATOS_OWN_LAUNCHES_PER_DAY: z.coerce.number().int().min(0).max(100_000).default(500),
})
/** Host of the provider's public test interface. */
const TEST_HOST = 'docs.tusdatos.co'

/** Maximum launches within 24 hours. */
export interface CheckLimits {
  readonly perOfficer: number
  /** Limit of all automatic launches. */
  readonly ownLaunches: number
}

/** `provider` null: this process may not call the provider. */
export function readTusdatosSettings(
  env: Environment,
  { profile }: { profile: 'demo' | 'production' },
): { readonly provider: TusdatosSettings | null; readonly limits: CheckLimits } {
  const { TUSDATOS_URL, TUSDATOS_USER, TUSDATOS_PASSWORD, ...more } = readSettings(schema, env)
  const credentials = TUSDATOS_USER && TUSDATOS_PASSWORD ? { user: TUSDATOS_USER, password: TUSDATOS_PASSWORD } : null
  if (!credentials && (profile === 'demo' || TUSDATOS_USER || TUSDATOS_PASSWORD))
    throw new SettingsInvalid('TUSDATOS_USER and TUSDATOS_PASSWORD are needed together.')
  if (profile === 'production') refuseTestSettings(TUSDATOS_URL, { TUSDATOS_USER, TUSDATOS_PASSWORD })
  return {
    provider: credentials && { url: TUSDATOS_URL.replace(/\/+$/, ''), ...credentials, timeoutMs: more.TUSDATOS_TIMEOUT_SECONDS * 1_000 },
    limits: { perOfficer: more.TUSDATOS_OFFICER_LAUNCHES_PER_DAY, ownLaunches: more.TUSDATOS_OWN_LAUNCHES_PER_DAY },
  }
}

function refuseTestSettings(url: string, credentials: Readonly<Record<string, string | undefined>>): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' || isLoopbackHost(hostname) || hostname === TEST_HOST)
    throw new SettingsInvalid('TUSDATOS_URL must be the https address of the real provider in production.')
  for (const [name, value] of Object.entries(credentials))
    if (/(^|[_-])(test|sandbox)([_-]|$)/i.test(value ?? '')) throw new SettingsInvalid(`${name} is a test key; production needs its own.`)
}
