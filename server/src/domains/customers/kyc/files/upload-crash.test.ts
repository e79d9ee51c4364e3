import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { PIECE_BYTES } from '@tunjo/contract/kyc-uploads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { runTypeScript, type TestProcess } from '../../../../../../dev/testing/child-process.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { phonePhoto } from '../../../../platform/uploads/samples.testing.ts'
import { callKyc, type KycTest, startKycTest } from '../testing.ts'
import { type Sender, senderOf } from './uploads.testing.ts'

const PROCESS = new URL('../process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000
const { most } = PIECE_BYTES

let test: KycTest
let photo: Buffer
const running = new Set<TestProcess>()
beforeAll(async () => {
  test = await startKycTest()
  photo = await phonePhoto(2_400, 1_800, { quality: 95 })
})
afterAll(async () => {
  for (const process of running) await process.kill()
  await test.stop()
})

/** Works in a process of the product that is killed in the middle of it: at a fault point, or by the test. */
async function inProcessThatDies(person: string, faultAt: string | null, work: (sender: Sender) => Promise<unknown>): Promise<void> {
  const process = runTypeScript(PROCESS, [JSON.stringify(test.database.connection)], faultAt ? { FAULT_AT: faultAt } : {})
  running.add(process)
  const { url, dataDir } = JSON.parse(await process.nextLine())
  const exit = once(process.child, 'exit')
  const call = (...args: Parameters<KycTest['call']>) => callKyc(url, ...args)
  const done = work(senderOf(url, call, person))
  if (faultAt) await done.catch(() => null)
  else {
    await done
    process.child.kill('SIGKILL')
  }
  await exit
  expect(process.child.signalCode).toBe('SIGKILL')
  await afterKill(test.database.owner)
  rmSync(dataDir, { recursive: true, force: true })
}

describe('R17 kill -9', () => {
  it(
    'between two pieces: the next process resumes where the last one stopped',
    async () => {
      const person = newId()
      await inProcessThatDies(person, null, async ({ begin, put }) => {
        const { id } = (await begin(photo)).body
        await put(id, 0, photo.subarray(0, most))
      })
      const { begin, putAll, finish } = senderOf(test.server.url, test.call, person)
      const { id, offset } = (await begin(photo)).body
      expect(offset).toBe(most)
      await putAll(id, photo, offset)
      expect((await finish(id)).status).toBe(200)
    },
    TIMEOUT_MS,
  )

  it(
    'within a piece: nothing of it counts, the pieces before it do',
    async () => {
      const person = newId()
      const { begin, put, putAll, finish, show } = senderOf(test.server.url, test.call, person)
      const { id } = (await begin(photo)).body
      await put(id, 0, photo.subarray(0, most))
      await inProcessThatDies(person, 'partial_uploads.piece_written', (sender) => sender.put(id, most, photo.subarray(most, 2 * most)))
      expect((await show(id)).body.offset).toBe(most)
      await putAll(id, photo, most)
      expect((await finish(id)).status).toBe(200)
    },
    TIMEOUT_MS,
  )

  it.each(['files.written', 'kyc.upload_staged'])(
    'at %s while it is finished: no file is in the form, and it is finished again without sending it again',
    async (point) => {
      const person = newId()
      const { begin, putAll, finish } = senderOf(test.server.url, test.call, person)
      const { id } = (await begin(photo)).body
      await putAll(id, photo)
      await inProcessThatDies(person, point, (sender) => sender.finish(id))
      const draft = async () => (await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body
      expect(await draft()).toMatchObject({ files: [], uploads: [{ id, offset: photo.length }] })
      const { body } = await finish(id)
      expect(await draft()).toMatchObject({ files: [body], uploads: [] })
      expect(await test.platform.files.listOf(person)).toHaveLength(1)
    },
    TIMEOUT_MS,
  )
})
