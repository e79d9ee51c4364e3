import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript, type TestProcess } from '../../../../../dev/testing/child-process.ts'
import { newId } from '../../../platform/database/ids.ts'
import { callKyc, filesOf, formOf, type KycTest, level1Fields, level2Fields, startKycTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000

let test: KycTest
const running = new Set<TestProcess>()
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(async () => {
  for (const process of running) await process.kill()
  await test.stop()
})

/** Makes the call in a process of the product that dies, as by kill -9, at `faultAt`. */
async function dieDuring(faultAt: string, person: string, path: string, body: unknown): Promise<void> {
  const process = runTypeScript(PROCESS, [JSON.stringify(test.database.connection)], { FAULT_AT: faultAt })
  running.add(process)
  const { url, dataDir } = JSON.parse(await process.nextLine())
  const exit = once(process.child, 'exit')
  await callKyc(url, person, 'POST', path, body).catch(() => null)
  await exit
  expect(process.child.signalCode).toBe('SIGKILL')
  await afterKill(test.database.owner)
  rmSync(dataDir, { recursive: true, force: true })
}
const pending = async (person: string) => (await test.documents(person)).filter(({ state }) => state === 'Pendiente').length

describe('R17 kill -9', () => {
  it.each(['files.written', 'kyc.files_staged'])(
    'KYC-09 at %s: the first call of level 1 left nothing, and may be repeated',
    async (point) => {
      const person = newId()
      const files = await filesOf('natural-1')
      await dieDuring(point, person, '/kyc/users/natural/level-1/save-documents', formOf(files))
      expect((await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body.files).toEqual([])
      expect((await test.saveFields(person, 'natural-1', level1Fields())).code).toBe('kyc.documents_missing')
      expect((await test.send(person, 'natural-1', level1Fields())).body.state).toBe('sent')
    },
    TIMEOUT_MS,
  )

  it.each(['kyc.fields_kept', 'kyc.items_sent', 'kyc.form_sent'])(
    'KYC-09 at %s: the second call of level 1 put nothing under review, and may be repeated',
    async (point) => {
      const person = newId()
      await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))
      await dieDuring(point, person, '/kyc/users/natural/level-1/save-fields', level1Fields())
      expect(await pending(person)).toBe(0)
      expect((await test.status(person)).levels[0]).toMatchObject({ state: 'open', sentAt: null })
      expect((await test.saveFields(person, 'natural-1', level1Fields())).body.state).toBe('sent')
      expect(await pending(person)).toBe(4)
    },
    TIMEOUT_MS,
  )

  it.each(['kyc.files_staged', 'kyc.items_sent', 'kyc.form_sent'])(
    'KYC-09 at %s: level 2 is not half sent, and the checks of its first call remain valid',
    async (point) => {
      const person = newId()
      await test.send(person, 'natural-1', level1Fields())
      await test.verify(person, 2)
      await test.saveFields(person, 'natural-2', level2Fields())
      const files = await filesOf('natural-2')
      await dieDuring(point, person, '/kyc/users/natural/level-2/save-documents', formOf(files))
      expect(await pending(person)).toBe(0)
      expect((await test.saveDocuments(person, 'natural-2', files)).body.state).toBe('sent')
      expect(await pending(person)).toBe(2)
    },
    TIMEOUT_MS,
  )
})
