/**
 * Checks of SECRETS_KEY, AUDIT_KEY and LEDGER_KEY against sealed data in the database: a wrong key would open nothing, and add new seals
 * that do not fit the old ones.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareSecretsKey, type KeysOfProcess } from '../../composition/sealing-keys.ts'
import { checkSealKeys } from '../../domains/money/ledger/index.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type Finding, fault, ok, reasonOf } from '../../platform/observability/finding.ts'
import type { PlatformSettings } from '../../platform/process/config.ts'
import { type Environment, settingOf } from '../../platform/process/settings.ts'
import { openSecrets, type Secrets } from '../../platform/secrets/secrets.ts'

const CHECK = 'sealing keys'
const RESTORE_KEY = 'Put back the key of this installation; with another one nothing that is sealed can be opened again.'

interface SecretCheck {
  readonly env: Environment
  readonly settings: Pick<PlatformSettings, 'profile' | 'dataDir'>
  /** Null where the database does not answer, or has no tables yet. */
  readonly db: Connection | null
  /** Whether the process seals the audit trail: only the scheduler has AUDIT_KEY. */
  readonly sealsTrail: boolean
}

export async function secretFindings({ env, settings, db, sealsTrail }: SecretCheck): Promise<Finding[]> {
  if (!env.SECRETS_KEY && !env.SECRETS_KEY_FILE && !hasDemoKey(settings))
    return [
      ok(
        CHECK,
        settings.profile === 'demo' ? 'SECRETS_KEY is not set: a demo makes one at its first start.' : 'SECRETS_KEY is not set here.',
      ),
    ]
  try {
    const secrets = openSecrets(settings, env)
    if (db === null) return [ok(CHECK, 'SECRETS_KEY has 32 bytes; without the tables of the product it was not compared with anything.')]
    const sealing = await compare({ db, secrets, env, sealsTrail })
    // Without LEDGER_KEY the key of the ledger comes from SECRETS_KEY: its fault would be reported twice.
    if (sealing.state === 'fault' && settingOf(env, 'LEDGER_KEY') === undefined) return [sealing]
    return [sealing, await ledgerFinding(db, secrets, env)]
  } catch (error) {
    return [fault(CHECK, reasonOf(error), RESTORE_KEY)]
  }
}

const LEDGER_CHECK = 'ledger keys'

/** With another key nothing would be posted from the balances that are there. */
async function ledgerFinding(db: Connection, secrets: Secrets, env: Environment): Promise<Finding> {
  const name = settingOf(env, 'LEDGER_KEY') === undefined ? 'The key of the ledger, which comes from SECRETS_KEY,' : 'LEDGER_KEY'
  const { compared, unknown } = await checkSealKeys({ db, secrets, env })
  if (compared === 0) return ok(LEDGER_CHECK, 'The ledger has no sealed balance yet with which its key could be compared.')
  if (unknown === 0) return ok(LEDGER_CHECK, `${name} or a retired key sealed each of ${compared} balances that were compared.`)
  const found = `${name} is another key than the one that sealed ${unknown} of ${compared} balances: nothing is posted from those.`
  const next = 'Put back LEDGER_KEY; a key that sealed before belongs into LEDGER_RETIRED_KEYS. A right key: run "npx tunjo verify ledger".'
  return fault(LEDGER_CHECK, found, next)
}

const hasDemoKey = ({ profile, dataDir }: SecretCheck['settings']): boolean =>
  profile === 'demo' && existsSync(join(dataDir, 'secrets.key'))

async function compare(keys: KeysOfProcess): Promise<Finding> {
  const { isSecretsKeyRight, isAuditKeyKnown } = await compareSecretsKey(keys)
  if (isSecretsKeyRight === false)
    return fault(CHECK, 'SECRETS_KEY is another key than the one that sealed what this database has.', RESTORE_KEY)
  if (isAuditKeyKnown === false) {
    const found = 'No key that is set here sealed the audit trail of this database.'
    return fault(CHECK, found, 'Put back SECRETS_KEY or AUDIT_KEY; a key that sealed before belongs into AUDIT_RETIRED_KEYS.')
  }
  if (isSecretsKeyRight === null && isAuditKeyKnown === null)
    return ok(CHECK, 'This database has nothing yet with which SECRETS_KEY could be compared.')
  return ok(CHECK, 'SECRETS_KEY is the key that sealed what this database has.')
}
