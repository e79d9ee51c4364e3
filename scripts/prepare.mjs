/** Prepare a fresh clone: packages and the built browser application. Uses only Node's own modules, since no package is installed yet. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_NODE = [20, 19]

export async function prepare({ build }) {
  checkNode()
  install()
  if (build) buildWeb()
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = OLDEST_NODE
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  fail(`Tunjo needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
}

function install() {
  const mark = join(root, 'node_modules', '.tunjo-installed')
  const wanted = hashOf([join(root, 'package-lock.json')])
  if (readIfThere(mark) === wanted) return
  console.log('Installing packages (once, about half a minute)…')
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(mark, wanted)
}

function buildWeb() {
  const mark = join(root, 'web', 'dist', '.tunjo-built')
  const sources = ['web/src', 'web/build', 'web/public', 'contract/src'].flatMap((folder) => filesIn(join(root, folder)))
  const wanted = hashOf([...sources, join(root, 'web/index.html'), join(root, 'web/vite.config.ts'), join(root, 'package-lock.json')])
  if (readIfThere(mark) === wanted) return
  console.log('Building the browser application…')
  run('npm', ['run', 'build', '--workspace=web', '--silent'])
  writeFileSync(mark, wanted)
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update(existsSync(file) ? readFileSync(file) : '')
  return hash.digest('hex')
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed.`)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
