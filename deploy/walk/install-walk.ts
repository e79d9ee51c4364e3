/**
 * Walk through docs/install.md, word for word (`npm run endurance`): its shell blocks run in their order on this machine, in namespaces and
 * over folders of its own, against PostgreSQL and nginx of Debian, a separate EVM node, and the providers' sandboxes under the names of the
 * real ones. People use the installation over TLS as the page says: administrators, officers, and a customer with a deposit, an exchange and
 * a withdrawal.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { type AdministratorLink, customerTrial, firstTeam } from './first-people.ts'
import { type PageBlock, pageBlocks } from './page-blocks.ts'
import { CA, certify, SITE, type Surroundings, startSurroundings } from './surroundings.ts'
import { printedLinks, typedAnswers } from './typed-answers.ts'

const HERE = import.meta.dirname
const ROOT = join(HERE, '../..')
const TSX = join(ROOT, 'node_modules/.bin/tsx')
const PHASE = 'INSTALL_WALK_PHASE'
/** Limit for the five roles to become ready. */
const READY_MS = 180_000
/** A quarter of an hour for the whole page. */
const LIMIT_SECONDS = 900
const PORTS = { web: 8080, core: 8090, worker: 8081, scheduler: 8082, signer: 8083 }

const phases: Record<string, () => Promise<number>> = { outside: enter, inside: isolate, walk }
process.exitCode = await (phases[process.env[PHASE] ?? 'outside'] ?? enter)()

/** Namespaces of its own: the ports, processes and files of the machine stay as they are. */
async function enter(): Promise<number> {
  const missing = missingPrograms()
  if (missing.length > 0) {
    console.log(`The walk through docs/install.md is left out: this machine lacks ${missing.join(', ')}.`)
    return 0
  }
  // With a network, which the walk does not have.
  execFileSync(process.execPath, ['-e', "import('./scripts/prepare.mjs').then((it) => it.prepare({ build: true }))"], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  return again('inside', ['unshare', '--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'])
}

function missingPrograms(): string[] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return ['Linux with the rights of root']
  const programs = ['unshare', 'ip', 'runuser', 'openssl', 'nginx', 'pg_ctlcluster'].filter(
    (name) => spawnSync('which', [name]).status !== 0,
  )
  return programs.length > 0 || spawnSync('unshare', ['--mount', '--net', 'true']).status === 0
    ? programs
    : ['the right to make namespaces']
}

async function again(phase: string, before: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const [program = TSX, ...args] = [...before, TSX, fileURLToPath(import.meta.url)]
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env, [PHASE]: phase } })
  return (await once(child, 'exit'))[0] ?? 1
}

async function isolate(): Promise<number> {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/mnt'])
  for (const folder of ['etc', 'opt', 'var']) {
    for (const layer of ['upper', 'work']) mkdirSync(`/mnt/${folder}/${layer}`, { recursive: true })
    const layers = `lowerdir=/${folder},upperdir=/mnt/${folder}/upper,workdir=/mnt/${folder}/work`
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, `/${folder}`])
  }
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run'])
  mkdirSync('/run/walk/bin', { recursive: true })
  cpSync(join(HERE, 'systemctl.mjs'), '/run/walk/bin/systemctl')
  chmodSync('/run/walk/bin/systemctl', 0o755)
  certify()
  return again('walk', [], { NODE_EXTRA_CA_CERTS: CA, PATH: `/run/walk/bin:${process.env.PATH}` })
}

async function walk(): Promise<number> {
  const startedAt = Date.now()
  const surroundings = await startSurroundings()
  const funding = keepFunded()
  try {
    const printed = new Map<string, string>()
    for (const block of pageBlocks()) {
      printed.set(block.heading, await run(block, surroundings, printed))
      if (block.heading === 'Trial') await useInstallation(surroundings, printedLinks(printed.get('Administrators') ?? ''))
    }
    await waitUntilAllReady()
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    if (seconds > LIMIT_SECONDS) throw new Error(`The walk took ${seconds} s, more than ${LIMIT_SECONDS} s.`)
    console.log(`The walk through docs/install.md ended well after ${seconds} s.`)
    return 0
  } catch (error) {
    console.error(error)
    for (const role of Object.keys(PORTS)) showLog(role)
    return 1
  } finally {
    clearInterval(funding)
    await surroundings.stop()
    process.exit()
  }
}

/** The web page and the people, between the start and the end of the trial. */
async function useInstallation({ received }: Surroundings, links: readonly AdministratorLink[]): Promise<void> {
  await waitUntilAllReady()
  const page = await fetch(`https://${SITE}/`)
  if (page.status !== 200 || !(await page.text()).includes('<div id="root">')) throw new Error(`https://${SITE}/ answered ${page.status}`)
  const site = { url: `https://${SITE}`, mails: () => received }
  const officer = await firstTeam(site, links, console.log)
  await customerTrial(site, 'berta@correo.example', officer, console.log)
}

/** Answers what the block printed. */
async function run(block: PageBlock, surroundings: Surroundings, printed: ReadonlyMap<string, string>): Promise<string> {
  const startedAt = Date.now()
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', block.script], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  child.stdin.end(
    typedAnswers(block, surroundings, printed)
      .map((line) => `${line}\n`)
      .join(''),
  )
  const [code] = await once(child, 'close')
  console.log(`▸ ${block.heading}: ${Math.round((Date.now() - startedAt) / 1_000)} s\n${output.trim()}`)
  if (code !== 0) throw new Error(`a block of "${block.heading}" ended with ${code}`)
  return output
}

/** Sends ether to the wallets, as the operator does when the command asks for it. */
function keepFunded(): NodeJS.Timeout {
  const rpc = jsonRpc('http://127.0.0.1:8545')
  const funded = new Set<string>()
  return setInterval(() => {
    for (const wallet of ['hot', 'treasury']) {
      const file = `/etc/tunjo/secrets/signer_${wallet}_keystore`
      if (funded.has(wallet) || !existsSync(file)) continue
      const { address } = JSON.parse(readFileSync(file, 'utf8') || '{}')
      if (!address) continue
      funded.add(wallet)
      void rpc('anvil_setBalance', [`0x${address}`, `0x${(100n * 10n ** 18n).toString(16)}`])
    }
  }, 100)
}

async function waitUntilAllReady(): Promise<void> {
  for (const [role, port] of Object.entries(PORTS)) await waitUntilReady(role, port)
}

async function waitUntilReady(role: string, port: number): Promise<void> {
  const until = Date.now() + READY_MS
  const token = readFileSync('/etc/tunjo/secrets/metrics_token', 'utf8').trim()
  for (;;) {
    const asking = fetch(`http://127.0.0.1:${port}/management/ready`, { headers: { authorization: `Bearer ${token}` } })
    const body: Promise<unknown> = asking.then((response) => response.json())
    const answer = (await body.catch((error: unknown) => ({ status: String(error) }))) as { readonly status: string }
    if (answer.status === 'ready') return console.log(`${role} is ready`)
    if (Date.now() > until) throw new Error(`${role} is not ready: ${JSON.stringify(answer)}`)
    await delay(1_000)
  }
}

function showLog(role: string): void {
  const file = `/var/log/tunjo-${role}.log`
  if (existsSync(file)) console.error(`--- ${role}\n${readFileSync(file, 'utf8').split('\n').slice(-15).join('\n')}`)
}
