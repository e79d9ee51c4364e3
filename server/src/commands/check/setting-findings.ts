/** Checks of the settings for `tunjo check`: every name and every value together, where a start would stop at the first fault. */

import { readListSources, readTusdatosSettings } from '../../domains/compliance/screening/index.ts'
import { readIdentitySettings } from '../../domains/customers/identity/index.ts'
import { readPoliciesSettings } from '../../domains/customers/policies/index.ts'
import { readChainSettings, readSignerSettings } from '../../domains/money/blockchain/index.ts'
import { readCryptoSettings, readWithdrawalSettings } from '../../domains/money/crypto/index.ts'
import { readPaymentsSettings } from '../../domains/money/payments/index.ts'
import { readPricingSettings } from '../../domains/money/pricing/index.ts'
import { readTradingSettings } from '../../domains/money/trading/index.ts'
import { readTreasurySettings } from '../../domains/money/treasury/index.ts'
import { readNotificationsSettings } from '../../domains/reference/notifications/index.ts'
import { type Finding, fault, ok, reasonOf } from '../../platform/observability/finding.ts'
import { publicUrlFaultOf, readPlatformSettings } from '../../platform/process/config.ts'
import type { ProcessRole } from '../../platform/process/process-roles.ts'
import { declaredSettings, type Environment, misspelledSettings, settingOf, ValuesInvalid } from '../../platform/process/settings.ts'
import { KEY_RULES, keyFaults } from '../../platform/secrets/role-keys.ts'
// Imports every module, so that each has declared its settings.
import '../../composition/product.ts'

interface CheckedSettings {
  readonly findings: readonly Finding[]
  /** Without the values that their schemas refuse, so that the other checks can run. */
  readonly env: Environment
}

/** @param roles those of the process that will have these settings; null: all settings of an installation together */
export function checkSettings(given: Environment, roles: ReadonlySet<ProcessRole> | null): CheckedSettings {
  const { sentences, env } = refusedValues(given)
  const misspelled = misspelledSettings(given, [...declaredSettings().keys(), ...Object.keys(KEY_RULES)])
  const missing = given.PROFILE === 'production' ? missingSettings(given, roles) : []
  const together = refusedTogether(env, roles)
  const all = [...new Set([...misspelled, ...sentences, ...missing, ...together])]
  if (all.length === 0) return { findings: [ok('settings', `${countGiven(given)} settings are given, and each can be read.`)], env }
  return { findings: all.map((sentence) => fault('settings', sentence, 'docs/settings.md says what each setting takes.')), env }
}

const countGiven = (env: Environment): number =>
  [...declaredSettings().keys()].filter((name) => Boolean(env[name] || env[`${name}_FILE`])).length

function refusedValues(given: Environment): { sentences: string[]; env: Environment } {
  const env = { ...given }
  const sentences: string[] = []
  for (const [name, type] of declaredSettings()) {
    const refusal = refusalOf(() => {
      const value = settingOf(given, name)
      const read = value === undefined ? null : type.safeParse(value)
      if (read?.error) throw new ValuesInvalid(`${name}: ${read.error.issues.map(({ message }) => message).join('. ')}.`)
    })
    if (refusal === null) continue
    sentences.push(refusal.message)
    delete env[name]
    delete env[`${name}_FILE`]
  }
  return { sentences, env }
}

/** Required settings without a value, and keys that a role of production needs or must not hold. */
function missingSettings(env: Environment, roles: ReadonlySet<ProcessRole> | null): string[] {
  const has = (name: string) => Boolean(env[name] || env[`${name}_FILE`])
  const needed = [...declaredSettings()]
    .filter(([name, type]) => !has(name) && isReadBy(name, roles) && !type.safeParse(undefined).success)
    .map(([name]) => name)
  const needsRole = Object.keys(KEY_RULES).filter((name) => !has(name) && (KEY_RULES[name]?.neededBy?.length ?? 0) > 0)
  const names = new Set([...needed, ...(roles ? [] : needsRole)])
  const keys = roles ? keyFaults(roles, env).filter((sentence) => !needed.some((name) => sentence.startsWith(`${name} `))) : []
  const address = roles?.has('signer') ? null : publicUrlFaultOf(env.PUBLIC_URL)
  return [...[...names].map((name) => `${name} is needed in production.`), ...keys, ...(address ? [address] : [])]
}

/** The web role has no module, and the signer only the one of the chain. */
function isReadBy(name: string, roles: ReadonlySet<ProcessRole> | null): boolean {
  if (roles?.size !== 1) return true
  if (roles.has('web')) return false
  return !roles.has('signer') || name.startsWith('CHAIN_')
}

type Profile = { readonly profile: 'demo' | 'production' }

/** Faults that the schema of one value cannot detect: each part reads its settings as it would at the start. */
function refusedTogether(env: Environment, roles: ReadonlySet<ProcessRole> | null): string[] {
  const profile: Profile = { profile: env.PROFILE === 'production' ? 'production' : 'demo' }
  const withModules = roles === null || roles.has('core') || roles.has('worker') || roles.has('scheduler')
  const withSigner = roles === null ? env.PROFILE === 'production' : roles.has('signer')
  const readers: (() => unknown)[] = [
    ...(roles ? [() => readPlatformSettings(env, ['--roles', [...roles].join(',')])] : []),
    ...(withModules ? moduleReaders(env, profile) : []),
    ...(withModules || withSigner ? [() => env.CHAIN_RPC_URL && readChainSettings(env, profile)] : []),
    ...(withSigner ? [() => readSignerSettings(env, profile)] : []),
  ]
  return readers.flatMap((read) => {
    const refusal = refusalOf(read)
    // Single values were checked before, and missing ones were named.
    return refusal === null || refusal instanceof ValuesInvalid ? [] : [reasonOf(refusal)]
  })
}

const moduleReaders = (env: Environment, profile: Profile): (() => unknown)[] => [
  () => readIdentitySettings(env),
  () => readPoliciesSettings(env),
  () => readNotificationsSettings(env, profile),
  () => readPricingSettings(env, profile),
  () => readTradingSettings(env),
  () => readCryptoSettings(env, profile),
  () => readWithdrawalSettings(env, profile),
  () => readTreasurySettings(env),
  () => readPaymentsSettings(env, profile),
  () => readListSources(env, profile),
  () => readTusdatosSettings(env, profile),
]

function refusalOf(read: () => unknown): Error | null {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
