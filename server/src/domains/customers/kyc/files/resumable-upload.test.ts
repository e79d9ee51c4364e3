import { randomBytes } from 'node:crypto'
import { PIECE_BYTES } from '@tunjo/contract/kyc-uploads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { ERASED_NAME } from '../../../../platform/files/index.ts'
import { createPartialUploads } from '../../../../platform/partial-uploads/index.ts'
import { phonePhoto } from '../../../../platform/uploads/samples.testing.ts'
import { type KycTest, level1Fields, pdf, picture, startKycTest } from '../testing.ts'
import { senderOf } from './uploads.testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const { least, most } = PIECE_BYTES

let test: KycTest
/** About 3 MB, so that it has several pieces. */
let photo: Buffer
beforeAll(async () => {
  test = await startKycTest()
  photo = await phonePhoto(2_400, 1_800, { quality: 95 })
  expect(photo.length).toBeGreaterThan(2 * most)
})
afterAll(() => test.stop())

const newSender = (person: string = newId()) => ({ person, ...senderOf(test.server.url, test.call, person) })
const draftOf = async (person: string, form = 'natural-1') => (await test.call(person, 'GET', `/kyc/users/drafts/${form}`)).body
const rowsOf = async (table: string, id: string): Promise<number> => {
  const column = table === 'partial_upload' ? 'id' : 'upload_id'
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${sql.table(`platform.${table}`)}
    WHERE ${sql.ref(column)} = ${id}`.execute(test.database.db)
  return rows[0]?.count ?? 0
}
const sweep = () => createPartialUploads(test.platform).sweep()

describe('a file in pieces', () => {
  it('KYC-06 becomes the same file of the form as one that was sent in one call', async () => {
    const { person, begin, putAll, finish } = newSender()
    const begun = await begin(photo)
    expect(begun.body).toEqual({ id: expect.any(String), slot: 'back', name: 'cédula.jpg', bytes: photo.length, offset: 0 })
    await putAll(begun.body.id, photo)
    const finished = await finish(begun.body.id)
    expect(finished.body).toMatchObject({ slot: 'back', name: 'cédula.jpg', mediaType: 'image/jpeg' })

    const other = newId()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(photo)]), 'cédula.jpg')
    const whole = await test.call(other, 'POST', '/kyc/users/drafts/natural-1/files/back', form)
    expect({ ...finished.body, id: '', addedAt: '' }).toEqual({ ...whole.body, id: '', addedAt: '' })
    const [[inPieces], [inOne]] = await Promise.all([test.platform.files.listOf(person), test.platform.files.listOf(other)])
    expect(inPieces).toMatchObject({ sha256: inOne?.sha256, purpose: 'kyc.natural-1.back' })
    expect(await draftOf(person)).toMatchObject({ files: [finished.body], uploads: [] })
    expect(await rowsOf('partial_upload_piece', begun.body.id)).toBe(0)
  })

  it('begun again resumes where it stopped, and is listed in the draft until it is complete', async () => {
    const { person, begin, put, putAll, finish, show } = newSender()
    const { id } = (await begin(photo)).body
    await put(id, 0, photo.subarray(0, most))
    const again = await begin(photo, { name: 'otro nombre.jpg' })
    expect(again.body).toEqual({ id, slot: 'back', name: 'cédula.jpg', bytes: photo.length, offset: most })
    expect((await show(id)).body).toEqual(again.body)
    expect((await draftOf(person)).uploads).toEqual([again.body])
    expect((await draftOf(person, 'natural-2')).uploads).toEqual([])
    expect((await begin(photo, { slot: 'frontal' })).body).toMatchObject({ slot: 'frontal', offset: 0 })
    await putAll(id, photo, most)
    expect((await finish(id)).status).toBe(200)
  })

  it('finished twice has one answer and is one file, also when it is begun again and when two tabs finish concurrently', async () => {
    const { person, begin, putAll, finish } = newSender()
    const { id } = (await begin(photo)).body
    await putAll(id, photo)
    const answers = await Promise.all([finish(id), finish(id), finish(id)])
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect((await begin(photo)).body).toMatchObject({ id, offset: photo.length })
    expect((await finish(id)).body).toEqual(answers[0]?.body)
    expect((await draftOf(person)).files).toHaveLength(1)
    expect(await test.platform.files.listOf(person)).toHaveLength(1)
  })

  it('that was removed from the form begins anew', async () => {
    const { person, begin, putAll, finish } = newSender()
    const { id } = (await begin(photo)).body
    await putAll(id, photo)
    const { body } = await finish(id)
    await test.call(person, 'DELETE', `/kyc/users/drafts/natural-1/files/${body.id}`)
    expect((await finish(id)).status).toBe(404)
    const anew = (await begin(photo)).body
    expect(anew).toMatchObject({ offset: 0 })
    expect(anew.id).not.toBe(id)
  })

  it('two tabs may send the same pieces concurrently: each arrives once', async () => {
    const { begin, put, finish } = newSender()
    const { id } = (await begin(photo)).body
    for (let offset = 0; offset < photo.length; offset += most) {
      const piece = photo.subarray(offset, offset + most)
      const answers = await Promise.all([put(id, offset, piece), put(id, offset, piece), put(id, offset, piece)])
      for (const { status, body } of answers)
        expect({ status, offset: body.offset }).toEqual({ status: 200, offset: offset + piece.length })
    }
    expect(await rowsOf('partial_upload_piece', id)).toBe(Math.ceil(photo.length / most))
    expect((await finish(id)).status).toBe(200)
  })

  it('two tabs with pieces of other sizes never corrupt the file', async () => {
    const { begin, put, show, finish } = newSender()
    const { id } = (await begin(photo)).body
    const tab = async (size: number) => {
      for (let offset = 0; offset < photo.length; ) {
        const { status, code, body, offset: right } = await put(id, offset, photo.subarray(offset, offset + size))
        if (status !== 200) expect(code).toBe('files.upload_offset')
        offset = status === 200 ? body.offset : Number(right)
      }
    }
    await Promise.all([tab(least), tab(most), tab(300_000)])
    expect((await show(id)).body.offset).toBe(photo.length)
    expect((await finish(id)).status).toBe(200)
  })

  it('another process resumes it', async () => {
    const { person, begin, put, putAll } = newSender()
    const { id } = (await begin(photo)).body
    await put(id, 0, photo.subarray(0, most))
    await putAll(id, photo, most)
    const uploads = createPartialUploads({ ...test.platform })
    const found = await uploads.find(person, id)
    expect(found && (await uploads.read(found))?.equals(photo)).toBe(true)
  })
})

describe('hostile pieces', () => {
  it.each([
    ['before what is there is harmless', 0, most, 200, null],
    ['that overlaps what is there', least, most, 409, 'files.upload_offset'],
    ['after a gap', most + 1, least, 409, 'files.upload_offset'],
    ['far too small', most, 1, 400, 'files.piece_invalid'],
    ['empty', most, 0, 400, 'files.piece_invalid'],
    ['too large', most, most + 1, 413, 'request.too_large'],
    ['before the file', -1, least, 400, 'request.invalid'],
    ['beyond any file', 2 ** 31, least, 400, 'request.invalid'],
  ])('%s', async (_name, offset, bytes, status, code) => {
    const { begin, put, show } = newSender()
    const { id } = (await begin(photo)).body
    await put(id, 0, photo.subarray(0, most))
    const answer = await put(id, offset, randomBytes(bytes))
    expect(answer).toMatchObject({ status, code })
    if (code === 'files.upload_offset') expect(answer.offset).toBe(String(most))
    expect((await show(id)).body.offset).toBe(most)
  })

  it('refuses more than was announced, and to finish before all is there', async () => {
    const { begin, put, show, finish } = newSender()
    const { id } = (await begin(photo, { bytes: most + 10 })).body
    await put(id, 0, photo.subarray(0, most))
    expect((await put(id, most, randomBytes(11))).code).toBe('files.piece_invalid')
    expect((await put(id, most, randomBytes(least))).code).toBe('files.piece_invalid')
    expect((await finish(id)).code).toBe('files.upload_offset')
    expect((await show(id)).body).toMatchObject({ offset: most, bytes: most + 10 })
  })

  it('refuses a file too large for its slot, and slots and forms that accept none, before a byte is sent', async () => {
    const { person, begin } = newSender()
    expect((await begin(photo, { bytes: 15 * 1_048_576 + 1 })).code).toBe('files.too_large')
    expect((await begin(photo, { slot: 'toString' })).code).toBe('kyc.slot_unknown')
    expect((await begin(photo, { form: 'natural-2', slot: 'proofResidence' })).code).toBe('kyc.form_locked')
    expect((await begin(photo, { form: 'natural-9' })).code).toBe('request.invalid')
    for (const bad of [{ bytes: 0 }, { bytes: 1.5 }, { fingerprint: 'A'.repeat(64) }, { fingerprint: '' }, { name: 'x'.repeat(501) }])
      expect((await begin(photo, bad)).code).toBe('request.invalid')
    await test.send(person, 'natural-1', level1Fields())
    expect((await begin(photo)).code).toBe('kyc.form_sent')
  })

  it('R23 inspects the received bytes: another type is refused and deleted, its name is sanitised for a list', async () => {
    const { person, begin, putAll, finish, show } = newSender()
    const document = pdf()
    const { body } = await begin(document, { name: '../../\u202egpj.exe' })
    expect(body.name).toBe('gpj.exe')
    await putAll(body.id, document)
    expect((await finish(body.id)).code).toBe('files.type_not_allowed')
    expect((await show(body.id)).status).toBe(404)
    expect((await draftOf(person)).files).toEqual([])
  })

  it('detects a file that changed during the upload', async () => {
    const { begin, put, putAll, finish, show } = newSender()
    const { id } = (await begin(photo)).body
    await put(id, 0, randomBytes(most))
    await putAll(id, photo, most)
    expect((await finish(id)).code).toBe('files.upload_damaged')
    expect((await show(id)).status).toBe(404)
    expect(await rowsOf('partial_upload_piece', id)).toBe(0)
  })

  it('accepts raw bytes on this call only', async () => {
    const { person, begin } = newSender()
    const { id } = (await begin(photo)).body
    expect((await test.call(person, 'PUT', `/kyc/users/uploads/${id}?offset=0`, { a: 1 })).code).toBe('request.unsupported_media_type')
    const survey = await fetch(`${test.server.url}/kyc/users/signup-survey`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person}`, 'content-type': 'application/octet-stream' },
      body: '{}',
    })
    expect(survey.headers.get('app-error')).toBe('request.unsupported_media_type')
  })
})

describe('ownership', () => {
  it('R21 R24 an upload of another person gets the same answer as an unknown id', async () => {
    const [owner, other] = [newSender(), newSender()]
    const { id } = (await owner.begin(photo)).body
    await owner.put(id, 0, photo.subarray(0, most))
    for (const asked of [id, newId(), 'no-id'])
      for (const answer of [
        other.show(asked),
        other.put(asked, most, photo.subarray(most, 2 * most)),
        other.finish(asked),
        other.cancel(asked),
      ])
        expect(await answer).toMatchObject({ status: 404, code: 'request.not_found' })
    expect((await other.begin(photo)).body.id).not.toBe(id)
    expect((await draftOf(other.person)).uploads).toHaveLength(1)
    expect((await owner.show(id)).body.offset).toBe(most)
  })

  it('is stored sealed: neither the file nor a part of it can be read in the database', async () => {
    const { begin, put } = newSender()
    const content = Buffer.concat([Buffer.from('cédula de ciudadanía'), randomBytes(least)])
    const { id } = (await begin(content)).body
    await put(id, 0, content)
    const { rows } = await sql<{ sealed: Buffer }>`SELECT sealed FROM platform.partial_upload_piece WHERE upload_id = ${id}`.execute(
      test.database.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed.includes('ciudadan')).toBe(false)
  })

  it('is deleted with the erasure of its customer', async () => {
    const { person, begin, put, show } = newSender()
    const { id } = (await begin(photo)).body
    await put(id, 0, photo.subarray(0, most))
    await test.platform.files.eraseOwner(person)
    expect((await show(id)).status).toBe(404)
    expect((await put(id, most, photo.subarray(most, 2 * most))).status).toBe(404)
    expect(await rowsOf('partial_upload_piece', id)).toBe(0)
  })

  it('once complete, keeps no name of an erased customer', async () => {
    const { person, begin, putAll, finish } = newSender()
    const { id } = (await begin(photo)).body
    await putAll(id, photo)
    await finish(id)
    await test.platform.files.eraseOwner(person)
    expect((await draftOf(person)).files).toMatchObject([{ name: ERASED_NAME }])
  })
})

describe('limits', () => {
  const another = (index: number) => Buffer.concat([photo, Buffer.from([index])])

  it('five open ones for each person, also when eight are begun concurrently; an idle one makes room', async () => {
    const { begin, show, cancel } = newSender()
    const begun = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(another(index))))
    const open = begun.filter(({ status }) => status === 200).map(({ body }) => body.id)
    expect(open).toHaveLength(5)
    expect(begun.filter(({ code }) => code === 'files.uploads_open')).toHaveLength(3)
    expect((await newSender().begin(photo)).status).toBe(200)

    await cancel(open[0])
    expect((await begin(another(8))).status).toBe(200)
    expect((await begin(another(9))).code).toBe('files.uploads_open')
    test.platform.clock.advance(11 * MINUTE_MS)
    expect((await begin(another(9))).status).toBe(200)
    const states = await Promise.all(open.slice(1).map((id) => show(id)))
    expect(states.filter(({ status }) => status === 404)).toHaveLength(1)
  })

  it('a slot for one file drops its open upload when another file takes its place', async () => {
    const { person, begin, put, putAll, finish, show } = newSender()
    const { id } = (await begin(another(1))).body
    await put(id, 0, photo.subarray(0, most))
    const second = (await begin(photo)).body
    await putAll(second.id, photo)
    await finish(second.id)
    expect((await show(id)).status).toBe(404)

    const third = (await begin(another(2))).body
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await picture())]), 'otra.jpg')
    await test.call(person, 'POST', '/kyc/users/drafts/natural-1/files/back', form)
    expect((await show(third.id)).status).toBe(404)
    expect((await draftOf(person)).uploads).toEqual([])
  })

  it('is deleted a day after the last piece, and not before', async () => {
    const [rests, lives] = [newSender(), newSender()]
    const one = (await rests.begin(photo)).body.id
    const other = (await lives.begin(photo)).body.id
    await rests.put(one, 0, photo.subarray(0, most))
    test.platform.clock.advance(DAY_MS - MINUTE_MS)
    await lives.put(other, 0, photo.subarray(0, most))
    await sweep()
    expect((await rests.show(one)).status).toBe(200)
    test.platform.clock.advance(2 * MINUTE_MS)
    await Promise.all([sweep(), sweep()])
    expect((await rests.show(one)).status).toBe(404)
    expect(await rowsOf('partial_upload_piece', one)).toBe(0)
    expect((await lives.show(other)).body.offset).toBe(most)
  })
})
