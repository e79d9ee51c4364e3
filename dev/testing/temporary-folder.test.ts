import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryFolder, openRunFolder, temporaryFolder } from './temporary-folder.ts'

const MODULE = JSON.stringify(new URL('./temporary-folder.ts', import.meta.url).href)
const DAY_MS = 86_400_000

/** Replaces the shared memory of the machine, which other runs use. */
function sharedMemory(): string {
  const memory = temporaryFolder('memory')
  onTestFinished(() => rmSync(memory, { recursive: true, force: true }))
  return memory
}

/** Run of another clone, with a file in its folder. */
async function startOtherRun(memory: string) {
  const program = `import(${MODULE}).then(({ openRunFolder }) => openRunFolder(${JSON.stringify(memory)})).then(() => {
    console.log(process.env.TEST_RUN_FOLDER)
    setInterval(() => undefined, 1_000)
  })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const folder = line.toString().trim()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { folder, file, kill }
}

const makeOld = (folder: string, ageMs: number) => utimesSync(folder, new Date(), new Date(Date.now() - ageMs))

/** Windows has neither tmpfs nor sockets in folders. */
describe.skipIf(process.platform === 'win32')('folder of a test run', () => {
  it('gives a run a separate folder, and removes it at the end with what tests left there', async () => {
    const memory = sharedMemory()
    const remove = await openRunFolder(memory)
    const folder = process.env.TEST_RUN_FOLDER ?? ''
    expect(dirname(folder)).toBe(memory)
    // On a machine without space for it the folder is on the disk.
    const made = memoryFolder('left')
    expect([folder, dirname(temporaryFolder('left'))]).toContain(dirname(made))
    writeFileSync(join(folder, 'file'), '')
    remove()
    rmSync(made, { recursive: true, force: true })
    expect(existsSync(folder)).toBe(false)
    expect(process.env.TEST_RUN_FOLDER).not.toBe(folder)
  })

  it('keeps the files of a live run, however old, and removes those of one that was killed', async () => {
    const memory = sharedMemory()
    const [living, killed] = await Promise.all([startOtherRun(memory), startOtherRun(memory)])
    await killed.kill()
    for (const { folder } of [living, killed]) makeOld(folder, 10 * DAY_MS)
    const remove = await openRunFolder(memory)
    expect(existsSync(living.file)).toBe(true)
    expect(existsSync(killed.folder)).toBe(false)
    remove()
    expect(existsSync(living.file)).toBe(true)
  })

  it('keeps a folder that has no socket yet, and everything that is not of a test run', async () => {
    const memory = sharedMemory()
    const [young, old, other] = ['tunjo-test-young', 'tunjo-test-old', 'other'].map((name) => join(memory, name)) as [
      string,
      string,
      string,
    ]
    for (const folder of [young, old, other]) mkdirSync(folder)
    for (const folder of [old, other]) makeOld(folder, 2 * DAY_MS)
    const remove = await openRunFolder(memory)
    remove()
    expect([young, old, other].map((folder) => existsSync(folder))).toEqual([true, false, true])
  })
})
