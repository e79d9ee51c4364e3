/** Queries inside a transaction use its connection: otherwise as many concurrent calls as the pool has would deadlock. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { type Connection, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { lastFoundAt, openedAt } from '../../customers/alerts/episodes.ts'
import { createAccountFunctions } from '../../customers/identity/accounts/account-functions.ts'
import type { IdentityContext } from '../../customers/identity/core/context.ts'
import { createKyc } from '../../customers/kyc/create-kyc.ts'
import type { RiskContext } from '../../customers/risk/context.ts'
import { checkPepEnds } from '../../customers/risk/diligence.ts'
import type { ComplianceContext } from './context.ts'
import { createDueDiligence } from './due-diligence/create-due-diligence.ts'
import { checkLease } from './review/lease.ts'
import { releaseWork } from './work/take-work.ts'

let database: TestDatabase
let platform: ReturnType<typeof createTestPlatform>
const [person, officer, other, work] = [newId(), newId(), newId(), newId()]
const email = `${officer}@correo.example`
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 1 })
  platform = createTestPlatform(database)
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
    VALUES (${officer}, ${email}, 'x', ARRAY['ROLE_ADMIN'], 2, 'es', now())`.execute(database.owner)
  await sql`INSERT INTO compliance.review_lease (account_id, officer_id, taken_at, until)
    VALUES (${person}, ${officer}, now(), now() + interval '1 hour')`.execute(database.owner)
  await sql`INSERT INTO compliance.work_assignment (queue, work_id, account_id, officer_id, assigned_by, at)
    VALUES ('alerts', ${work}, ${person}, ${officer}, ${officer}, now())`.execute(database.owner)
})
afterAll(async () => {
  await database.drop()
  platform.remove()
})

const identity = () => createAccountFunctions(platform as unknown as IdentityContext)
const refused = { refusal: { params: { officer: email } } }
const asked = () => ({ accountId: person, officerId: other, now: platform.clock.now() })

it('the holder of the lease', async () => {
  await expect(inTransaction(database.db, (tx) => checkLease(tx, identity(), asked()))).rejects.toMatchObject(refused)
})

it('the holder of the work item', async () => {
  const context = { ...platform, identity: identity() } as unknown as ComplianceContext
  const call = { caller: { accountId: other, permissions: [] }, http: {}, queue: 'alerts', id: work } as unknown as Parameters<
    typeof releaseWork
  >[1]
  await expect(releaseWork(context, call)).rejects.toMatchObject(refused)
})

const createdKyc = () => createKyc(platform, {} as unknown as Parameters<typeof createKyc>[1])

it('the declaration of a company and the persons named in its documents', async () => {
  const kyc = createdKyc()
  const read = (connection: Connection) => kyc.reviewFacts(person, connection)
  expect(await inTransaction(database.db, read)).toMatchObject({ representatives: [], representativesBefore: [] })
})

it('whether the PEP alert ends without a due diligence', async () => {
  await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at)
    VALUES (${newId()}, ${person}, 3, 'open', now(), 'x', 'medium', 'medium', now())`.execute(database.owner)
  const parts = { kyc: createdKyc(), diligence: createDueDiligence(platform), alerts: { lastFoundAt, openedAt } }
  const context = { ...platform, ...parts } as unknown as RiskContext
  expect(await inTransaction(database.db, (tx) => checkPepEnds(context, tx, person))).toMatchObject({ code: 'compliance.edd_missing' })
})
