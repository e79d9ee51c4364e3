/** Settings of the platform. Each module has its own schema. */
import { resolve } from 'node:path'
import * as z from 'zod'
import { checkKeys } from '../secrets/role-keys.ts'
import { PROCESS_ROLES, type ProcessRole } from './process-roles.ts'
import { booleanSetting, declareSettings, type Environment, readSettings, SettingsInvalid } from './settings.ts'

const KEY_BYTES = [16, 24, 32]
const MEGABYTE = 1_048_576
const FREE_MINIMUM_MB = 1_024
/** Longer than the usual interval at which load balancers ask. */
const DRAIN_SECONDS = 5
/** Different ones, so that one machine can run a process of each role. */
const HEALTH_PORTS = { worker: 8_081, scheduler: 8_082, signer: 8_083 } as const

const schema = declareSettings({
  /** `production` starts none of the embedded parts and refuses settings of a demo. */
  PROFILE: z.enum(['demo', 'production']).default('demo'),
  /** Port on which this process listens. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Address on which this process listens. */
  HOST: z.string().default('127.0.0.1'),
  /** Port for liveness, readiness and metrics alone; 0: none. In production a process without web and core has one. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Address on which the health port listens. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** How long a process that answers calls continues to accept them after SIGTERM, while it reports that it is not ready. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** Public address for people and providers; https in production, where it is required. */
  PUBLIC_URL: z.url().optional(),
  /** Folder of this installation: its files, in the demo everything. */
  DATA_DIR: z.string().default('.data'),
  /** Minimum free space on the disk of DATA_DIR; below it no customer file is accepted. */
  DATA_DIR_MINIMUM_FREE_MB: z.coerce.number().int().min(0).max(10_000_000).optional(),
  /** Database connection as the role of the product. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Database connection as the role that owns the tables; then DATABASE_URL's role needs no rights in advance. */
  DATABASE_MIGRATION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Database connection as the signer's role; only processes with the role `signer` need it. */
  DATABASE_SIGNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Name of the signer's role, for the process that runs the migrations without the signer. */
  DATABASE_SIGNER_ROLE: z.string().optional(),
  /** Lowest level that is logged. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** SMTP server, as `smtps://user:password@host`. */
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of mails. */
  MAIL_FROM: z.string().default('Tunjo <no-responder@tunjo.example>'),
  /** Address of the core, for a process with the role `web` and without `core`. */
  CORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Token shared by web and core: the core rejects every caller without it. */
  CORE_TOKEN: z.string().min(32).optional(),
  /** Addresses of proxies whose X-Forwarded-For is trusted; the header is ignored from any other address (SEC-14). */
  TRUSTED_PROXIES: z.string().default(''),
  /** Whether the browser application is compressed with Brotli after the start. Turn it off where many processes start for a short time. */
  WEB_BROTLI: booleanSetting.default(true),
  /** Turns the compatibility mode of http/legacy-encryption.ts on. Public by nature: every browser gets it. */
  LEGACY_BODY_ENCRYPTION_KEY: z
    .base64()
    .refine((text) => KEY_BYTES.includes(Buffer.from(text, 'base64').length), 'needs 16, 24 or 32 bytes in base64')
    .optional(),
})

export interface PlatformSettings {
  profile: 'demo' | 'production'
  port: number
  host: string
  /** 0: none. */
  healthPort: number
  healthHost: string
  drainMs: number
  publicUrl: string
  dataDir: string
  freeMinimumBytes: number
  databaseUrl: string | null
  databaseMigrationUrl: string | null
  databaseSignerUrl: string | null
  databaseSignerRole: string | null
  logLevel: string
  mailUrl: string | null
  mailFrom: string
  /** Address of the core for the web role; null where one process is both. */
  coreUrl: string | null
  /** Null where one process is web and core. */
  coreToken: string | null
  trustedProxies: string[]
  webBrotli: boolean
  legacyBodyKey: Buffer | null
  roles: ReadonlySet<ProcessRole>
}

export function readPlatformSettings(env: Environment, args: readonly string[]): PlatformSettings {
  const given = readSettings(schema, env)
  if (given.DATABASE_MIGRATION_URL && !given.DATABASE_URL) throw new SettingsInvalid('DATABASE_MIGRATION_URL needs DATABASE_URL.')
  const roles = readRoles(args)
  if (given.PROFILE === 'production') checkProduction(given, roles, env)
  return platformSettings(given, roles)
}

/** Settings for an operator's command, which runs no part of the product and needs neither its keys nor what its roles need. */
export function readOperatorSettings(env: Environment): PlatformSettings {
  return platformSettings(readSettings(schema, env), new Set())
}

function platformSettings(given: z.output<typeof schema>, roles: ReadonlySet<ProcessRole>): PlatformSettings {
  return {
    profile: given.PROFILE,
    port: given.PORT,
    host: given.HOST,
    healthPort: given.HEALTH_PORT ?? defaultHealthPort(given.PROFILE, roles),
    healthHost: given.HEALTH_HOST,
    drainMs: (given.DRAIN_SECONDS ?? (given.PROFILE === 'demo' ? 0 : DRAIN_SECONDS)) * 1_000,
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${given.PORT}`,
    dataDir: resolve(given.DATA_DIR),
    freeMinimumBytes: (given.DATA_DIR_MINIMUM_FREE_MB ?? (given.PROFILE === 'demo' ? 0 : FREE_MINIMUM_MB)) * MEGABYTE,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseMigrationUrl: given.DATABASE_MIGRATION_URL ?? null,
    databaseSignerUrl: given.DATABASE_SIGNER_URL ?? null,
    databaseSignerRole: given.DATABASE_SIGNER_ROLE ?? null,
    logLevel: given.LOG_LEVEL,
    mailUrl: given.MAIL_URL ?? null,
    mailFrom: given.MAIL_FROM,
    ...coreOf(given, roles),
    trustedProxies: given.TRUSTED_PROXIES.split(',')
      .map((address) => address.trim())
      .filter((address) => address !== ''),
    webBrotli: given.WEB_BROTLI,
    legacyBodyKey: given.LEGACY_BODY_ENCRYPTION_KEY ? Buffer.from(given.LEGACY_BODY_ENCRYPTION_KEY, 'base64') : null,
    roles,
  }
}

/** A process that answers calls has liveness and readiness on its own port; the demo is one process. */
function defaultHealthPort(profile: PlatformSettings['profile'], roles: ReadonlySet<ProcessRole>): number {
  if (profile === 'demo' || roles.has('web') || roles.has('core')) return 0
  const role = (['worker', 'scheduler', 'signer'] as const).find((one) => roles.has(one))
  return role ? HEALTH_PORTS[role] : 0
}

function checkProduction(given: z.output<typeof schema>, roles: ReadonlySet<ProcessRole>, env: Environment): void {
  // An outside caller must not find the keys that sign or pay in the memory of the process that answers (R13).
  for (const alone of ['signer', 'web', 'core'] as const)
    if (roles.has(alone) && roles.size > 1)
      throw new SettingsInvalid(
        `In production the ${alone} is a process of its own: start --roles=web, --roles=core, --roles=worker,scheduler and --roles=signer.`,
      )
  checkKeys(roles, env)
  const publicUrlFault = roles.has('signer') ? null : publicUrlFaultOf(given.PUBLIC_URL)
  if (publicUrlFault !== null) throw new SettingsInvalid(publicUrlFault)
}

/** Null where production takes it. */
export function publicUrlFaultOf(publicUrl: string | undefined): string | null {
  if (!publicUrl) return 'PUBLIC_URL is needed in production: https://…'
  return publicUrl.startsWith('https://') ? null : 'PUBLIC_URL must start with https:// in production.'
}

/** @throws SettingsInvalid when web and core are separate and one cannot find or authenticate the other */
function coreOf(
  { CORE_URL, CORE_TOKEN }: z.output<typeof schema>,
  roles: ReadonlySet<ProcessRole>,
): Pick<PlatformSettings, 'coreUrl' | 'coreToken'> {
  // A command of an operator is neither of the two.
  if (roles.size === 0) return { coreUrl: null, coreToken: null }
  if (CORE_URL && (roles.has('core') || !roles.has('web')))
    throw new SettingsInvalid('CORE_URL is for a process with the role web and without core.')
  if (roles.has('web') === roles.has('core')) return { coreUrl: null, coreToken: null }
  if (roles.has('web') && roles.size > 1) throw new SettingsInvalid('The role web without core is a process of its own: start --roles=web.')
  if (!CORE_TOKEN)
    throw new SettingsInvalid('CORE_TOKEN is needed where web and core are two processes: the same for both, 32 characters or more.')
  if (roles.has('web') && !CORE_URL) throw new SettingsInvalid('CORE_URL is needed by the role web: where the core listens.')
  return { coreUrl: CORE_URL ?? null, coreToken: CORE_TOKEN }
}

/** `--roles=worker,scheduler` or `--roles worker,scheduler`; without it every role. Any other argument is refused as a mistake. */
function readRoles(args: readonly string[]): ReadonlySet<ProcessRole> {
  const [option, ...more] = args
  if (option === undefined) return new Set(PROCESS_ROLES)
  const [list, unknown] = option === '--roles' ? [more[0] ?? '', more[1]] : [/^--roles=(.*)$/.exec(option)?.[1], more[0]]
  if (list === undefined || unknown !== undefined)
    throw new SettingsInvalid(`"${unknown ?? option}" is no option: there is --roles with a list of ${PROCESS_ROLES.join(', ')}.`)
  return rolesOf(list)
}

/** @throws SettingsInvalid */
export function rolesOf(list: string): ReadonlySet<ProcessRole> {
  const roles = z.array(z.enum(PROCESS_ROLES)).min(1).safeParse(list.split(','))
  if (!roles.success) throw new SettingsInvalid(`--roles takes a list of ${PROCESS_ROLES.join(', ')}.`)
  return new Set(roles.data)
}
