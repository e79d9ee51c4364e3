/**
 * Comparison of the keys of a process with what the database has sealed, for `tunjo check` and as a measure of a running process. A wrong
 * key opens nothing, and adds new seals that do not fit the old ones.
 */
import { sql } from 'kysely'
import { checkSealKeys } from '../domains/money/ledger/index.ts'
import { checkSealingKeys, readAuditKeys } from '../platform/audit/index.ts'
import type { Connection } from '../platform/database/database.ts'
import { declareMeasures, type Gauges } from '../platform/observability/gauges.ts'
import type { Environment } from '../platform/process/settings.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'

const MEASURES = declareMeasures('keys', {
  '{key}': {
    name: 'sealing_key_wrong',
    help: '1 while this key of the process is another one than the key that sealed what the database has, else 0',
    ofProcess: true,
    isNew: true,
    rules: [
      {
        alert: 'SealingKeyWrong',
        when: '> 0',
        severity: 'page',
        summary: '{{ $labels.key }} of {{ $labels.instance }} is another key than the one that sealed what the database has',
      },
    ],
  },
})

export interface KeysOfProcess {
  readonly db: Connection
  readonly secrets: Secrets
  readonly env: Environment
  /** Whether the process seals the audit trail: only the scheduler has AUDIT_KEY. */
  readonly sealsTrail: boolean
}

/** Null: the database has nothing yet with which the key could be compared. */
export interface SealedByKeys {
  readonly isSecretsKeyRight: boolean | null
  /** Null also in a process that does not seal the trail. */
  readonly isAuditKeyKnown: boolean | null
}

export async function compareSecretsKey({ db, secrets, env, sealsTrail }: KeysOfProcess): Promise<SealedByKeys> {
  const { isHeadKeyCurrent, isSealKeyKnown } = await checkSealingKeys(db, readAuditKeys(secrets, env))
  const answers = [isHeadKeyCurrent, await opensNewestFileKey(db, secrets)].filter((one) => one !== null)
  return {
    isSecretsKeyRight: answers.length === 0 ? null : answers.every(Boolean),
    isAuditKeyKnown: sealsTrail ? isSealKeyKnown : null,
  }
}

/** Null where no customer has a file. */
async function opensNewestFileKey(db: Connection, secrets: Secrets): Promise<boolean | null> {
  const found = await sql<{ ownerId: string; sealed: string }>`SELECT owner_id AS "ownerId", sealed FROM platform.file_key
    WHERE sealed IS NOT NULL ORDER BY created_at DESC LIMIT 1`.execute(db)
  const [newest] = found.rows
  if (!newest) return null
  try {
    secrets.open(`file-key:${newest.ownerId}`, newest.sealed)
    return true
  } catch {
    return false
  }
}

export const sealingKeyFigures = (keys: KeysOfProcess): Gauges => ({
  measures: MEASURES,
  async read() {
    const [{ isSecretsKeyRight, isAuditKeyKnown }, { unknown }] = await Promise.all([compareSecretsKey(keys), checkSealKeys(keys)])
    return {
      SECRETS_KEY: isSecretsKeyRight === false ? 1 : 0,
      LEDGER_KEY: unknown > 0 ? 1 : 0,
      ...(keys.sealsTrail ? { AUDIT_KEY: isAuditKeyKnown === false ? 1 : 0 } : {}),
    }
  },
})
