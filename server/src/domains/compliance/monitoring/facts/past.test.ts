/** Facts of an earlier moment equal those that were read then, whatever happened since. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { RULES } from '../rules/index.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from '../testing.ts'
import { depositTokens, withdrawTokens } from '../tokens.testing.ts'
import type { Moment } from '../types.ts'

let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

const now = () => test.platform.clock.now()

/** One event of each kind that rules read, at the current time. */
async function somethingHappens(accountId: string, amount: bigint): Promise<void> {
  const [owner, at, month] = [test.database.owner, now(), bogotaDay(now()).slice(0, 7)]
  const [deposit, withdrawal, account, device] = [newId(), newId(), newId(), newId()]
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payer, state, created_at, ended_at)
    VALUES (${deposit}, ${accountId}, 'x', ${account}, 1, 'Nómina', 9, '123456', ${amount}, '{}', 'COMPLETED', ${at}, ${at})`.execute(owner)
  await sql`INSERT INTO payments.deposit (id, account_id, method, request_hash, bank_id, account_alias, account_type, account_number, amount,
      payer, state, created_at, is_of_other_payer)
    VALUES (${newId()}, ${accountId}, 'TRANSFER', '', 1, 'Tunjo', 9, '1', ${amount}, '{}', 'IN_REVIEW', ${at}, true)`.execute(owner)
  await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payee, state, pay_after, created_at)
    VALUES (${withdrawal}, ${accountId}, 'x', ${account}, 1, 'Nómina', 9, '123456', ${amount}, '{}', 'HELD', ${at}, ${at})`.execute(owner)
  for (const [id, direction] of [
    [deposit, 'deposit'],
    [withdrawal, 'withdrawal'],
  ]) {
    await sql`INSERT INTO limits.operation_use VALUES (${id}, ${accountId}, ${`${month}-01`}, ${direction}, ${amount}, true)`.execute(owner)
    await sql`INSERT INTO limits.month_use VALUES (${accountId}, ${`${month}-01`}, ${direction}, ${amount})
      ON CONFLICT (account_id, month, direction) DO UPDATE SET used = month_use.used + excluded.used`.execute(owner)
    await sql`INSERT INTO limits.refusal VALUES (${newId()}, ${accountId}, ${direction}, ${amount}, ${amount}, ${at})`.execute(owner)
  }
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at)
    VALUES (${newId()}, ${accountId}, 'x', 'input', 0, 31, ${amount}, 1, ${amount}, 1, '[]', 1, 1, 'settled', ${amount}, 1, ${at}, ${at})`.execute(
    owner,
  )
  await sql`INSERT INTO kyc.survey VALUES (${newId()}, ${accountId}, 0, 0, 0, ${at})`.execute(owner)
  await sql`INSERT INTO kyc.level_change VALUES (${newId()}, ${accountId}, 1, true, 2, true, 'x', ${newId()}, ${at})`.execute(owner)
  await test.changeEmail(accountId)
  await sql`INSERT INTO payments.bank_account SELECT ${account}, ${accountId}, count(*) + 1, ${account}, ${account}, 1, 9, '123456', ${at}, ${at}
    FROM payments.bank_account WHERE account_id = ${accountId}`.execute(owner)
  await sql`INSERT INTO identity.device VALUES (${device}, ${accountId}, ${device}, 'Android', 'mobile', 'Chrome', 'known', ${at}, ${at}, NULL)`.execute(
    owner,
  )
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
      device_id, vouched) VALUES (${newId()}, ${accountId}, ${at}, '190.24.1.5', '190.24.1.0', 'CO', 'Bogotá', 'Android', 'mobile', 'Chrome', '',
      'entered', ${device}, false)`.execute(owner)
  await depositTokens(owner, { accountId, amount, at })
  await withdrawTokens(owner, { accountId, amount, at })
  // Enough for a cycle, and its return.
  const [other, enough] = [newId(), amount * 1_000_000n]
  await withdrawTokens(owner, { accountId, amount: enough, at }, { receiverId: other })
  await withdrawTokens(owner, { accountId: other, amount: enough, at }, { receiverId: accountId })
  await sendDocuments(accountId)
  await identify(accountId)
}

/** A document that was accepted, once, and a report of the registers. */
async function identify(accountId: string): Promise<void> {
  const [owner, at, check] = [test.database.owner, now(), newId()]
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${accountId}, 'natural-1', 'sent', '{}', 1, ${at}, ${at}) ON CONFLICT DO NOTHING`.execute(owner)
  await sql`INSERT INTO kyc.evidence VALUES (${newId()}, ${accountId}, 'natural-1', 'mrz', '{"expiryDate": "2020-01-31"}', ${at})`.execute(
    owner,
  )
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    SELECT ${newId()}, ${accountId}, 'natural-1', 'frontal', '{}', 'accepted', ${at}, ${at}, ${at}
    WHERE NOT EXISTS (SELECT 1 FROM kyc.item WHERE account_id = ${accountId} AND slot = 'frontal')`.execute(owner)
  await sql`INSERT INTO screening.background_check (id, account_id, state, subject, is_fresh, started_at)
    VALUES (${check}, ${accountId}, 'finished', '', false, ${at})`.execute(owner)
  await sql`INSERT INTO screening.background_report (id, check_id, account_id, report_id, sealed, sha256, received_at, is_document_current,
      is_rut_active, is_rut_same) VALUES (${newId()}, ${check}, ${accountId}, 'x', '', '', ${at}, false, false, true)`.execute(owner)
}

async function sendDocuments(accountId: string): Promise<void> {
  const { owner } = test.database
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${accountId}, 'natural-2', 'sent', '{}', 1, ${now()}, ${now()}) ON CONFLICT DO NOTHING`.execute(owner)
  const home = { livesInColombia: true, homeAddress: 'Calle 1', cityID: 1 }
  const accepted = new Date(now().getTime() - DAY_MS)
  for (const [state, sentAt, reviewedAt, address] of [
    ['replaced', accepted, accepted, 'Calle 1'],
    ['pending', now(), null, 'Carrera 2'],
  ] as const)
    await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
      SELECT ${newId()}, ${accountId}, 'natural-2', 'fields', ${JSON.stringify({ ...home, homeAddress: address })}, ${state}, ${sentAt}, ${sentAt},
        ${reviewedAt} WHERE NOT EXISTS (SELECT 1 FROM kyc.item WHERE account_id = ${accountId} AND state = ${state})`.execute(owner)
}

/** The facts that were read are undone, decided or returned. */
async function muchChanges(accountId: string): Promise<void> {
  const [owner, at] = [test.database.owner, now()]
  await sql`UPDATE payments.withdrawal SET state = 'RETURNED', ended_at = ${at} WHERE account_id = ${accountId}`.execute(owner)
  await sql`UPDATE identity.email_change SET undone_at = ${at}, state = 'undone' WHERE account_id = ${accountId}`.execute(owner)
  await sql`UPDATE payments.bank_account SET deleted_at = ${at} WHERE account_id = ${accountId}`.execute(owner)
  await sql`UPDATE identity.sign_in SET denied_at = ${at} WHERE account_id = ${accountId}`.execute(owner)
  await sql`UPDATE kyc.item SET state = 'accepted', reviewed_at = ${at} WHERE account_id = ${accountId} AND state = 'pending'`.execute(
    owner,
  )
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    VALUES (${newId()}, ${accountId}, 'natural-2', 'proofResidence', '{}', 'accepted', ${at}, ${at}, ${at})`.execute(owner)
  const office = JSON.stringify({ peps: true, pepDetails: { until: '2020-01-31' } })
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
    VALUES (${newId()}, ${accountId}, 'natural-1', 'fields', ${office}, 'pending', ${at}, ${at})`.execute(owner)
}

it('ADM-13 a reader returns for an earlier moment what it returned then', async () => {
  const people = [await test.newCustomer(), await test.newCustomer()]
  for (const [place, person] of people.entries()) await somethingHappens(person, 100n * BigInt(place + 1))
  test.platform.clock.advance(40 * DAY_MS)
  for (const person of people) await somethingHappens(person, 7n)
  test.platform.clock.advance(1_000)
  const then = now()
  const live = people.map((accountId): Moment => ({ accountId, now: then, until: null }))
  const rules = RULES.filter(({ isOfToday }) => !isOfToday)
  const known = await Promise.all(rules.map((rule) => rule.facts(test.database.db, live)))
  test.platform.clock.advance(2 * DAY_MS)
  for (const person of people) await somethingHappens(person, 1_000n)
  test.platform.clock.advance(1_000)
  for (const person of people) await muchChanges(person)
  test.platform.clock.advance(1_000)
  // Next to a query about the same customers now.
  const past = live.map((moment) => ({ ...moment, until: then }))
  const today = people.map((accountId): Moment => ({ accountId, now: now(), until: now() }))
  for (const [place, rule] of rules.entries()) {
    const facts = await rule.facts(test.database.db, [...past, ...today])
    expect(facts.slice(0, people.length), rule.name).toEqual(known[place])
    expect(facts.slice(people.length), rule.name).not.toEqual(known[place])
  }
})
