/**
 * `tunjo check`: check every setting and every outside service that it names together, before any migration, without changing anything. One
 * line for each check; exits with 1 when one of them is a fault.
 */

import { checkProviderFinding } from '../domains/compliance/screening/index.ts'
import { chainFindings } from '../domains/money/blockchain/index.ts'
import { paymentProviderFindings } from '../domains/money/payments/index.ts'
import { priceSourceFindings } from '../domains/money/pricing/index.ts'
import { folderFinding } from '../platform/files/index.ts'
import { checkMailServer } from '../platform/mail/mail.ts'
import { type Finding, fault, findingOf, ok, reasonOf, withinTime } from '../platform/observability/finding.ts'
import { type PlatformSettings, readOperatorSettings, rolesOf } from '../platform/process/config.ts'
import type { ProcessRole } from '../platform/process/process-roles.ts'
import { type Environment, settingOf } from '../platform/process/settings.ts'
import { scannerFinding } from '../platform/uploads/index.ts'
import { coreFindings } from './check/core-finding.ts'
import { checkDatabase, withConnections } from './check/database-findings.ts'
import { hideSecrets } from './check/hide-secrets.ts'
import { type Processes, processesOf } from './check/processes.ts'
import { secretFindings } from './check/secret-findings.ts'
import { checkSettings } from './check/setting-findings.ts'
import { unsealedFindings } from './check/unsealed-findings.ts'

export interface CheckOptions {
  readonly roles?: string
  readonly processes?: string
  readonly json?: boolean
}

/** Limit of one group of checks; each call inside has a shorter one. */
const GROUP_TIMEOUT_MS = 40_000

/** Returns the exit code. */
export async function checkCommand(options: CheckOptions, given: Environment): Promise<number> {
  const roles = options.roles === undefined ? null : rolesOf(options.roles)
  const findings = await checkInstallation(given, { roles, processes: processesOf(options.processes), now: () => new Date() })
  const hasFault = findings.some(({ state }) => state === 'fault')
  const text = options.json ? JSON.stringify({ isGood: !hasFault, findings }, null, 2) : linesOf(findings)
  console.log(hideSecrets(text, given))
  return hasFault ? 1 : 0
}

export interface CheckGiven {
  /** Roles of the process that will have these settings; null: all settings of an installation together. */
  readonly roles: ReadonlySet<ProcessRole> | null
  readonly processes: Processes
  readonly now: () => Date
}

export async function checkInstallation(given: Environment, { roles, processes, now }: CheckGiven): Promise<Finding[]> {
  const { findings, env } = checkSettings(given, roles)
  const settings = readOperatorSettings(env)
  const groups = [
    bounded('data folder', async () => (isWebAlone(roles) ? [] : [await folderFinding(settings)])),
    bounded('database', () => databaseAndWhatNeedsIt(settings, env, { roles, processes, now })),
    bounded('mail server', async () => [await mailFinding(env)]),
    bounded('payments provider', () => paymentProviderFindings(env, settings)),
    bounded('background checks', async () => [await checkProviderFinding(env, settings)]),
    bounded('price source', async () => (pollsPrices(roles) ? priceSourceFindings(env, settings) : [])),
    bounded('core', async () => (roles === null || roles.has('web') ? coreFindings(env, roles !== null) : [])),
    bounded('malware scanner', async () => (roles === null || roles.has('core') ? [await scannerFinding(env)] : [])),
  ]
  return [...findings, ...(await Promise.all(groups)).flat()]
}

const isWebAlone = (roles: ReadonlySet<ProcessRole> | null): boolean => roles?.size === 1 && roles.has('web')

const pollsPrices = (roles: ReadonlySet<ProcessRole> | null): boolean => roles === null || roles.has('scheduler')

async function bounded(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  const next = 'LOG_LEVEL=debug shows more of it; the other checks do not depend on this one.'
  return withinTime(GROUP_TIMEOUT_MS, work()).catch((error: unknown) => [fault(check, reasonOf(error), next)])
}

function databaseAndWhatNeedsIt(settings: PlatformSettings, env: Environment, { roles, processes, now }: CheckGiven): Promise<Finding[]> {
  return withConnections(settings, now, async (open, findings) => {
    const { findings: found, isMigrated } = await checkDatabase(open, settings, processes)
    // The signer's role may not read the compared rows.
    const db = (isMigrated && open.find(({ name }) => name !== 'DATABASE_SIGNER_URL')?.db) || null
    const secrets = await secretFindings({ env, settings, db, sealsTrail: roles === null || roles.has('scheduler') })
    const unsealed = db ? await unsealedFindings(db) : []
    return [...findings, ...found, ...secrets, ...unsealed, ...(await chainFindings({ env, settings, db }))]
  })
}

async function mailFinding(env: Environment): Promise<Finding> {
  const url = settingOf(env, 'MAIL_URL')
  if (url === undefined) return ok('mail server', 'MAIL_URL is not set here: only the worker has it.')
  const { host } = new URL(url)
  const signIn = async () => {
    await checkMailServer(url).catch((error: unknown) => Promise.reject(new Error(`${host} takes no mail: ${reasonOf(error)}`)))
    return `${host} takes our credentials; no mail was sent.`
  }
  return findingOf('mail server', signIn, 'Compare MAIL_URL with what the provider of the mail server says: host, port, user, password.')
}

const WIDTH = 22

function linesOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  const lines = findings.flatMap(({ check, state, found, next }) => [
    `${state.padEnd(8)} ${check.padEnd(WIDTH)} ${found}`,
    ...(next === null ? [] : [`${' '.repeat(WIDTH + 9)} → ${next}`]),
  ])
  return [...lines, '', `${count('fault')} faults, ${count('warning')} warnings, ${count('ok')} good.`].join('\n')
}
