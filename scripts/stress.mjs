/**
 * `npm run test:stress`: `npm test` with both cores kept half busy, at dates on which calendars differ, and with newer versions of Node.
 * `npm run test:stress -- dates payments` runs one kind (load, dates, node), and the tests whose path has that word. Dates need Debian's
 * package `libfaketime` (or LIBFAKETIME with its path), and are skipped without it. Versions of Node come from the npm package `node`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './prepare.mjs'

const TEST = join(root, 'scripts', 'test.mjs')
const DATES = {
  'the last minutes of a year in UTC': '2026-12-31T23:50:00Z',
  'the last minute of a year in Bogotá': '2027-01-01T04:59:00Z',
  'a leap day': '2028-02-29T17:00:00Z',
  'the last half hour of a month in Bogotá': '2027-01-31T23:30:00-05:00',
}
/** Each loop takes half a core, and ends on its own. */
const BUSY_LOOP = `const end = Date.now() + 5_400_000
const work = () => { const until = Date.now() + 100; while (Date.now() < until); if (Date.now() < end) setTimeout(work, 100) }
work()`

/** Newer than the floor in package.json. */
const NODE_VERSIONS = ['22.23.3', '24.21.0']

const [kind = 'all', ...filter] = process.argv.slice(2)
if (!['all', 'load', 'dates', 'node'].includes(kind)) {
  console.error(`"${kind}" is no kind of stress: load, dates or node, and then parts of paths.`)
  process.exit(2)
}
const isChosen = (one) => kind === 'all' || kind === one
const results = []
if (isChosen('load')) results.push(['under load', await underLoad()])
if (isChosen('dates')) for (const [name, date] of Object.entries(DATES)) results.push([`${name} (${date})`, await atDate(date)])
if (isChosen('node')) for (const version of NODE_VERSIONS) results.push([`Node ${version}`, await withNode(version)])
console.log(
  `\n${results.map(([name, status]) => `${status === 0 ? 'green  ' : status === null ? 'skipped' : 'red    '}  ${name}`).join('\n')}`,
)
process.exit(results.every(([, status]) => status === 0 || status === null) ? 0 : 1)

async function underLoad() {
  const loops = Array.from({ length: 2 }, () => spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' }))
  try {
    return await test({})
  } finally {
    for (const loop of loops) loop.kill()
  }
}

/** Uses an offset from now, so that every process of the run, whenever it starts, has the same time. */
async function atDate(date) {
  const library = process.env.LIBFAKETIME ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
  if (!existsSync(library)) {
    console.log(`\nSkipped, since ${library} is not there: ${date}`)
    return null
  }
  const seconds = Math.round((Date.parse(date) - Date.now()) / 1_000)
  const sign = seconds < 0 ? '-' : '+'
  return test({ LD_PRELOAD: library, FAKETIME: `${sign}${Math.abs(seconds)}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
}

async function withNode(version) {
  const folder = mkdtempSync(join(tmpdir(), 'tunjo-node-'))
  try {
    const npm = ['install', '--prefix', folder, '--no-save', '--no-fund', '--no-audit', `node@${version}`]
    const { status } = spawnSync('npm', npm, { stdio: 'inherit', shell: process.platform === 'win32' })
    if (status !== 0) return status ?? 1
    const programs = join(folder, 'node_modules', 'node', 'bin')
    // Tests start further processes: most by process.execPath, some by the name `node`.
    return await test({ PATH: `${programs}${delimiter}${process.env.PATH}` }, join(programs, 'node'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function test(env, node = process.execPath) {
  const child = spawn(node, [TEST, ...filter], { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
}
