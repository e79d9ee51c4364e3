import { cardZone } from '@tunjo/contract/identity-zone.testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { deleteAbandonedFiles } from '../jobs.ts'
import { filesOf, type KycTest, level1Fields, newOfficer, pdf, picture, startKycTest } from '../testing.ts'

const DAY_MS = 86_400_000
// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const PATH = '/kyc/users/drafts/natural-1'
const save = (person: string, fields: object, revision: number) => test.call(person, 'PUT', PATH, { fields, revision })
const show = async (person: string) => (await test.call(person, 'GET', PATH)).body
const add = (person: string, slot: string, content: Buffer, form = 'natural-1') => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), 'cédula.jpg')
  return test.call(person, 'POST', `/kyc/users/drafts/${form}/files/${slot}`, body)
}

describe('a draft', () => {
  it('is there on every device, with the fields of the form only, and counts towards the progress (KYC-03)', async () => {
    const person = newId()
    expect((await save(person, { fullName: 'Ana', birthDate: '', state: 'accepted', peps: false }, 0)).body).toEqual({ revision: 1 })
    expect((await add(person, 'selfie', await picture())).status).toBe(200)
    expect(await show(person)).toMatchObject({
      revision: 1,
      fields: { fullName: 'Ana', birthDate: '', peps: false },
      files: [{ slot: 'selfie' }],
    })
    expect((await show(person)).fields).not.toHaveProperty('state')
    expect((await test.status(person)).levels[0]).toMatchObject({ state: 'open', done: 3, total: 9 })
  })

  it('that another device changed is not overwritten, also when both save concurrently', async () => {
    const person = newId()
    await save(person, { fullName: 'Una' }, 0)
    expect((await save(person, { fullName: 'Otra' }, 0)).code).toBe('kyc.draft_changed')
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((fullName) => save(person, { fullName }, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'kyc.draft_changed')).toHaveLength(3)
    expect((await show(person)).revision).toBe(2)
  })

  it('holds 50 kB at most', async () => {
    const person = newId()
    const room = 50_000 - JSON.stringify({ fullName: '' }).length
    expect((await save(person, { fullName: 'a'.repeat(room) }, 0)).status).toBe(200)
    expect((await save(person, { fullName: 'a'.repeat(room + 1) }, 1)).code).toBe('request.too_large')
    expect((await save(person, { fullName: 'ñ'.repeat(room / 2 + 1) }, 1)).code).toBe('request.too_large')
  })

  it('R21 R24 of another person is not visible, and neither are its files', async () => {
    const [person, other] = [newId(), newId()]
    await save(person, { fullName: 'Ana' }, 0)
    const { id } = (await add(person, 'back', await picture())).body
    expect(await show(other)).toMatchObject({ fields: {}, files: [], revision: 0 })
    for (const [method, path] of [
      ['GET', `/kyc/users/files/${id}/link`],
      ['DELETE', `${PATH}/files/${id}`],
      ['GET', '/kyc/users/files/not-an-id/link'],
      ['DELETE', `${PATH}/files/not-an-id`],
    ] as const)
      expect((await test.call(other, method, path)).code, path).toBe('request.not_found')
    expect((await test.call(null, 'GET', PATH)).status).toBe(401)
    expect((await test.call(newOfficer(), 'GET', PATH)).status).toBe(403)
    expect((await test.saveDocuments(other, 'natural-1', await filesOf('natural-1'), { staged: [id] })).code).toBe('request.invalid')
    expect((await show(person)).files).toHaveLength(1)
  })

  it('R24 a file is shown to its owner for 60 seconds, and each view is recorded', async () => {
    const person = newId()
    const { id } = (await add(person, 'back', await picture())).body
    const { url } = (await test.call(person, 'GET', `/kyc/users/files/${id}/link`)).body
    expect((await test.call(null, 'GET', url)).status).toBe(200)
    expect((await test.call(newId(), 'GET', url)).code).toBe('files.not_found')
    test.platform.clock.advance(60_000)
    expect((await test.call(person, 'GET', url)).code).toBe('files.link_expired')
    const fileId = /\/files\/([\w-]+)/.exec(url)?.[1] ?? ''
    expect(await test.platform.files.viewsOf(fileId)).toMatchObject([{ fileId, viewerId: person }])
    const officer = newOfficer()
    await test.send(person, 'natural-1', level1Fields())
    const seen = (await test.call(officer, 'GET', `/kyc/administrative/users/user-documents?userId=${person}`)).body[0]
    expect((await test.call(null, 'GET', seen.fileUrl)).status).toBe(200)
    expect((await test.call(null, 'GET', `${seen.fileUrl}0`)).code).toBe('files.not_found')
  })

  it('KYC-06 a slot takes one picture: the next replaces it, and nothing of the first is kept', async () => {
    const person = newId()
    const first = (await add(person, 'back', await picture())).body.id
    expect((await add(person, 'back', await picture())).status).toBe(200)
    expect((await show(person)).files).toHaveLength(1)
    expect(await test.platform.files.listOf(person)).toHaveLength(1)
    expect((await test.call(person, 'GET', `/kyc/users/files/${first}/link`)).code).toBe('request.not_found')
    const [file] = (await show(person)).files
    expect((await test.call(person, 'DELETE', `${PATH}/files/${file.id}`)).body).toEqual({ removed: true })
    expect(await test.platform.files.listOf(person)).toEqual([])
  })

  it('KYC-06 R25 refuses files that the slot does not accept', async () => {
    const person = newId()
    expect((await add(person, 'back', pdf())).code).toBe('files.type_not_allowed')
    expect((await add(person, 'passport', await picture())).code).toBe('kyc.slot_unknown')
    expect((await add(person, '__proto__', await picture())).code).toBe('kyc.slot_unknown')
    expect((await add(person, 'back', Buffer.from('<script>'))).code).toBe('files.type_not_allowed')
    expect((await add(person, 'proofResidence', await picture(), 'natural-2')).code).toBe('kyc.form_locked')
    expect((await add(person, 'back', await picture(), 'natural-9')).status).toBe(400)
  })

  it('stores the content of a machine-readable zone, and only when every check digit is right', async () => {
    const person = newId()
    const [line1 = '', line2 = '', line3 = ''] = cardZone({
      cardNumber: '012345678',
      nuip: '1099888777',
      surnames: 'OTALORA',
      names: 'ANA',
      sex: 'F',
      birthDate: '900517',
      expiryDate: '330801',
    })
    const read = (values: object) => test.call(person, 'POST', `${PATH}/evidence`, { source: 'mrz', read: values })
    expect((await read({ line1, line2: line2.replace('1099888777', '1099888778'), line3 })).code).toBe('request.invalid')
    expect((await read({ line1, line2 })).code).toBe('request.invalid')
    expect((await read({ number: '1' })).code).toBe('request.invalid')
    expect((await read({ line1, line2, line3, number: '52123456', names: 'OTRA' })).body).toEqual({ kept: true })
    const { evidence } = await show(person)
    expect(evidence).toHaveLength(1)
    expect(evidence[0]).toMatchObject({
      source: 'mrz',
      read: { number: '1099888777', names: 'ANA', documentType: 'CC', line1, line2, line3 },
    })
  })

  it('R31 stores no invisible character, neither typed nor read by a device', async () => {
    const person = newId()
    const typed = { fullName: 'Ana \u202eRojas\u0000', pepDetails: { position: 'Alcal\u200bdesa' } }
    expect((await save(person, typed, 0)).status).toBe(200)
    await test.call(person, 'POST', `${PATH}/evidence`, { source: 'pdf417', read: { names: 'ANA\u202e\u0000' } })
    const { fields, evidence } = await show(person)
    expect(fields).toEqual({ fullName: 'Ana Rojas', pepDetails: { position: 'Alcaldesa' } })
    expect(evidence).toMatchObject([{ read: { names: 'ANA' } }])
  })

  it('stores the readings of a device, up to a hundred', async () => {
    const person = newId()
    const read = (values: object) => test.call(person, 'POST', `${PATH}/evidence`, { source: 'pdf417', read: values })
    expect((await read({ documentNumber: '1099888777' })).body).toEqual({ kept: true })
    expect((await show(person)).evidence).toMatchObject([{ source: 'pdf417', read: { documentNumber: '1099888777' } }])
    expect((await read({ 'half \ud83d': 'x' })).status).toBe(400)
    expect((await read(Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`k${index}`, 'x'])))).status).toBe(400)
    await Promise.all(Array.from({ length: 99 }, () => read({ a: 'b' })))
    // Not a 429: waiting makes no room.
    expect(await read({ a: 'b' })).toMatchObject({ status: 409, code: 'kyc.evidence_full' })
  })
})

describe('files of abandoned forms', () => {
  it('are deleted after 90 days without a change; sent, declined or replaced files stay', async () => {
    const [abandoned, alive, reviewed] = [newId(), newId(), newId()]
    await add(abandoned, 'back', await picture())
    await save(abandoned, { fullName: 'Ana' }, 0)
    await add(alive, 'back', await picture())
    await test.send(reviewed, 'natural-1', level1Fields())
    const back = (await test.documents(reviewed)).find(({ slot }) => slot === 'back')
    await test.decline(newOfficer(), [back?.id])
    await test.saveDocuments(reviewed, 'natural-1', { back: [await picture()] })
    await test.saveFields(reviewed, 'natural-1', level1Fields())
    const forget = () => deleteAbandonedFiles(test.platform)

    test.platform.clock.advance(89 * DAY_MS)
    await add(alive, 'selfie', await picture())
    await forget()
    expect((await show(abandoned)).files).toHaveLength(1)
    test.platform.clock.advance(DAY_MS + 60_000)
    await Promise.all([forget(), forget()])
    expect(await show(abandoned)).toMatchObject({ files: [], fields: { fullName: 'Ana' } })
    expect(await test.platform.files.listOf(abandoned)).toEqual([])
    expect((await show(alive)).files).toHaveLength(2)
    expect(await test.platform.files.listOf(reviewed)).toHaveLength(4)
  })
})
