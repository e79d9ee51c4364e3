import { bogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import { businessDaysAfter } from '@tunjo/contract/business-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { plainDocument } from '../../../../platform/uploads/samples.testing.ts'
import { idOfOfficer, type KycTest, level1Fields, level2Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const USERS = '/kyc/administrative/users'
const NATURE = `${USERS}/user-documents/nature-operations`
const REASON = 'Los extractos sustentan sus ingresos.'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

interface Row {
  reviewId: string
  reviewNumber: number
  reviewLabel: number | null
  documentId: string | null
  documentName: string | null
  documentUrl: string | null
  reviewDate: string | null
  outcome: string | null
  dueOn: string | null
  isOverdue: boolean
}
const post = (path: string, body: object, officer = newOfficer()) => test.call(officer, 'POST', path, body)
const report = async (userId: string, filter: object = {}): Promise<Row[]> => (await post(`${NATURE}/report`, { userId, ...filter })).body
const today = () => bogotaDay(test.platform.clock.now())
const create = (userId: string, changes: object = {}, officer?: string) =>
  post(`${NATURE}/reviews`, { userId, reviewLabel: 900, dueOn: businessDaysAfter(today(), 10), ...changes }, officer)
const decide = (userId: string, reviewId: string, outcome = 'verified', reason = REASON) =>
  post(`${NATURE}/decide`, { userId, reviewId, outcome, reason })
async function upload(data: object, names: readonly string[], officer = newOfficer(), content?: Buffer) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  const pdf = content ?? (await plainDocument(1))
  for (const name of names) form.append('files', new Blob([new Uint8Array(pdf)]), name)
  return test.call(officer, 'POST', `${USERS}/case-files`, form)
}
const folder = async (userId: string, name: string) =>
  (await test.call(newOfficer(), 'GET', `${USERS}/case-files?userId=${userId}&folder=${name}`)).body
const bytesOf = async (url: string, officer: string) =>
  Buffer.from(await (await fetch(test.server.url + url, { headers: { authorization: `Bearer ${officer}` } })).arrayBuffer())

describe('ADM-12 nature of operations', () => {
  it('a review is created, labelled, filled with several PDFs, filtered, and decided once', async () => {
    const person = newId()
    expect(await report(person)).toEqual([])
    const made = (await create(person)).body
    expect(made).toMatchObject({ reviewNumber: 1 })
    expect((await create(person)).code).toBe('compliance.review_open')
    expect(await report(person)).toMatchObject([
      { reviewNumber: 1, documentId: null, reviewLabel: 900, dueOn: businessDaysAfter(today(), 10), isOverdue: false, outcome: null },
    ])
    expect((await decide(person, made.reviewId)).code).toBe('compliance.review_empty')
    expect((await upload({ userId: person, folder: 'nature', reviewId: made.reviewId }, ['enero.pdf', 'febrero.pdf'])).body).toEqual({
      added: 2,
    })
    expect((await post(`${NATURE}/set-label`, { userId: person, reviewId: made.reviewId, reviewLabel: 1 })).code).toBe(
      'compliance.label_unknown',
    )
    expect((await post(`${NATURE}/set-label`, { userId: person, reviewId: made.reviewId, reviewLabel: 901 })).status).toBe(200)
    const rows = await report(person)
    expect(rows.map(({ documentName }) => documentName).sort()).toEqual(['enero.pdf', 'febrero.pdf'])
    expect(new Set(rows.map(({ reviewLabel }) => reviewLabel))).toEqual(new Set([901]))
    expect(await report(person, { reviewNumber: 2 })).toEqual([])
    expect(await report(person, { reviewLabel: 900 })).toEqual([])
    expect(await report(person, { reviewNumber: 1, reviewLabel: 901 })).toHaveLength(2)
    expect(await report(person, { reviewNumber: '1', reviewLabel: '-1' }), 'A10 API-01 numbers as text').toHaveLength(2)
    expect((await decide(person, made.reviewId, 'verified', 'corta')).code).toBe('request.reason_invalid')
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(person, made.reviewId)))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(9).fill('compliance.review_decided'), null])
    expect(await report(person)).toMatchObject([{ outcome: 'verified', reviewDate: expect.any(String) }, { outcome: 'verified' }])
    expect((await upload({ userId: person, folder: 'nature', reviewId: made.reviewId }, ['tarde.pdf'])).code).toBe(
      'compliance.review_decided',
    )
    expect((await create(person, { reviewLabel: 901 })).body).toMatchObject({ reviewNumber: 2 })
    const trail = await auditTrail(test.platform.db, { objectId: person })
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'compliance.nature_review_created', 'compliance.file_added', 'compliance.nature_labelled', 'compliance.nature_review_decided',
      ]), // biome-ignore format: one list
    )
  })

  it('the documents of level 3 are the first review, with the day of its decision', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    await test.verify(person, 2)
    await test.send(person, 'natural-2', level2Fields())
    await test.verify(person, 3)
    await test.send(person, 'natural-3')
    const [seen] = await Promise.all([report(person), report(person), report(person)])
    expect(new Set(seen.map(({ reviewNumber }) => reviewNumber))).toEqual(new Set([1]))
    expect(seen.every(({ documentUrl, reviewDate }) => documentUrl !== null && reviewDate === null)).toBe(true)
    expect((await decide(person, seen[0]?.reviewId ?? '')).code).toBe('compliance.review_decided')
    await test.verify(person, 4)
    expect((await report(person))[0]?.reviewDate).toEqual(expect.any(String))
    await sql`INSERT INTO compliance.decision (id, account_id, officer_id, outcome, item_ids, reason_codes, note, at)
      SELECT gen_random_uuid(), ${person}, ${newId()}, 'accepted', '{}', '{}', '', now() + interval '1 day'
      FROM generate_series(1, 60)`.execute(test.platform.db)
    expect((await report(person))[0]?.reviewDate, 'the decision before sixty newer ones').toEqual(expect.any(String))
    expect((await create(person)).body.reviewNumber).toBe(2)
  })

  it('a review is verified with its document, however many documents of other reviews are newer', async () => {
    const person = newId()
    const { reviewId } = (await create(person)).body
    await upload({ userId: person, folder: 'nature', reviewId }, ['extractos.pdf'])
    const other = newId()
    await sql`WITH other AS (INSERT INTO compliance.nature_review (id, account_id, number, is_of_customer, created_at, outcome, reviewed_by,
          reviewed_at, reason)
        SELECT ${other}, account_id, 2, false, created_at, 'declined', ${newId()}, created_at, ${REASON} FROM compliance.nature_review
        WHERE id = ${reviewId})
      INSERT INTO compliance.case_file (id, account_id, folder, review_id, file_id, name, bytes, sha256, added_by, added_at)
      SELECT ('ffffffff-ffff-7fff-8fff-' || right(md5(place::text), 12))::uuid, account_id, folder, ${other}, gen_random_uuid(), 'otro.pdf', bytes,
        sha256, added_by, added_at FROM compliance.case_file, generate_series(1, 501) AS place
      WHERE review_id = ${reviewId}`.execute(test.platform.db)
    expect(await report(person, { reviewNumber: 1 })).toMatchObject([{ documentName: 'extractos.pdf' }])
    expect(await decide(person, reviewId)).toMatchObject({ status: 200 })
  })

  it('SEC-38 a review of another customer is not found; an officer cannot review themselves', async () => {
    const [person, other] = [newId(), newId()]
    const { reviewId } = (await create(person)).body
    expect((await post(`${NATURE}/set-label`, { userId: other, reviewId, reviewLabel: 900 })).code).toBe('request.not_found')
    expect((await decide(other, reviewId)).code).toBe('request.not_found')
    expect((await upload({ userId: other, folder: 'nature', reviewId }, ['a.pdf'])).code).toBe('request.not_found')
    const self = newOfficer()
    const own = idOfOfficer(self)
    expect((await create(own, {}, self)).code).toBe('compliance.own_account')
    expect((await upload({ userId: own.toUpperCase(), folder: 'pep' }, ['a.pdf'], self)).code).toBe('compliance.own_account')
    expect((await post(`${NATURE}/report`, { userId: own.toUpperCase() }, self)).code).toBe('compliance.own_account')
    expect((await test.call(self, 'GET', `${USERS}/case-files?userId=${own}&folder=case`)).code).toBe('compliance.own_account')
  })

  it('a review needs a label of the list and a day between today and a year later; both are stored', async () => {
    const [person, officer] = [newId(), newOfficer()]
    const [day, lastDay] = [today(), monthsAfter(today(), 12)]
    const after = (date: string, days: number) => bogotaDay(new Date(Date.parse(`${date}T12:00:00-05:00`) + days * 86_400_000))
    expect((await create(person, { reviewLabel: 1 })).code).toBe('compliance.label_unknown')
    for (const dueOn of [after(day, -1), after(lastDay, 1)]) expect((await create(person, { dueOn })).code).toBe('compliance.review_due')
    for (const changes of [
      { dueOn: '2027-02-31' },
      { dueOn: null },
      { dueOn: undefined },
      { reviewLabel: null },
      { reviewLabel: undefined },
    ])
      expect((await create(person, changes)).code).toBe('request.invalid')
    expect(await report(person)).toEqual([])
    expect((await create(person, { reviewLabel: 901, dueOn: lastDay }, officer)).status).toBe(200)
    expect(await report(person)).toMatchObject([{ reviewLabel: 901, dueOn: lastDay, isOverdue: false }])
    const [entry] = await auditTrail(test.platform.db, { objectId: person, action: 'compliance.nature_review_created' })
    expect(entry).toMatchObject({ after: { review: 1, label: 901, dueOn: lastDay } })
    expect((await create(newId(), { dueOn: day })).status).toBe(200)
  })

  it('is overdue from the day after on, until it is decided; a customer who sent no document is declined', async () => {
    const person = newId()
    const { reviewId } = (await create(person, { dueOn: today() })).body
    const { owner } = test.database
    expect(await report(person)).toMatchObject([{ isOverdue: false }])
    await sql`UPDATE compliance.nature_review SET due_on = due_on - 1 WHERE id = ${reviewId}`.execute(owner)
    expect(await report(person)).toMatchObject([{ isOverdue: true }])
    expect((await decide(person, reviewId, 'verified')).code).toBe('compliance.review_empty')
    expect((await decide(person, reviewId, 'declined', 'No envió los extractos que se le pidieron.')).status).toBe(200)
    expect(await report(person)).toMatchObject([{ isOverdue: false, outcome: 'declined' }])
  })

  it('an older review without a day is read and decided as before', async () => {
    const person = newId()
    const { reviewId } = (await create(person)).body
    await sql`UPDATE compliance.nature_review SET due_on = NULL, label = NULL WHERE id = ${reviewId}`.execute(test.database.owner)
    expect(await report(person)).toMatchObject([{ reviewLabel: null, dueOn: null, isOverdue: false }])
    expect((await decide(person, reviewId, 'declined')).status).toBe(200)
  })

  it('ten concurrent creations make one review', async () => {
    const person = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(person)))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(9).fill('compliance.review_open'), null])
    expect(await report(person)).toHaveLength(1)
  })
})

describe('ADM-16 evidence about a politically exposed person', () => {
  it('is uploaded, listed with its author and checksum, and downloads unchanged', async () => {
    const [person, officer] = [newId(), newOfficer()]
    const pdf = await plainDocument(2)
    expect((await upload({ userId: person, folder: 'pep' }, ['origen de fondos.pdf'], officer, pdf)).body).toEqual({ added: 1 })
    const listed = (await test.call(officer, 'GET', `${USERS}/case-files?userId=${person}&folder=pep`)).body
    expect(listed).toMatchObject([{ name: 'origen de fondos.pdf', addedBy: `${idOfOfficer(officer)}@correo.example` }])
    expect((await bytesOf(listed[0].fileUrl, officer)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await folder(person, 'case')).toEqual([])
    expect(await folder(newId(), 'pep')).toEqual([])
  })

  it('R25 accepts only PDFs, inspected like those of customers; an invalid one rejects the whole upload', async () => {
    const person = newId()
    const bad = await upload({ userId: person, folder: 'pep' }, ['foto.pdf'], newOfficer(), Buffer.from('<html>no</html>'))
    expect(bad.status).toBeGreaterThanOrEqual(400)
    expect((await upload({ userId: person, folder: 'pep', reviewId: newId() }, ['a.pdf'])).code).toBe('request.invalid')
    expect((await upload({ userId: person, folder: 'pep' }, [])).status).toBe(400)
    expect(await folder(person, 'pep')).toEqual([])
  })
})
