import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import { ERASED_NAME } from '../../../../platform/files/index.ts'
import { plainDocument } from '../../../../platform/uploads/samples.testing.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'
import { sealNotes } from './seal-notes.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const NOTES = '/kyc/administrative/users/case-notes'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

async function write(data: object, { officer = newOfficer(), pdfs = [] }: { officer?: string; pdfs?: readonly Uint8Array[] } = {}) {
  const form = new FormData()
  form.append('data', JSON.stringify({ category: 'contact', text: 'Llamó y confirmó su dirección.', ...data }))
  for (const pdf of pdfs) form.append('files', new Blob([new Uint8Array(pdf)]), 'carta.pdf')
  return test.call(officer, 'POST', NOTES, form)
}
const read = (userId: string, before = '', officer = newOfficer()) =>
  test.call(officer, 'GET', `${NOTES}?userId=${userId}${before && `&before=${before}`}`)

describe('notes in the case file of a customer', () => {
  it('have author, time and category, newest first, with cursor pagination; each read is recorded', async () => {
    const [person, officer] = [newId(), newOfficer()]
    expect((await read(person)).body).toEqual({ results: [], next: null })
    for (let number = 1; number <= 21; number++)
      expect((await write({ userId: person, text: `Nota ${number}` }, { officer })).status).toBe(200)
    const first = (await read(person, '', officer)).body
    expect(first.results).toHaveLength(20)
    expect(first.results[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      author: `${idOfOfficer(officer)}@correo.example`,
      category: 'contact',
      text: 'Nota 21',
      corrects: null,
      correctedBy: [],
      files: [],
    })
    expect((await read(person, first.next)).body).toMatchObject({ results: [{ text: 'Nota 1' }], next: null })
    expect((await read(newId())).body.results).toEqual([])
    const trail = await auditTrail(test.platform.db, { objectId: person })
    expect(trail.filter(({ action }) => action === 'compliance.note_added')).toHaveLength(21)
    expect(trail.filter(({ action, after }) => action === 'kyc.person_viewed' && JSON.stringify(after).includes('notes'))).toHaveLength(3)
    expect(JSON.stringify(trail)).not.toContain('Nota 21')
  })

  it('a correction refers to the earlier note, which is unchanged; a note of another customer is not found', async () => {
    const person = newId()
    const wrong = (await write({ userId: person, text: 'Vive en Cali.' })).body
    const right = (await write({ userId: person, text: 'Vive en Cúcuta.', corrects: wrong.id })).body
    expect((await read(person)).body.results).toMatchObject([
      { id: right.id, text: 'Vive en Cúcuta.', corrects: wrong.id, correctedBy: [] },
      { id: wrong.id, text: 'Vive en Cali.', corrects: null, correctedBy: [right.id] },
    ])
    expect((await write({ userId: newId(), corrects: wrong.id })).code).toBe('request.not_found')
    expect((await write({ userId: person, corrects: newId() })).code).toBe('request.not_found')
    for (const change of [sql`UPDATE compliance.case_note SET text = 'otra'`, sql`DELETE FROM compliance.case_note`])
      await expect(change.execute(test.platform.db)).rejects.toThrow(/permission denied/)
  })

  it('attachments are inspected and download unchanged, and an invalid one rejects the note', async () => {
    const [person, officer] = [newId(), newOfficer()]
    const pdf = await plainDocument(1)
    expect((await write({ userId: person }, { officer, pdfs: [pdf, await plainDocument(2)] })).status).toBe(200)
    const { files } = (await read(person, '', officer)).body.results[0]
    expect(files).toMatchObject([{ name: 'carta.pdf' }, { name: 'carta.pdf' }])
    const opened = await fetch(test.server.url + files[0].fileUrl, { headers: { authorization: `Bearer ${officer}` } })
    expect(
      Buffer.from(await opened.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await write({ userId: person }, { pdfs: [pdf, Buffer.from('<html>no</html>')] })).status).toBeGreaterThanOrEqual(400)
    expect((await read(person)).body.results).toHaveLength(1)
    const inFolder = await test.call(officer, 'GET', `/kyc/administrative/users/case-files?userId=${person}&folder=case`)
    expect(inFolder.body).toHaveLength(2)
  })

  it('a repeated request after a lost answer writes one note, also concurrently; other content with the same id is refused', async () => {
    const [person, officer, requestId] = [newId(), newOfficer(), newId()]
    const pdfs = [await plainDocument(1)]
    const written = { userId: person, requestId, text: 'Llamó una vez.' }
    const first = await Promise.all([1, 2, 3].map(() => write(written, { officer, pdfs })))
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(first.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await write(written, { officer, pdfs })).body).toEqual(first[0]?.body)
    expect((await read(person)).body.results).toMatchObject([{ text: 'Llamó una vez.', files: [{ name: 'carta.pdf' }] }])
    // The attachments of the others were deleted with them.
    expect(await test.platform.files.listOf(person)).toHaveLength(1)
    expect(await auditTrail(test.platform.db, { action: 'compliance.note_added', objectId: person })).toHaveLength(1)
    for (const other of [{ text: 'Llamó dos veces.' }, { userId: newId() }, { category: 'money' }])
      expect((await write({ ...written, ...other }, { officer, pdfs })).code).toBe('request.idempotency_key_reused')
    expect((await write(written, { officer })).code).toBe('request.idempotency_key_reused')
    // Another officer may use the same request id, and a call without one writes again.
    expect((await write(written, { pdfs })).status).toBe(200)
    for (const _time of [1, 2]) expect((await write({ userId: person, text: 'Sin nombre.' })).status).toBe(200)
    expect((await read(person)).body.results).toHaveLength(4)
  })

  it('is sealed with the key of the customer, also an older one, and unreadable once the key is destroyed', async () => {
    const [person, old] = [newId(), newId()]
    await write({ userId: person, text: 'Vive en Cúcuta.' }, { pdfs: [await plainDocument(1)] })
    await sql`INSERT INTO compliance.case_note (id, account_id, category, text, author_id, at)
      VALUES (${old}, ${person}, 'contact', 'Antes vivía en Cali.', ${newId()}, now())`.execute(test.platform.db)
    const texts = async () => (await read(person)).body.results.map(({ text }: { text: string | null }) => text).sort()
    expect(await texts()).toEqual(['Antes vivía en Cali.', 'Vive en Cúcuta.'])
    await Promise.all([sealNotes(test.platform), sealNotes(test.platform)])
    await sealNotes(test.platform)
    expect(await texts()).toEqual(['Antes vivía en Cali.', 'Vive en Cúcuta.'])
    const stored = await sql<{ row: string; sealed: Buffer }>`SELECT row_to_json(note)::text AS row, sealed FROM compliance.case_note note
      WHERE account_id = ${person}`.execute(test.platform.db)
    expect(stored.rows).toHaveLength(2)
    const guess = sha256(JSON.stringify([person, 'contact', 'Vive en Cúcuta.', null, []]))
    for (const { row, sealed } of stored.rows) {
      expect(row).not.toMatch(/Cúcuta|Cali/)
      expect(row).not.toContain(guess)
      expect(sealed.toString('latin1')).not.toMatch(/C.{1,2}cuta|Cali/)
    }
    // A sealed note is immutable for every caller.
    for (const change of [
      sql`UPDATE compliance.case_note SET sealed = 'x' WHERE id = ${old}`,
      sql`UPDATE compliance.case_note SET text = 'otra', sealed = NULL WHERE id = ${old}`,
      sql`UPDATE compliance.case_note SET category = 'money' WHERE id = ${old}`,
    ])
      await expect(change.execute(test.platform.db)).rejects.toThrow(/permission denied/)
    await test.platform.files.eraseOwner(person)
    expect(await texts()).toEqual([null, null])
    expect((await read(person)).body.results.flatMap(({ files }: { files: object[] }) => files)).toMatchObject([{ name: ERASED_NAME }])
    // A new note creates a new key: it opens its own text, and the others stay unreadable.
    await write({ userId: person, text: 'Pidió un certificado.' })
    expect(await texts()).toEqual(['Pidió un certificado.', null, null])
  })

  it('SEC-38 notes about oneself can be neither written nor read, and an empty or invisible text is refused', async () => {
    const self = newOfficer()
    const own = idOfOfficer(self)
    expect((await write({ userId: own.toUpperCase() }, { officer: self })).code).toBe('compliance.own_account')
    expect((await read(own, '', self)).code).toBe('compliance.own_account')
    expect((await write({ userId: newId(), text: ' \n ' })).code).toBe('request.invalid')
    expect((await write({ userId: newId(), text: 'x'.repeat(4_001) })).code).toBe('request.invalid')
    expect((await write({ userId: newId(), text: 'al rev\u202Eés' })).code).toBe('request.text_unseen')
    expect((await write({ userId: newId(), category: 'chisme' })).code).toBe('request.invalid')
  })
})
