/** Migrations of payments over a database that has rows of the version before them. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../../../dev/testing/database.ts'
import { migrationSources } from '../../../composition/migration-sources.ts'
import { type OpenDatabase, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { MigrationSource } from '../../../platform/database/migration-files.ts'
import { migrate } from '../../../platform/database/migrations.ts'

const DAY_MS = 86_400_000
let empty: EmptyDatabase
let database: OpenDatabase
let folder: string

beforeEach(async () => {
  empty = await createEmptyDatabase()
  database = openDatabase(empty.connection, { maxConnections: 2 })
  folder = await mkdtemp(join(tmpdir(), 'payments-migrations-'))
})
afterEach(async () => {
  await database.close()
  await empty.drop()
  await rm(folder, { recursive: true })
})

/** The platform's migrations, and those of payments before this file, which created its views. */
async function sourcesBefore(file: string): Promise<MigrationSource[]> {
  const known = sources()
  const payments = known.find(({ module }) => module === 'payments')
  if (!payments) throw new Error('no migrations')
  await cp(payments.folder, folder, { recursive: true, filter: (path) => !path.endsWith('.sql') || basename(path) < file })
  return known.map(({ views: _later, ...source }) => (source.module === 'payments' ? { ...source, folder } : source))
}
const sources = () => migrationSources().filter(({ module }) => module === 'platform' || module === 'payments')

const insertDeposit = async (id: string, transaction: string) => {
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number, amount,
      payer, state, provider_transaction_id, created_at, ended_at)
    VALUES (${id}, ${newId()}, 'x', ${newId()}, 1, 'Nómina', 9, '12345678', 5000000, '{}', 'COMPLETED', ${transaction}, now(), now())`.execute(
    database.db,
  )
}
interface Old {
  readonly kind: string
  readonly state: 'OPEN' | 'GONE' | 'BOOKED' | 'SEEN'
  readonly providerId: string
  readonly movementId: string
  readonly isBooked?: boolean
}
const CHECKED_AT = new Date('2026-11-29T12:00:00Z')
async function insertAnomaly({ kind, state, providerId, movementId, isBooked = false }: Old): Promise<void> {
  const ended = state === 'GONE' || state === 'BOOKED' ? CHECKED_AT : null
  await sql`INSERT INTO payments.anomaly (id, kind, provider, provider_id, reference, movement_id, booked, amount, currency, status, payer, fields, state,
      first_seen_at, last_seen_at, checked_at, ended_at, booked_at)
    VALUES (${newId()}, ${kind}, 'wompi', ${providerId}, 'x', ${movementId}, 5000000, 0, 'COP', 'VOIDED', '{}', '{status}', ${state},
      ${CHECKED_AT}, ${CHECKED_AT}, ${CHECKED_AT}, ${ended}, ${isBooked ? CHECKED_AT : null})`.execute(database.db)
}

it('E6 0037 and 0038 keep deposits and anomalies of before: reversals are asked for again at once, and all others when they are due', async () => {
  await migrate(database.db, await sourcesBefore('0037_sealed_taken_back.sql'))
  const ids = { open: newId(), restored: newId(), booked: newId() }
  for (const [name, id] of Object.entries(ids)) await insertDeposit(id, name)
  await sql`INSERT INTO payments.taken_back (deposit_id, status, at, restored_at) VALUES (${ids.open}, 'VOIDED', now(), NULL),
    (${ids.restored}, 'VOIDED', now(), now())`.execute(database.db)
  await insertAnomaly({ kind: 'deposit_taken_back', state: 'OPEN', providerId: 'open', movementId: ids.open })
  await insertAnomaly({ kind: 'deposit_taken_back', state: 'GONE', providerId: 'restored', movementId: ids.restored })
  await insertAnomaly({ kind: 'payment_twice', state: 'OPEN', providerId: 'booked', movementId: ids.booked, isBooked: true })
  await insertAnomaly({ kind: 'payment_twice', state: 'OPEN', providerId: 'unbooked', movementId: ids.booked })
  const applied = await migrate(database.db, sources())
  expect(applied).toContain('0037_sealed_taken_back.sql')
  const { rows } = await sql<{
    providerId: string
    checkedAt: Date
    state: string
  }>`SELECT provider_id AS "providerId", checked_at AS "checkedAt", state
    FROM payments.anomaly ORDER BY provider_id`.execute(database.db)
  const earlier = new Date(CHECKED_AT.getTime() - DAY_MS)
  expect(rows).toEqual([
    { providerId: 'booked', checkedAt: earlier, state: 'OPEN' },
    { providerId: 'open', checkedAt: earlier, state: 'OPEN' },
    { providerId: 'restored', checkedAt: CHECKED_AT, state: 'GONE' },
    { providerId: 'unbooked', checkedAt: CHECKED_AT, state: 'OPEN' },
  ])
  // Rows without our seal proved nothing: the provider is asked, and sealed ones are recorded.
  const left = await sql<{ count: string }>`SELECT count(*)::text AS count FROM payments.taken_back`.execute(database.db)
  expect(left.rows).toEqual([{ count: '0' }])
  const deposits = await sql<{ id: string }>`SELECT id FROM payments.deposit ORDER BY id`.execute(database.db)
  expect(deposits.rows.map(({ id }) => id)).toEqual(Object.values(ids).toSorted())
  // From 0038 on, only a deposit that was sent back shares its payment with another one.
  await expect(insertDeposit(newId(), 'open')).rejects.toThrow('deposit_provider_transaction_once')
  await sql`UPDATE payments.deposit SET state = 'RETURNED' WHERE id = ${ids.open}`.execute(database.db)
  await insertDeposit(newId(), 'open')
  expect(await migrate(database.db, sources())).toEqual([])
})
