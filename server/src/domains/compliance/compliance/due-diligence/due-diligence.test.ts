/** Enhanced due diligence (ADM-16, ADM-09, ADM-10) over the database and HTTP: authors, approvals, and the decisions that require it. */
import { bogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import type { DiligenceContent } from '@tunjo/contract/due-diligence'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import {
  type Answer,
  companyFields,
  idOfOfficer,
  type KycTest,
  level1Fields,
  newOfficer,
  startKycTest,
} from '../../../customers/kyc/testing.ts'
import { REASON, riskTest } from '../../../customers/risk/testing.ts'
import { createDueDiligence } from './create-due-diligence.ts'
import { approveDueDiligence, CONTENT, completeContent, DILIGENCE, proposeDueDiligence } from './due-diligence.testing.ts'

vi.setConfig({ testTimeout: 120_000 })

const DAY_MS = 86_400_000
let test: KycTest
let people: ReturnType<typeof riskTest>
beforeAll(async () => {
  test = await startKycTest()
  people = riskTest(test)
})
afterAll(() => test.stop())

const now = () => test.platform.clock.now()
const inMonths = (months: number) => monthsAfter(bogotaDay(now()), months)
const read = (userId: string, officer = newOfficer()) => test.call(officer, 'GET', `${DILIGENCE}?userId=${userId}`)
const save = (userId: string, saved: object | null, content: Partial<DiligenceContent>, officer = newOfficer()): Promise<Answer> =>
  test.call(officer, 'PUT', DILIGENCE, { userId, saved, content: { ...CONTENT, ...content } })
const send = (userId: string, saved: object, officer = newOfficer()): Promise<Answer> =>
  test.call(officer, 'POST', `${DILIGENCE}/propose`, { userId, ...saved })
const decide = ({ body }: Answer, what: string, officer = newOfficer(), note = ''): Promise<Answer> =>
  test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/${what}`, { note })
const propose = (userId: string, changes: Partial<DiligenceContent> = {}, maker = newOfficer()) =>
  proposeDueDiligence(test.call, maker, { userId, now: now(), changes })
const approved = (userId: string, changes: Partial<DiligenceContent> = {}) =>
  approveDueDiligence(test.call, { userId, now: now(), changes, maker: newOfficer(), checker: newOfficer() })
const EXPOSED = {
  roles: ['representative'],
  name: 'Rosa Pardo',
  documentType: 'CC',
  documentNumber: '52123456',
  nationality: 'CO',
  birthDate: null,
  share: null,
  isPep: true,
  paper: 'chamberOfCommerce',
  parent: null,
}
const accepts = (id: string) => sql`UPDATE kyc.item SET state = 'accepted' WHERE account_id = ${id}`.execute(test.database.owner)
const pep = async () => {
  const id = await people.customer()
  expect((await people.post('natural/flag-peps', { id, reason: REASON })).status).toBe(200)
  return id
}

describe('a record of enhanced due diligence', () => {
  it('ADM-16 is saved as an incomplete draft, completed, sent, approved by a second officer, and read with both names', async () => {
    const [person, maker, checker] = [await pep(), newOfficer(), newOfficer()]
    expect((await read(person)).body).toMatchObject({ isRequired: true, inForce: null, records: [], proposedReviewOn: inMonths(12) })
    const draft = (await save(person, null, { fundsOrigin: '', conclusion: null }, maker)).body
    expect((await send(person, draft, maker)).code).toBe('compliance.edd_incomplete')
    const content = await completeContent(test.call, maker, { userId: person, now: now() })
    const saved = (await save(person, draft, content, maker)).body
    expect(saved).toEqual({ id: draft.id, version: 2 })
    const asked = await send(person, saved, maker)
    expect([asked.status, asked.body.state]).toEqual([202, 'proposed'])
    expect((await read(person)).body.records).toMatchObject([
      { state: 'proposed', waiting: { by: `${idOfOfficer(maker)}@correo.example` } },
    ])
    expect((await save(person, saved, content)).code).toBe('compliance.edd_locked')
    expect((await save(person, null, content)).code).toBe('compliance.edd_changed')
    expect((await decide(asked, 'approve', checker)).body).toMatchObject({ state: 'executed' })
    expect((await read(person)).body).toMatchObject({
      inForce: { id: saved.id, until: content.nextReviewOn },
      records: [
        {
          number: 1,
          state: 'approved',
          content,
          approval: { second: `${idOfOfficer(checker)}@correo.example`, nextReviewOn: content.nextReviewOn },
        },
      ],
    })
    const trail = await auditTrail(test.platform.db, { objectId: saved.id })
    expect(trail.map(({ action }) => action)).toEqual([
      'compliance.edd_saved', 'compliance.edd_saved', 'compliance.edd_proposed', 'compliance.edd_approved',
    ]) // biome-ignore format: one list
    expect(JSON.stringify(trail)).not.toContain(content.fundsOrigin)
  })

  it('is never approved by an author of any version, with emergency access, or by the officer whom it is about', async () => {
    const [person, writer, maker] = [await pep(), newOfficer(), newOfficer()]
    const content = await completeContent(test.call, writer, { userId: person, now: now() })
    const first = (await save(person, null, content, writer)).body
    const asked = await send(person, (await save(person, first, content, maker)).body, maker)
    expect((await decide(asked, 'approve', maker)).code).toBe('approvals.own_request')
    expect((await decide(asked, 'approve', writer)).code).toBe('approvals.own_request')
    expect((await decide(asked, 'break-glass', newOfficer(), REASON)).code).toBe('approvals.never_alone')

    const self = newOfficer()
    const own = idOfOfficer(self)
    const about = await propose(own)
    expect(about.status).toBe(202)
    expect((await decide(about, 'approve', self)).code).toBe('request.not_found')
    expect((await read(own, self)).code).toBe('compliance.own_account')
    expect((await save(own.toUpperCase(), null, {}, self)).code).toBe('compliance.own_account')
    const inbox = (await test.call(self, 'GET', '/api/administrative/approvals?decided=false&mine=false')).body.results
    expect(inbox.map(({ id }: { id: string }) => id)).not.toContain(about.body.approvalRequestId)
    test.analysts.add(idOfOfficer(maker))
    expect((await send(person, first, maker)).code).toBe('access.permission_missing')
  })

  it('twenty concurrent approvals execute once; of two concurrent drafts one remains, and of two saves over one version too', async () => {
    const [person, maker] = [await pep(), newOfficer()]
    const content = await completeContent(test.call, maker, { userId: person, now: now() })
    const drafts = await Promise.all([save(person, null, content, maker), save(person, null, content)])
    expect(drafts.map(({ status }) => status).sort()).toEqual([200, 409])
    const begun = drafts.find(({ status }) => status === 200)?.body
    const saves = await Promise.all(Array.from({ length: 5 }, () => save(person, begun, content, maker)))
    expect(saves.map(({ code }) => code).sort()).toEqual([...Array(4).fill('compliance.edd_changed'), null])
    const asked = await send(person, { id: begun.id, version: 2 }, maker)
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(asked, 'approve')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = await sql`SELECT FROM compliance.due_diligence_approval WHERE account_id = ${person}`.execute(test.platform.db)
    expect(rows.rows).toHaveLength(1)
  })

  it('returns with the note of the officer who rejected it, is corrected and sent again; an expired request returns it too', async () => {
    const [person, maker] = [await pep(), newOfficer()]
    const asked = await propose(person, {}, maker)
    expect((await decide(asked, 'refuse', newOfficer(), 'Falta el extracto de la herencia.')).status).toBe(200)
    const [back] = (await read(person)).body.records
    expect(back).toMatchObject({ state: 'returned', returned: { note: 'Falta el extracto de la herencia.' } })
    const saved = (await save(person, back, back.content, maker)).body
    const again = await send(person, saved, maker)
    test.platform.clock.advance(3 * DAY_MS)
    expect((await decide(again, 'approve')).code).toBe('approvals.expired')
    expect((await read(person)).body.records).toMatchObject([{ state: 'returned', returned: { note: null }, version: 2 }])
    expect((await approvedAgain(person, maker)).body).toMatchObject({ state: 'executed' })
  })
  async function approvedAgain(person: string, maker: string): Promise<Answer> {
    const [back] = (await read(person)).body.records
    return decide(await send(person, back, maker), 'approve')
  }

  it('SEC-38 refers to documents of the same customer only; a record of another customer is not found', async () => {
    const [person, other] = [await pep(), await pep()]
    const foreign = await completeContent(test.call, newOfficer(), { userId: other, now: now() })
    expect((await save(person, null, foreign)).code).toBe('compliance.edd_reference_unknown')
    expect((await save(person, null, { files: [newId()] })).code).toBe('compliance.edd_reference_unknown')
    const { documents, papers } = (await read(other)).body
    expect(documents.map(({ id }: { id: string }) => id)).toEqual(foreign.files)
    expect(papers, 'the earlier name').toEqual(documents)
    const oldest = newId()
    await sql`INSERT INTO compliance.case_file (id, account_id, folder, file_id, name, bytes, sha256, added_by, added_at)
      SELECT CASE place WHEN 0 THEN ${oldest}::uuid ELSE ('ffffffff-ffff-7fff-8fff-' || right(md5(place::text), 12))::uuid END, ${other},
        'pep', gen_random_uuid(), 'extracto.pdf', 1, '', ${newId()}, ${now()} FROM generate_series(0, 205) AS place`.execute(
      test.database.db,
    )
    expect((await read(other)).body.documents.at(-1)?.id, 'before 205 newer documents').toBe(oldest)
    const draft = (await save(other, null, foreign)).body
    expect((await save(person, draft, {})).code).toBe('request.not_found')
    expect((await send(person, draft)).code).toBe('request.not_found')
    expect((await save(person, null, { monthlyCop: '12.000.000' })).code).toBe('request.invalid')
    expect((await save(person, null, { reasons: 'al rev\u202Eés' })).code).toBe('request.text_unseen')
  })

  it('the next review is after today and within twelve months, whatever the draft contains', async () => {
    const person = await pep()
    const maker = newOfficer()
    const content = await completeContent(test.call, maker, { userId: person, now: now() })
    let saved = (await save(person, null, content, maker)).body
    for (const nextReviewOn of [bogotaDay(now()), inMonths(13), null]) {
      saved = (await save(person, saved, { ...content, nextReviewOn }, maker)).body
      expect((await send(person, saved, maker)).code).toBe('compliance.edd_incomplete')
    }
    saved = (await save(person, saved, { ...content, nextReviewOn: inMonths(12) }, maker)).body
    expect((await send(person, saved, maker)).status).toBe(202)
  })

  it('SEC-76 a forged or changed row in the database makes no record valid', async () => {
    const person = await pep()
    await approved(person)
    const second = await pep()
    await propose(second)
    await sql`INSERT INTO compliance.due_diligence_approval SELECT record.id, approval.seal, record.account_id, record.version, content_sha256, cause,
        conclusion, next_review_on, maker_id, checker_id, request_id, approved_at
      FROM compliance.due_diligence AS record, compliance.due_diligence_approval AS approval
      WHERE record.account_id = ${second} AND approval.account_id = ${person}`.execute(test.platform.db)
    expect((await read(second)).body.inForce).toBeNull()
    expect((await people.allow(second, true)).code).toBe('compliance.edd_missing')
    for (const change of [
      sql`UPDATE compliance.due_diligence_approval SET next_review_on = '2099-01-01'`,
      sql`DELETE FROM compliance.due_diligence_content`,
    ])
      await expect(change.execute(test.platform.db)).rejects.toThrow(/permission denied/)
    await sql`UPDATE compliance.due_diligence_approval SET next_review_on = '2099-01-01' WHERE account_id = ${person}`.execute(
      test.database.owner,
    )
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
  })

  it.each([
    ['is deleted', (id: string) => sql`DELETE FROM compliance.due_diligence_approval WHERE diligence_id = ${id}`],
    [
      'says something else',
      (id: string) => sql`UPDATE compliance.due_diligence_approval SET conclusion = 'continue' WHERE diligence_id = ${id}`,
    ],
    ['is older', (id: string) => sql`UPDATE compliance.due_diligence_approval SET approved_at = '2020-01-01' WHERE diligence_id = ${id}`],
  ])('SEC-76 an older record does not become valid again because the newest, which ends the relationship, %s', async (_what, change) => {
    const person = await pep()
    await approved(person)
    test.platform.clock.advance(60_000)
    await approved(person, { conclusion: 'end' })
    const [{ id }] = (await read(person)).body.records
    await change(id).execute(test.database.owner)
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
    expect((await read(person)).body.inForce).toBeNull()
  })

  const reviews = async (id: string) =>
    (
      await sql<{
        day: string
        isEnd: boolean
      }>`SELECT to_char(review_at AT TIME ZONE 'America/Bogota' - interval '1 day', 'YYYY-MM-DD') AS day,
        is_end AS "isEnd" FROM compliance.due_diligence_report WHERE account_id = ${id}`.execute(test.database.db)
    ).rows
  const forge = (id: string, approvedAt: string, seal = 'x') =>
    sql`INSERT INTO compliance.due_diligence_approval (diligence_id, seal, account_id, version, content_sha256, cause, conclusion, next_review_on,
        maker_id, checker_id, request_id, approved_at)
      SELECT id, ${seal}, account_id, version, '', 'pep_own', 'continue', '2999-01-01', ${newId()}, ${newId()}, ${newId()}, ${approvedAt}
      FROM compliance.due_diligence WHERE account_id = ${id}`.execute(test.database.db)

  it('SEC-76 a forged row that invalidates a record is counted, logged and shown on the page until the owner of the database removes it', async () => {
    const { figures } = createDueDiligence(test.platform)
    const logged = vi.spyOn(test.platform.log, 'error')
    const count = async () => (await figures.read()).due_diligence_unproved ?? 0
    const person = await pep()
    await approved(person)
    const before = await count()
    await forge(person, '2999-01-01')
    test.platform.clock.advance(60_000)
    await approved(person)
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
    expect(logged).toHaveBeenCalledWith({ securityEvent: 'due_diligence_unproved', accountId: person }, expect.any(String))
    expect((await read(person)).body).toMatchObject({ isProved: false, inForce: null })
    expect(await count()).toBe(before + 1)
    const [, { id }] = (await read(person)).body.records
    expect(logged.mock.calls.at(-1)?.[0]).toMatchObject({ securityEvent: 'due_diligence_unproved', accountId: person })
    await count()
    expect(logged.mock.calls.at(-1)?.[0]).toMatchObject({ count: before + 1, diligenceIds: expect.arrayContaining([id]) })
    await sql`DELETE FROM compliance.due_diligence_approval WHERE diligence_id = ${id} AND seal = 'x'`.execute(test.database.owner)
    expect(await count()).toBe(before)
    expect((await read(person)).body).toMatchObject({ isProved: true, allowsTransactions: true })
    logged.mockRestore()
  })

  it.each([
    ['its version', sql`version = version + 1`],
    ['its state', sql`state = 'draft'`],
  ])('SEC-76 a record with a changed %s is counted, and its review stays work', async (_what, change) => {
    const { figures } = createDueDiligence(test.platform)
    const count = async () => (await figures.read()).due_diligence_unproved ?? 0
    const person = await pep()
    await approved(person)
    const [before, due] = [await count(), [{ day: inMonths(6), isEnd: false }]]
    expect(await reviews(person)).toEqual(due)
    await sql`UPDATE compliance.due_diligence SET ${change} WHERE account_id = ${person}`.execute(test.database.db)
    expect(await count()).toBe(before + 1)
    expect(await reviews(person)).toEqual(due)
    // A forged row with the current content hides nothing either.
    await forge(person, '2020-01-01')
    expect(await reviews(person)).toEqual(due)
  })

  it('the newest of several records decides the next review, and whether the relationship ends', async () => {
    const person = await pep()
    await approved(person)
    test.platform.clock.advance(60_000)
    await approved(person, { nextReviewOn: inMonths(12), conclusion: 'end' })
    expect(await reviews(person)).toEqual([{ day: inMonths(12), isEnd: true }])
  })

  it('is erased with the key of the customer: text and note become unreadable', async () => {
    const person = await pep()
    await approved(person)
    const kept = await sql<{ sealed: Buffer }>`SELECT sealed FROM compliance.due_diligence_content JOIN compliance.due_diligence AS record
      ON record.id = diligence_id WHERE account_id = ${person}`.execute(test.platform.db)
    expect(kept.rows.map(({ sealed }) => sealed.toString('latin1')).join()).not.toContain('Herencia')
    await test.platform.files.eraseOwner(person)
    expect((await read(person)).body.records).toMatchObject([{ state: 'approved', content: null, approval: { by: expect.any(String) } }])
  })
})

describe('decisions that require a record', () => {
  it('ADM-09 a PEP may transact only with an approved and valid record', async () => {
    const person = await pep()
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
    const waiting = await propose(person)
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
    await decide(waiting, 'approve')
    await people.byTwo(await people.allow(person, true))
    expect(await people.mayMove(person)).toEqual(['yes', 'yes'])
    // Its review day has passed: a given permission stays, and is not given again.
    test.platform.clock.advance(200 * DAY_MS)
    expect(await people.mayMove(person)).toEqual(['yes', 'yes'])
    expect((await people.allow(person, false)).status).toBe(200)
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
  })

  it('a conclusion to end the relationship permits no transactions, nor does a record about another cause; medium risk for other causes needs none', async () => {
    const [ends, other, medium] = [await pep(), await pep(), await people.customer()]
    await approved(ends, { conclusion: 'end' })
    await approved(other, { cause: 'high_risk', office: '', entity: '' })
    expect((await people.allow(ends, true)).code).toBe('compliance.edd_missing')
    expect((await people.allow(other, true)).code).toBe('compliance.edd_missing')
    await people.setLevel(medium, 'medium')
    expect((await people.allow(medium, true)).status).toBe(202)
  })

  it('ADM-09 a customer permitted for another cause who turns out to be a PEP needs a record to transact again', async () => {
    const allowed = async () => {
      const id = await people.customer()
      await people.setLevel(id, 'medium')
      await people.byTwo(await people.allow(id, true))
      expect(await people.mayMove(id)).toEqual(['yes', 'yes'])
      return id
    }
    const no = ['limits.in_review', 'limits.in_review']
    const [flagged, alerted, known] = [await allowed(), await allowed(), await allowed()]
    expect((await people.post('natural/flag-peps', { id: flagged, reason: REASON })).status).toBe(200)
    expect(await people.mayMove(flagged)).toEqual(no)
    expect(await people.risk(flagged)).toMatchObject({ risk: 'medium', allow: false })
    // Another alert of the same level first, so that the level does not change.
    expect((await people.alert(alerted, 17)).status).toBe(200)
    await people.settle()
    expect(await people.mayMove(alerted)).toEqual(['yes', 'yes'])
    await people.alert(alerted, 3)
    await people.settle()
    expect(await people.mayMove(alerted)).toEqual(no)
    expect(people.notices(alerted).at(-1)).toBe('risk.paused')
    const lost = { action: 'assessed', reason: expect.stringContaining('puede ser PEP y ninguna debida diligencia vigente lo permite') }
    expect((await people.risk(alerted)).history[0]).toMatchObject(lost)
    // A valid one that concludes that the relationship ends.
    const ends = await allowed()
    await approved(ends, { conclusion: 'end' })
    await people.alert(ends, 17)
    await people.settle()
    await people.alert(ends, 3)
    await people.settle()
    expect((await people.risk(ends)).history[0]).toMatchObject(lost)
    // An officer reviewed it before the rule found it.
    await approved(known)
    await people.post('natural/flag-peps', { id: known, reason: REASON })
    await people.settle()
    expect(await people.mayMove(known)).toEqual(['yes', 'yes'])
  })

  it('the page shows whether a record is required, and whether the approved one permits transactions', async () => {
    const seen = async (id: string) => {
      const { isRequired, allowsTransactions, inForce } = (await read(id)).body
      return [isRequired, allowsTransactions, inForce !== null]
    }
    const [person, pepAlert, volume] = [await pep(), await people.customer(), await people.customer()]
    expect([await seen(person), await seen(pepAlert)]).toEqual([[true, false, false], [false, true, false]]) // biome-ignore format: one list
    await people.alert(pepAlert, 3)
    await people.alert(volume, 17)
    expect([await seen(pepAlert), await seen(volume)]).toEqual([[true, false, false], [true, true, false]]) // biome-ignore format: one list
    await approved(person, { cause: 'high_risk', office: '', entity: '' })
    expect(await seen(person)).toEqual([true, false, true])
    test.platform.clock.advance(60_000)
    await approved(person)
    expect(await seen(person)).toEqual([true, true, true])
    test.platform.clock.advance(60_000)
    await approved(person, { conclusion: 'end' })
    expect(await seen(person)).toEqual([true, false, true])
  })

  it('a PEP alert opened by an officer requires a record as well', async () => {
    const person = await people.customer()
    await people.alert(person, 3)
    await people.settle()
    expect((await people.allow(person, true)).code).toBe('compliance.edd_missing')
  })

  const foundAgain = async (accountId: string, kind: number): Promise<string> => {
    test.platform.clock.advance(60_000)
    const again = { at: now(), actor: SYSTEM, comment: `Otra vez ${newId()}.` }
    await inTransaction(test.database.db, (tx) => test.alerts.raise(tx, { accountId, kind, typeId: null }, again))
    return again.at.toISOString()
  }

  it('ADM-10 alert 17 is closed while a record is valid, with any finding until the review, and not afterwards', async () => {
    const person = await people.customer()
    const close = () => people.alert(person, 17, null, false)
    await people.alert(person, 17)
    expect((await close()).code).toBe('compliance.edd_missing')
    await approved(person, { cause: 'high_risk', office: '', entity: '' })
    const foundAt = await foundAgain(person, 17)
    expect((await read(person)).body.waitingAlerts).toEqual([{ kind: 17, foundAt, isEndable: true }])
    expect((await close()).status).toBe(200)
    expect((await close()).code).toBe('alerts.not_active')
    // It opens again the next month.
    await foundAgain(person, 17)
    expect((await close()).status).toBe(200)
    test.platform.clock.advance(200 * DAY_MS)
    await foundAgain(person, 17)
    expect((await read(person)).body.waitingAlerts).toMatchObject([{ isEndable: false }])
    expect((await close()).code).toBe('compliance.edd_missing')
  })

  it('ADM-10 the PEP alert ends only with a record approved after its last finding, and the page shows it', async () => {
    const person = await pep()
    test.platform.clock.advance(60_000)
    const clear = () => people.post('natural/clear-peps', { id: person, reason: REASON })
    const seen = async () => {
      const { allowsTransactions, waitingAlerts } = (await read(person)).body
      return [allowsTransactions, waitingAlerts.map(({ isEndable }: { isEndable: boolean }) => isEndable)]
    }
    expect(await seen()).toEqual([false, [false]])
    await approved(person)
    expect(await seen()).toEqual([true, [true]])
    await foundAgain(person, 3)
    expect(await seen()).toEqual([true, [false]])
    const refused = await clear()
    expect([refused.status, refused.code]).toEqual([409, 'compliance.edd_older_than_alert'])
    test.platform.clock.advance(60_000)
    await approved(person)
    expect(await seen()).toEqual([true, [true]])
    expect((await clear()).status).toBe(202)
  })

  it('ADM-10 the PEP alert ends with a record, or without one when the office ended two years ago or two officers discarded the hit', async () => {
    const [person, over] = [await pep(), await pep()]
    const clear = (id: string) => people.post('natural/clear-peps', { id, reason: REASON })
    expect((await clear(person)).code).toBe('compliance.edd_missing')
    const pepDetails = { relation: 'self', position: 'Alcaldesa', entity: 'Alcaldía de Tunja', since: '2015-01-01', until: '2019-12-31' }
    await people.declares(over, level1Fields({ peps: true, pepDetails }), 'natural-1')
    expect((await clear(over)).code, 'it is their word alone').toBe('compliance.edd_missing')
    await accepts(over)
    await sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at)
      VALUES (${newId()}, ${over}, 'pep', 'is', '', 0.9, 'review', 'confirmed', '{}', now())`.execute(test.database.owner)
    expect((await clear(over)).code, 'a hit is confirmed').toBe('compliance.edd_missing')
    await sql`DELETE FROM screening.hit WHERE account_id = ${over}`.execute(test.database.owner)
    await people.byTwo(await clear(over))
    const found = (entry: string, state: string) =>
      sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at)
        VALUES (${newId()}, ${person}, 'pep', ${entry}, '', 0.9, 'review', ${state}, '{}', now())`.execute(test.database.owner)
    const discard = () =>
      sql`UPDATE screening.hit SET state = 'discarded', decided_at = ${now()} WHERE account_id = ${person}`.execute(test.database.owner)
    await found('before', 'discarded')
    expect((await clear(person)).code, 'it was discarded before the alert opened').toBe('compliance.edd_missing')
    await found('other', 'open')
    await discard()
    await found('third', 'open')
    expect((await clear(person)).code, 'another is there').toBe('compliance.edd_missing')
    await discard()
    const homonym = await clear(person)
    expect(homonym.status).toBe(202)
    await decide(homonym, 'withdraw', newOfficer(), REASON)

    await people.declares(person, level1Fields({ peps: true, pepDetails: { ...pepDetails, until: null } }), 'natural-1')
    expect((await clear(person)).code, 'they declare it themselves').toBe('compliance.edd_missing')
    await sql`UPDATE kyc.item SET facts = facts || '{"peps": false}' WHERE account_id = ${person}`.execute(test.database.owner)
    await sql`INSERT INTO kyc.representative_list (id, account_id, version, people, no_owner_reason, written_by, written_at)
      VALUES (${newId()}, ${person}, 1, ${JSON.stringify([EXPOSED])}, '', ${newId()}, now())`.execute(test.database.owner)
    expect((await clear(person)).code, 'who represents them is').toBe('compliance.edd_missing')

    const exposed = await pep()
    test.platform.clock.advance(60_000)
    await approved(exposed, { cause: 'high_risk', office: '', entity: '' })
    expect((await clear(exposed)).code, 'nobody looked at the office').toBe('compliance.edd_missing')
    await approved(exposed, { conclusion: 'end' })
    expect((await clear(exposed)).code, 'the relationship ends').toBe('compliance.edd_missing')
    test.platform.clock.advance(60_000)
    await approved(exposed)
    await people.byTwo(await clear(exposed))
    expect((await people.risk(exposed)).isPep).toBe(false)
  })

  it('ADM-10 one officer who writes a list without the exposed person does not end the PEP alert of an accepted company', async () => {
    const company = await pep()
    test.platform.clock.advance(60_000)
    await people.declares(company, companyFields('2026-11-01'), 'legal-1')
    await sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at, decided_at)
      VALUES (${newId()}, ${company}, 'pep', 'homonym', '', 0.9, 'review', 'discarded', '{}', now(), ${now()})`.execute(test.database.owner)
    const writes = (version: number, isPep: boolean) =>
      sql`INSERT INTO kyc.representative_list (id, account_id, version, people, no_owner_reason, written_by, written_at)
        VALUES (${newId()}, ${company}, ${version}, ${JSON.stringify([{ ...EXPOSED, isPep }])}, '', ${newId()}, clock_timestamp())`.execute(
        test.database.owner,
      )
    const clear = () => people.post('natural/clear-peps', { id: company, reason: REASON })
    await writes(1, true)
    await sql`UPDATE kyc.item SET state = 'accepted', reviewed_at = clock_timestamp() WHERE account_id = ${company}`.execute(
      test.database.owner,
    )
    expect((await clear()).code).toBe('compliance.edd_missing')
    await writes(2, false)
    expect((await clear()).code, 'the list by which it was accepted counts').toBe('compliance.edd_missing')
    await sql`UPDATE kyc.item SET reviewed_at = clock_timestamp() WHERE account_id = ${company}`.execute(test.database.owner)
    expect((await clear()).status, 'it was accepted by the newest').toBe(202)
  })
})
