/**
 * Keys by role: which roles may hold which key in production, and which cannot work without it (decision 74). An attacker who takes a
 * process over has its environment too: a key that a role does not need is absent there. The demo is one process and has all of them.
 */
import type { ProcessRole } from '../process/process-roles.ts'
import { type Environment, SettingsInvalid } from '../process/settings.ts'

interface KeyRule {
  readonly mayHold: readonly ProcessRole[]
  /** Roles that do not start without it. */
  readonly neededBy?: readonly ProcessRole[]
}

const WITH_BOOKS: readonly ProcessRole[] = ['core', 'worker', 'scheduler']
const INSIDE: readonly ProcessRole[] = [...WITH_BOOKS, 'signer']
const IN_BACKGROUND: readonly ProcessRole[] = ['worker', 'scheduler']

const neededBy = (roles: readonly ProcessRole[]): KeyRule => ({ mayHold: roles, neededBy: roles })
const allowedFor = (...roles: readonly ProcessRole[]): KeyRule => ({ mayHold: roles })

export const KEY_RULES: Readonly<Record<string, KeyRule>> = {
  // The web role takes calls from outside and passes them on: it has no key that opens, seals, signs or pays, and reads no row.
  CORE_TOKEN: neededBy(['web', 'core']),

  SECRETS_KEY: neededBy(INSIDE),
  // Each role that posts seals balances, and the signer checks the seals.
  LEDGER_KEY: allowedFor(...INSIDE),
  LEDGER_RETIRED_KEYS: allowedFor(...INSIDE),
  AUDIT_KEY: allowedFor('scheduler'),
  AUDIT_RETIRED_KEYS: allowedFor('scheduler'),
  // Each of them has metrics of its own, on its health port.
  METRICS_TOKEN: allowedFor(...INSIDE),
  // Opens every backup: only a command of an operator needs it.
  BACKUP_KEY: allowedFor(),
  MAIL_URL: neededBy(['worker']),

  DATABASE_URL: neededBy(WITH_BOOKS),
  DATABASE_MIGRATION_URL: allowedFor(...IN_BACKGROUND),
  DATABASE_SIGNER_URL: neededBy(['signer']),

  // The core requests the link of a PSE payment, and re-reads a payment when two officers book it.
  WOMPI_PRIVATE_KEY: neededBy(WITH_BOOKS),
  WOMPI_INTEGRITY_SECRET: neededBy(WITH_BOOKS),
  WOMPI_EVENTS_SECRET: neededBy(WITH_BOOKS),
  PAYOUTS_EVENTS_SECRET: neededBy(WITH_BOOKS),
  PAYOUTS_API_KEY: neededBy(IN_BACKGROUND),
  PAYOUTS_PRINCIPAL_ID: neededBy(IN_BACKGROUND),
  TUSDATOS_USER: neededBy(['worker']),
  TUSDATOS_PASSWORD: neededBy(['worker']),

  // Which of them the signer needs depends on the place of its keys (signing/config.ts).
  CHAIN_MNEMONIC_FILE: allowedFor('signer'),
  SIGNER_HOT_KEYSTORE: allowedFor('signer'),
  SIGNER_TREASURY_KEYSTORE: allowedFor('signer'),
  SIGNER_KEYSTORE_PASSWORD_FILE: allowedFor('signer'),
  SIGNER_HOT_KEY: allowedFor('signer'),
  SIGNER_TREASURY_KEY: allowedFor('signer'),
  SIGNER_PKCS11_TOKEN: allowedFor('signer'),
  SIGNER_PKCS11_PIN_FILE: allowedFor('signer'),
  AWS_ACCESS_KEY_ID: allowedFor('signer'),
  AWS_SECRET_ACCESS_KEY: allowedFor('signer'),
  AWS_SESSION_TOKEN: allowedFor('signer'),
}

/** @throws SettingsInvalid that names the first key that is missing, or that none of the roles may hold */
export function checkKeys(roles: ReadonlySet<ProcessRole>, env: Environment): void {
  const [first] = keyFaults(roles, env)
  if (first !== undefined) throw new SettingsInvalid(first)
}

/** One sentence for each key that is missing, or that none of the roles may hold. */
export function keyFaults(roles: ReadonlySet<ProcessRole>, env: Environment): string[] {
  const running = [...roles].join(', ')
  return Object.entries(KEY_RULES).flatMap(([name, { mayHold, neededBy: needing = [] }]) => {
    const isGiven = Boolean(env[name] || env[`${name}_FILE`])
    if (isGiven && !mayHold.some((role) => roles.has(role)))
      return [
        `${name} is given to a process with the role ${running}: in production ${mayHold.length === 0 ? 'no role' : `only ${mayHold.join(', ')}`} may hold it.`,
      ]
    const role = needing.find((one) => roles.has(one))
    return !isGiven && role ? [`${name} is needed by the role ${role} in production.`] : []
  })
}
