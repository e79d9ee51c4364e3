/** Check of the seal keys for operators: whether the keys of this process sealed the balances of the database. */

import type { Connection } from '../../../platform/database/database.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { AccountState } from './rules.ts'
import { accountText, readSeals } from './seals.ts'
import { query } from './store.ts'

interface SealCheck {
  readonly db: Connection
  readonly secrets: Pick<Secrets, 'derive'>
  readonly env: Environment
}

interface CheckedSeals {
  /** Number of balances that were compared. */
  readonly compared: number
  /** Number of those that none of the keys sealed. */
  readonly unknown: number
}

const COMPARED = 50
/** In the order of the primary key: ids are hashes, so they are rows of any age. */
const SEALED_ACCOUNTS = `SELECT shard, id, asset, kind, owner, name, floor, posted, held, version, encode(seal, 'hex') AS seal
  FROM ledger.account WHERE seal IS NOT NULL ORDER BY shard, id LIMIT $1`

export async function checkSealKeys({ db, secrets, env }: SealCheck): Promise<CheckedSeals> {
  const seals = readSeals(secrets, env)
  const rows = await query<Omit<AccountState, 'isProved'> & { shard: number; seal: string }>(db, SEALED_ACCOUNTS, [COMPARED])
  const unknown = rows.filter(({ shard, seal, ...row }) => !seals.isSealOf(accountText(shard, { ...row, isProved: true }), seal))
  return { compared: rows.length, unknown: unknown.length }
}
