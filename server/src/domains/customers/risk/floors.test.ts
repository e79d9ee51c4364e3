/** Floors of a customer's risk, which hold the level while their cause is open, over the real database and HTTP. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { companyFields, idOfOfficer, type KycTest, newOfficer, representative, startKycTest } from '../kyc/testing.ts'
import { REASON, riskTest } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
let people: ReturnType<typeof riskTest>
beforeAll(async () => {
  test = await startKycTest()
  people = riskTest(test)
})
afterAll(() => test.stop())

const IN_REVIEW = ['limits.in_review', 'limits.in_review']

describe('ADM-09 floors of the risk', () => {
  it.each([
    ['another holder of the bank account', 12, null],
    ['high risk by volume', 17, null],
    ['structuring', 18, 801],
  ] as const)(
    'while the alert of %s is open the risk is at least medium: it cannot be lowered, and it falls back with the alert',
    async (_what, kind, typeId) => {
      const id = await people.customer()
      expect((await people.alert(id, kind, typeId)).status).toBe(200)
      await people.settle()
      expect(await people.risk(id)).toMatchObject({
        risk: 'medium',
        level: null,
        canTransact: false,
        blockers: ['no_permission'],
        assessment: { floors: [{ cause: 'alert', level: 'medium', ref: String(kind) }], calculated: 'medium' },
        history: [{ action: 'assessed', before: 'low', after: 'medium', riskBefore: 'low', riskAfter: 'medium', officer: null }],
      })
      expect(await people.mayMove(id)).toEqual(IN_REVIEW)
      expect((await people.setLevel(id, 'low')).code).toBe('risk.floor_holds')
      await people.byTwo(await people.allow(id, true))
      expect(await people.mayMove(id)).toEqual(['yes', 'yes'])

      if (kind === 17) await people.diligence(id, { cause: 'high_risk', office: '', entity: '' })
      expect((await people.alert(id, kind, typeId, false)).status).toBe(200)
      await people.settle()
      expect(await people.risk(id)).toMatchObject({ risk: 'low', allow: false, canTransact: true, assessment: { floors: [] } })
      expect(await people.mayMove(id)).toEqual(['yes', 'yes'])
    },
  )

  it('an open alert Listas stops money immediately, by any origin and before its event is consumed; two officers close it', async () => {
    const id = await people.customer()
    expect((await people.alert(id, 2)).status).toBe(200)
    expect(await people.mayMove(id)).toEqual(IN_REVIEW)
    expect(await test.risk.profile(test.database.db, id)).toMatchObject({ isListed: null, isListAlertOpen: true, risk: 'high' })
    expect(await people.risk(id)).toMatchObject({ risk: 'high', mayTransact: false, canTransact: false, blockers: ['lists', 'high_risk'] })
    await people.settle()
    expect(await people.risk(id)).toMatchObject({ assessment: { floors: [{ cause: 'list_alert', level: 'high' }] } })
    expect(people.notices(id)).toEqual(['risk.paused'])
    expect((await people.setLevel(id, 'medium')).code).toBe('risk.floor_holds')
    expect((await people.allow(id, true)).code).toBe('risk.not_medium')
    await people.byTwo(await people.post('clear-list', { userId: id, reason: REASON }))
    expect(await people.risk(id)).toMatchObject({ risk: 'low', canTransact: true })
    expect(await people.mayMove(id)).toEqual(['yes', 'yes'])
    expect(people.notices(id)).toEqual(['risk.paused', 'risk.resumed'])
  })

  it('an undecided list hit is high, also after the flag was removed', async () => {
    const id = await people.customer()
    const hit = newId()
    await sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at)
      VALUES (${hit}, ${id}, 'ofac', 'x-1', ${hit}, 0.85, 'review', 'open', '{}', now())`.execute(test.database.owner)
    await people.reassess(id)
    expect(await people.risk(id)).toMatchObject({ risk: 'high', assessment: { floors: [{ cause: 'list_hit', ref: hit, about: 'OFAC' }] } })
    expect(await people.mayMove(id)).toEqual(IN_REVIEW)
    await people.post('flag-list', { userId: id, reason: REASON })
    await people.byTwo(await people.post('clear-list', { userId: id, reason: REASON }))
    expect(await people.risk(id)).toMatchObject({ isListed: false, risk: 'high' })
    await sql`UPDATE screening.hit SET state = 'discarded' WHERE id = ${hit}`.execute(test.database.owner)
    await people.reassess(id)
    expect((await people.risk(id)).risk).toBe('low')
  })

  it('a saved address that gets on a sanctions list is high; tokens sent from one by an outsider do not stop the customer', async () => {
    const [own, sent] = [await people.customer(), await people.customer()]
    const address = '0xabcdef0000000000000000000000000000000a11'
    const { owner } = test.database
    await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
      VALUES (${newId()}, ${own}, 1, 'Mía', 'mia', ${address}, 'x', now())`.execute(owner)
    await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
        block_number, block_hash, state, try_at, created_at, updated_at)
      VALUES (${newId()}, 1, '0x3', 0, ${sent}, '0x1', 'USDT', 1000000, ${address}, 1, '0x2', 'COMPLETED', now(), now(), now())`.execute(
      owner,
    )
    for (const id of [own, sent]) await people.reassess(id)
    expect([(await people.risk(own)).risk, (await people.risk(sent)).risk]).toEqual(['low', 'low'])
    const version = newId()
    await sql`INSERT INTO screening.list_version (id, list, source, licence, sha256, entries, added, changed, removed, loaded_at, loaded_by)
      VALUES (${version}, 'ofac', 'Inventada', 'Libre', ${version}, 1, 1, 0, 0, now(), ${newId()})`.execute(owner)
    await sql`INSERT INTO screening.entry (list, entry_id, from_version, fingerprint, facts, identifiers)
      VALUES ('ofac', 'wallet', ${version}, 'x', '{}', ARRAY[${`address:${address}`}])`.execute(owner)
    await test.risk.reassessAll()
    await people.settle()
    expect(await people.risk(own)).toMatchObject({
      risk: 'high',
      assessment: { floors: [{ cause: 'sanctioned_wallet', level: 'high', ref: address }] },
    })
    expect((await people.risk(sent)).risk).toBe('low')
    await sql`UPDATE screening.entry SET to_version = from_version WHERE entry_id = 'wallet'`.execute(owner)
    await people.reassess(own)
    expect((await people.risk(own)).risk).toBe('low')
  })

  it('a high-risk country is at least medium, also that of a shareholder', async () => {
    const [abroad, company] = [await people.customer(), await people.customer()]
    await people.declares(abroad, { livesInColombia: false, outsideCountry: 'IR', economicActivityID: 29 })
    await people.declares(company, { jurisdictionCountry: 'CO', shareholders: [{ nationality: 'CO' }, { nationality: 'KP' }] }, 'legal-1')
    for (const id of [abroad, company]) await people.reassess(id)
    expect(await people.risk(abroad)).toMatchObject({
      risk: 'medium',
      assessment: { floors: [{ cause: 'jurisdiction', level: 'medium', ref: 'IR', about: 'Irán' }] },
    })
    expect(await people.risk(company)).toMatchObject({ risk: 'medium', assessment: { floors: [{ cause: 'jurisdiction', ref: 'KP' }] } })
  })

  it('so is that of a representative or final owner of a company; a politically exposed one makes the company exposed', async () => {
    const company = await people.customer()
    await people.declares(company, companyFields('2026-01-01'), 'legal-1')
    const names = async (version: number, more: object) => {
      await sql`INSERT INTO kyc.representative_list (id, account_id, version, people, no_owner_reason, written_by, written_at)
        VALUES (${newId()}, ${company}, ${version}, ${JSON.stringify([representative(more)])}, '', ${newId()}, now())`.execute(
        test.database.owner,
      )
      await inTransaction(test.database.db, (tx) => test.platform.outbox.emit(tx, 'kyc.representatives_written', { accountId: company }))
      await people.settle()
      return people.risk(company)
    }
    expect(await names(1, { nationality: 'CO' })).toMatchObject({ risk: 'low' })
    expect(await names(2, { nationality: 'IR' })).toMatchObject({
      risk: 'medium',
      assessment: { floors: [{ cause: 'jurisdiction', ref: 'IR' }] },
    })
    expect(await names(3, { nationality: 'CO' })).toMatchObject({ risk: 'low' })
    // For an accepted company no list, and no two of them, removes a person until it is accepted again.
    const accepted = () =>
      sql`UPDATE kyc.item SET state = 'accepted', reviewed_at = now() WHERE account_id = ${company}`.execute(test.database.owner)
    await names(4, { nationality: 'IR' })
    await accepted()
    for (const version of [5, 6])
      expect(await names(version, { nationality: 'CO' })).toMatchObject({
        risk: 'medium',
        assessment: { floors: [{ cause: 'jurisdiction', ref: 'IR' }] },
      })
    await accepted()
    await people.reassess(company)
    expect(await people.risk(company)).toMatchObject({ risk: 'low' })
    expect((await names(7, { nationality: 'CO', isPep: true })).assessment.floors.map(({ cause }: { cause: string }) => cause)).toContain(
      'pep',
    )
  })

  it('each automatic change is audited, emitted and reported to officers, never to one who is the customer, and never to the customer with its reason', async () => {
    const id = await people.customer()
    const [officer, same] = [idOfOfficer(newOfficer()), id]
    for (const one of [officer, same]) test.riskOfficers.add(one)
    await people.alert(id, 17)
    await people.settle()
    for (const one of [officer, same]) test.riskOfficers.delete(one)
    expect(await auditTrail(test.database.db, { action: 'risk.assessed', objectId: id })).toMatchObject([
      { actor: { kind: 'system', name: 'risk' }, before: { risk: 'low' }, after: { risk: 'medium', floor: 'medium' } },
    ])
    const events = await sql<{ type: string; payload: object }>`SELECT type, payload FROM platform.event
      WHERE account_id = ${id} AND type LIKE 'risk.%' ORDER BY number`.execute(test.database.owner)
    expect(events.rows).toEqual([
      { type: 'risk.level_changed', payload: { accountId: id, before: 'low', after: 'medium' } },
      { type: 'risk.permission_changed', payload: { accountId: id, mayTransact: false } },
    ])
    expect(test.notices.filter(({ accountId, kind }) => accountId === officer && kind === 'risk.level_changed')).toMatchObject([
      { values: { before: 'low', after: 'medium', why: 'assessed' }, url: expect.stringContaining(id) },
    ])
    const own = test.notices.filter(({ accountId }) => accountId === id)
    expect(own).toMatchObject([{ kind: 'risk.paused', values: {} }])
  })

  it('twenty concurrent events about one customer, with officers in between, give one change and the right level', async () => {
    const id = await people.customer()
    await people.alert(id, 17)
    await Promise.all([
      ...Array.from({ length: 20 }, () => people.reassess(id)),
      people.post('natural/flag-peps', { id, reason: REASON }),
      people.setLevel(id, 'high'),
    ])
    const { risk, history, assessment } = await people.risk(id)
    expect([risk, history.filter(({ action }: { action: string }) => action === 'assessed').length <= 1]).toEqual(['high', true])
    expect(assessment.floors.map(({ cause }: { cause: string }) => cause).sort()).toEqual(['alert', 'pep', 'pep_alert'])
  })
})
