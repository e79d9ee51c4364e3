/** Two-step verdict of `npm test`, tested with real vitest runs over files that are green, red once, red always and broken. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
// @ts-expect-error: plain JavaScript, since it runs before packages are installed
import { describeFailure, runSuites, writeUnstable } from './suites.mjs'

const ROOT = join(import.meta.dirname, '..')
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tunjo-suites-'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'vitest.config.mjs'), `export default { test: { include: ['*.test.js'], maxWorkers: 1 } }`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, lines: string) => writeFileSync(join(root, `${name}.test.js`), `import { it, expect } from 'vitest'\n${lines}`)
const green = (name: string) => write(name, `it('holds', () => {}); it('holds too', () => {})`)
const red = (name: string) => write(name, `it('holds', () => {}); it('does not', () => expect('wrong').toBe('right'))`)
/** Red in its first run and in each test after the first, green in its second: a scenario that begins on leftovers fails as a whole. */
const redOnce = (name: string) =>
  write(
    name,
    `import { existsSync, writeFileSync } from 'node:fs'
    const isSecond = existsSync('${name}.ran')
    writeFileSync('${name}.ran', '')
    it('begins', () => {})
    it('goes on', () => expect(isSecond).toBe(true))
    it('ends', () => expect(isSecond).toBe(true))`,
  )
const run = (more: object = {}) =>
  runSuites({ root, reports: root, isQuiet: true, suites: [{ title: 'some tests', config: 'vitest.config.mjs' }], ...more })

it('counts a file that is green when it runs again whole, and names it as unstable', async () => {
  green('a')
  redOnce('b')
  const { passed, failures, unstable } = await run()
  expect([passed, failures]).toEqual([5, []])
  expect(unstable).toEqual([{ file: 'b.test.js', test: 'goes on', error: expect.stringContaining('expected false to be true') }])
  expect(describeFailure(unstable[0])).toMatch(/^b\.test\.js: goes on: expected false/)
  writeUnstable(join(root, 'unstable.json'), unstable)
  expect(JSON.parse(readFileSync(join(root, 'unstable.json'), 'utf8'))).toEqual(unstable)
})

it('is red for a file that fails twice, and counts what passed in it', async () => {
  green('a')
  red('c')
  const { passed, failures, unstable } = await run()
  expect([passed, unstable]).toEqual([3, []])
  expect(failures).toEqual([{ file: 'c.test.js', test: 'does not', error: expect.stringContaining('right') }])
})

it('is red for more unstable files than are accepted in one run', async () => {
  redOnce('b')
  const { failures, unstable } = await run({ maxUnstable: 0 })
  expect(unstable).toHaveLength(1)
  expect(failures).toEqual([{ file: '1 unstable files', test: '', error: 'at most 0 are accepted in one run' }])
})

it('is red for a file that breaks outside its tests, and for a run without tests', async () => {
  expect((await run()).failures).toEqual([{ file: 'some tests', test: '', error: expect.any(String) }])
  write('d', `throw new Error('cannot be read')`)
  expect((await run()).failures).toEqual([{ file: 'd.test.js', test: '', error: 'cannot be read' }])
})

it('is red for an error outside of every file, whatever runs again', async () => {
  redOnce('b')
  write(
    'd',
    `it('holds', () => { setTimeout(() => { throw new Error('afterwards') }, 0) }); it('waits', () => new Promise((end) => setTimeout(end, 50)))`,
  )
  const { failures, unstable } = await run()
  expect(failures).toEqual([{ file: 'some tests', test: '', error: 'afterwards' }])
  expect(unstable).toHaveLength(1)
})
