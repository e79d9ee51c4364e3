/** Reset of a demo: only its own files, and never while the product runs. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPlatformSettings } from '../../server/src/platform/process/config.ts'
import { FolderInUse, lockFolder } from '../../server/src/platform/process/folder-lock.ts'
import { memoryFolder } from '../testing/temporary-folder.ts'
import { ResetRefused, resetDemo } from './reset.ts'

let dataDir: string
const settings = (more: Record<string, string> = {}) => readPlatformSettings({ DATA_DIR: dataDir, ...more }, [])
const files = () => readdirSync(dataDir).sort()

function makeDemo(): void {
  for (const folder of ['chain', 'files', 'mail', 'postgres']) mkdirSync(join(dataDir, folder))
  for (const file of ['secrets.key', 'sandbox.jsonl', 'mail/one.json']) writeFileSync(join(dataDir, file), 'x')
}
beforeEach(() => {
  dataDir = memoryFolder('reset')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('removes a demo, and reports when there is none', async () => {
  makeDemo()
  expect(await resetDemo(settings())).toBe(true)
  expect(existsSync(dataDir)).toBe(false)
  expect(await resetDemo(settings())).toBe(false)
})

it('leaves files that are not of the demo', async () => {
  makeDemo()
  writeFileSync(join(dataDir, 'carta.txt'), 'mine')
  expect(await resetDemo(settings())).toBe(true)
  expect(files()).toEqual(['carta.txt'])
})

it('refuses while the product runs, another profile, an external database and another folder', async () => {
  makeDemo()
  const before = files()
  const disown = lockFolder(dataDir)
  await expect(resetDemo(settings())).rejects.toThrow(FolderInUse)
  disown()
  await expect(resetDemo({ ...settings(), profile: 'production' })).rejects.toThrow(ResetRefused)
  await expect(resetDemo(settings({ DATABASE_URL: 'postgres://localhost/tunjo' }))).rejects.toThrow(ResetRefused)
  expect(files()).toEqual(before)
  rmSync(join(dataDir, 'secrets.key'))
  await expect(resetDemo(settings())).rejects.toThrow('does not look like')
  expect(files()).toEqual(before.filter((name) => name !== 'secrets.key'))
})
