/** Upload that is finished while its form is sent, or while the former file is removed: content under review never changes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { filesOf, type KycTest, level1Fields, picture, startKycTest } from '../testing.ts'
import { senderOf } from './uploads.testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })
const ROUNDS = 4

let test: KycTest
let photo: Buffer
beforeAll(async () => {
  test = await startKycTest()
  photo = await picture()
})
afterAll(() => test.stop())

interface Item {
  id: string
  slot: string
  state: string
}
const itemsOf = async (person: string) =>
  (await sql<Item>`SELECT id, slot, state FROM kyc.item WHERE account_id = ${person} ORDER BY slot`.execute(test.database.db)).rows
/** With all documents in the form, and another picture of the back that was received and is not finished. */
async function readyToSend() {
  const person = newId()
  const sender = senderOf(test.server.url, test.call, person)
  expect((await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))).status).toBe(200)
  const { id } = (await sender.begin(photo)).body
  await sender.putAll(id, photo)
  return { person, ...sender, id, submit: () => test.saveFields(person, 'natural-1', level1Fields()) }
}

describe('a file in pieces', () => {
  it('R24 of a form that was sent meanwhile changes nothing under review, and no other upload begins', async () => {
    const { person, id, begin, finish, submit } = await readyToSend()
    expect((await submit()).status).toBe(200)
    const sent = await itemsOf(person)
    expect((await finish(id)).code).toBe('kyc.form_sent')
    expect((await begin(photo, { slot: 'frontal' })).code).toBe('kyc.form_sent')
    expect(await itemsOf(person)).toEqual(sent)
    expect(sent.filter(({ state }) => state === 'staged')).toEqual([])
  })

  it('finished at the same moment as its form is sent, it is sent with it or refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { person, id, finish, submit } = await readyToSend()
      const [finished, submitted] = await Promise.all([finish(id), submit()])
      expect(submitted.status).toBe(200)
      const items = await itemsOf(person)
      const backs = items.filter(({ slot }) => slot === 'back')
      expect(items.filter(({ state }) => state === 'staged')).toEqual([])
      expect(backs).toHaveLength(1)
      expect(finished.status === 200 ? backs[0]?.id : finished.code).toBe(finished.status === 200 ? finished.body.id : 'kyc.form_sent')
    }
  })

  it('finished at the same moment as the former file is removed, it is the only one of its slot', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { person, id, finish } = await readyToSend()
      const before = (await itemsOf(person)).find(({ slot }) => slot === 'back')
      const [finished] = await Promise.all([finish(id), test.call(person, 'DELETE', `/kyc/users/drafts/natural-1/files/${before?.id}`)])
      expect(finished.status).toBe(200)
      const backs = (await itemsOf(person)).filter(({ slot }) => slot === 'back')
      expect(backs.map((item) => item.id)).toEqual([finished.body.id])
    }
  })
})
