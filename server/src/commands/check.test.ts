/** `tunjo check`: each fault is caused here, and reported by its line. */
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../dev/embedded/chain/testing.ts'
import { ORIGIN_ACCOUNT_ID, SANDBOX_SECRETS } from '../../../dev/sandbox/secrets.ts'
import { startTestSandbox, type TestSandbox } from '../../../dev/sandbox/testing.ts'
import { type ClaimedPort, claimPort } from '../../../dev/testing/claimed-port.ts'
import { createTestDatabase, type TestDatabase } from '../../../dev/testing/database.ts'
import { addressOf, operatorCommand } from '../../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../../dev/testing/temporary-folder.ts'
import { readDeployment } from '../chain/deployment.ts'
import { createLedger, customerAccount, systemAccount } from '../domains/money/ledger/index.ts'
import { type ConnectionSettings, openDatabase } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Finding } from '../platform/observability/finding.ts'
import { createLog } from '../platform/observability/log.ts'
import type { Environment } from '../platform/process/settings.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'
import { hideSecrets } from './check/hide-secrets.ts'
import { processesOf } from './check/processes.ts'
import { type CheckGiven, checkInstallation } from './check.ts'

const KEY = Buffer.alloc(32, 7)
const SECRETS_KEY = KEY.toString('base64')

let database: TestDatabase
let chain: TestChain
let sandbox: TestSandbox
let dataDir: string
let env: Environment
/** Nothing listens there. */
let nowhere: ClaimedPort
const servers: Server[] = []
const sockets = new Set<Socket>()
beforeAll(async () => {
  ;[database, chain, sandbox] = await Promise.all([createTestDatabase(), startTestChain(), startTestSandbox()])
  dataDir = memoryFolder('check')
  nowhere = await claimPort()
  const { wompi, payouts, tusdatos } = SANDBOX_SECRETS
  const { baseUrls } = sandbox.sandbox
  env = {
    DATA_DIR: dataDir,
    SECRETS_KEY,
    DATABASE_URL: addressOf(database.connection),
    DATABASE_MIGRATION_URL: addressOf(database.ownerConnection),
    DATABASE_SIGNER_URL: addressOf(database.signerConnection),
    CHAIN_RPC_URL: chain.rpcUrl,
    CHAIN_DEPLOYMENT_FILE: chain.env.CHAIN_DEPLOYMENT_FILE,
    CHAIN_MNEMONIC_FILE: chain.env.CHAIN_MNEMONIC_FILE,
    MAIL_URL: `smtp://127.0.0.1:${await listen((socket) => answerMail(socket))}`,
    CLAMAV_ADDRESS: `127.0.0.1:${await listen((socket) => socket.once('data', () => socket.end('PONG\0')))}`,
    WOMPI_URL: baseUrls.wompi,
    WOMPI_PUBLIC_KEY: wompi.publicKey,
    WOMPI_PRIVATE_KEY: wompi.privateKey,
    WOMPI_INTEGRITY_SECRET: wompi.integritySecret,
    WOMPI_EVENTS_SECRET: wompi.eventsSecret,
    PAYOUTS_URL: baseUrls.payouts,
    PAYOUTS_API_KEY: payouts.apiKey,
    PAYOUTS_PRINCIPAL_ID: payouts.userPrincipalId,
    PAYOUTS_ACCOUNT_ID: ORIGIN_ACCOUNT_ID,
    PAYOUTS_EVENTS_SECRET: payouts.eventsSecret,
    TUSDATOS_URL: baseUrls.tusdatos,
    TUSDATOS_USER: tusdatos.user,
    TUSDATOS_PASSWORD: tusdatos.password,
    BINANCE_URL: baseUrls.binance,
    COINBASE_URL: baseUrls.coinbase,
    COINGECKO_URL: baseUrls.coingecko,
    BITSO_URL: baseUrls.bitso,
    TRM_URL: baseUrls.trm,
  }
  await postWithLedger()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  nowhere?.release()
  await sandbox?.close()
  await chain?.destroy()
  await database?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

/** A posting as the product makes it, sealed with the key that comes from SECRETS_KEY. */
async function postWithLedger(keys: Environment = {}): Promise<void> {
  const { db } = database
  const ledger = createLedger({
    db,
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
    secrets: createSecrets(KEY),
    env: keys,
  })
  const [debit, credit] = [systemAccount('bank', 'COP'), customerAccount(newId(), 'COP')]
  await ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 5n, code: 'test.deposit' }])
}

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    serve(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The part of SMTP that a client needs to sign in and quit. */
function answerMail(socket: Socket): void {
  socket.write('220 mail.example\r\n')
  socket.on('data', (data) => socket.write(/^QUIT/i.test(String(data)) ? '221 bye\r\n' : '250 ok\r\n'))
}

function answerPage(socket: Socket, status: string, body: string): void {
  socket.once('data', () =>
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\ndate: ${new Date().toUTCString()}\r\nconnection: close\r\n\r\n${body}`,
    ),
  )
}

const answerOldPrice = (socket: Socket): void =>
  answerPage(
    socket,
    '200 OK',
    JSON.stringify({ bitcoin: { usd: 90_000, last_updated_at: Math.floor(Date.now() / 1_000) - 3_600 }, tether: { usd: 1 } }),
  )

const at = (port: number): string => `http://127.0.0.1:${port}`

const given: CheckGiven = { roles: null, processes: processesOf(undefined), now: () => new Date() }
const check = (change: Environment = {}, more: Partial<CheckGiven> = {}) => checkInstallation({ ...env, ...change }, { ...given, ...more })
const faultsOf = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ check: name, found }) => `${name}: ${found}`)

describe('tunjo check', () => {
  it('reports nothing to do where everything fits, with what it found', async () => {
    const findings = await check()
    expect(faultsOf(findings)).toEqual([])
    expect(findings.map(({ check: name }) => name)).toEqual(
      expect.arrayContaining(['settings', 'data folder', 'database', 'database rights', 'migrations', 'database connections', 'clock']),
    )
    expect(findings.map(({ check: name }) => name)).toEqual(
      expect.arrayContaining(['sealing keys', 'chain node', 'wallet keys', 'mail server', 'payments provider', 'payouts provider']),
    )
    expect(findings.map(({ check: name }) => name)).toEqual(expect.arrayContaining(['background checks', 'malware scanner']))
    expect(findings.filter(({ check: name }) => name === 'price source').map(({ found }) => found)).toEqual([
      expect.stringMatching(/^BINANCE_URL: 127\.0\.0\.1:\d+ has BTCUSDT \d+(\.\d+)?, COPUSDT \d+(\.\d+)?\.$/),
      expect.stringMatching(/^COINBASE_URL: 127\.0\.0\.1:\d+ has BTCUSDT \d+(\.\d+)?\.$/),
      expect.stringMatching(/^COINGECKO_URL: 127\.0\.0\.1:\d+ has BTCUSDT \d+(\.\d+)?\.$/),
      expect.stringMatching(/^BITSO_URL: 127\.0\.0\.1:\d+ has COPUSDT \d+(\.\d+)?\.$/),
      expect.stringMatching(/^TRM_URL: 127\.0\.0\.1:\d+ has COPUSDT \d+(\.\d+)?\.$/),
    ])
    expect(findings.find(({ check: name }) => name === 'ledger keys')?.found).toBe(
      'The key of the ledger, which comes from SECRETS_KEY, or a retired key sealed each of 2 balances that were compared.',
    )
  })

  it('names all wrong settings together, each with the setting that was meant', async () => {
    const findings = await check({ PORT: 'x', DATABASE_URLS: 'x', LOG_LEVEL: 'loud', SECRETS_KEY: 'short' })
    const said = faultsOf(findings).filter((line) => line.startsWith('settings: '))
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringContaining('DATABASE_URLS is no setting. Did you mean DATABASE_URL?'),
        expect.stringContaining('settings: PORT: '),
        expect.stringContaining('settings: LOG_LEVEL: '),
        expect.stringContaining('settings: SECRETS_KEY: '),
      ]),
    )
    expect(findings.find(({ check: name }) => name === 'chain node')).toMatchObject({ state: 'ok' })
  })

  it('reports what production needs and refuses, of one role or of all', async () => {
    // Nothing of this test calls the price sources of production.
    const production = { PROFILE: 'production', PUBLIC_URL: 'http://tunjo.example', BINANCE_URL: 'https://127.0.0.1' }
    const all = faultsOf(await checkInstallation(production, given))
    expect(all).toEqual(
      expect.arrayContaining([
        'settings: SECRETS_KEY is needed in production.',
        'settings: WOMPI_URL is needed in production.',
        'settings: CORE_TOKEN is needed in production.',
        'settings: SUPPORT_EMAIL is needed in production: who reads the contact form.',
        'settings: PUBLIC_URL must start with https:// in production.',
      ]),
    )
    const core = faultsOf(await check(production, { roles: new Set(['core']) }))
    expect(core).toEqual(
      expect.arrayContaining([
        'settings: PAYOUTS_API_KEY is given to a process with the role core: in production only worker, scheduler may hold it.',
        'settings: WOMPI_PUBLIC_KEY is a test key; production needs its own.',
      ]),
    )
    const web = { ...production, PUBLIC_URL: 'https://tunjo.example', CORE_URL: at(nowhere.port), CORE_TOKEN: 'x'.repeat(32) }
    expect(faultsOf(await checkInstallation(web, { ...given, roles: new Set(['web']) }))).toEqual([
      expect.stringContaining('database: No connection to a database is set here'),
      expect.stringMatching(/^core: CORE_URL: no core answers at 127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    ])
  })

  it.each([
    ['data folder', { DATA_DIR: '/proc/tunjo' }, /^data folder: DATA_DIR \/proc\/tunjo cannot be written to: .+\.$/],
    ['data folder', { DATA_DIR_MINIMUM_FREE_MB: '10000000' }, /with less than 10000000 MB no file/],
    ['database', { DATABASE_URL: 'postgres://x:hunter22@127.0.0.1:1/x' }, /^database: DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\.$/],
    ['sealing keys', { SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') }, /another key than the one that sealed/],
    ['chain node', { CHAIN_RPC_URL: 'http://127.0.0.1:1' }, /^chain node: CHAIN_RPC_URL: The node did not answer: .+\.$/],
    ['chain', { CHAIN_DEPLOYMENT_FILE: '/nowhere.json' }, /^chain: The deployment file \/nowhere.json .* cannot be read \(ENOENT\)\.$/],
    ['mail server', { MAIL_URL: 'smtp://127.0.0.1:1' }, /^mail server: 127.0.0.1:1 takes no mail: .*ECONNREFUSED/],
    ['malware scanner', { CLAMAV_ADDRESS: '127.0.0.1:1' }, /^malware scanner: clamd at 127.0.0.1:1 does not answer: .*ECONNREFUSED/],
    ['malware scanner', { CLAMAV_ADDRESS: '' }, /^malware scanner: CLAMAV_ADDRESS is not set/],
    ['payments provider', { WOMPI_PUBLIC_KEY: 'pub_test_other' }, /does not know WOMPI_PUBLIC_KEY: HTTP 404/],
    ['payments provider', { WOMPI_PRIVATE_KEY: 'prv_test_other' }, /does not take WOMPI_PRIVATE_KEY: HTTP 401/],
    ['payouts provider', { PAYOUTS_API_KEY: 'other' }, /does not show the balance of PAYOUTS_ACCOUNT_ID: HTTP 40/],
    ['payouts provider', { PAYOUTS_ACCOUNT_ID: newId() }, /the account of payouts is not among ours/],
    ['background checks', { TUSDATOS_PASSWORD: 'test_other' }, /does not take TUSDATOS_USER and TUSDATOS_PASSWORD: HTTP 401/],
  ])('%s: a fault with %j', async (name, change, sentence) => {
    await sealFileKey()
    const findings = await check(change)
    expect(faultsOf(findings)).toEqual([expect.stringMatching(sentence)])
    expect(findings.find(({ state }) => state !== 'ok')).toMatchObject({ check: name, next: expect.stringMatching(/^[A-Z].{20,}\.$/) })
  })

  /** File key as a customer's first file creates it. */
  async function sealFileKey(): Promise<void> {
    const ownerId = newId()
    const sealed = createSecrets(KEY).seal(`file-key:${ownerId}`, Buffer.alloc(32, 1))
    await database.pool.query('INSERT INTO platform.file_key (owner_id, sealed, created_at) VALUES ($1, $2, now())', [ownerId, sealed])
  }

  it('sealing keys: AUDIT_KEY is compared where the trail is sealed, since no other role than the scheduler has it', async () => {
    await sealFileKey()
    const seal = `INSERT INTO platform.audit_seal (seq, entry_id, key_id, hash, sealed_at) VALUES (1, $1, 'another', $2, now())`
    await database.pool.query(seal, [newId(), Buffer.alloc(32)])
    const keysOf = async (role: 'core' | 'scheduler') =>
      (await check({}, { roles: new Set([role]) })).filter(({ check: name }) => name === 'sealing keys').map(({ state }) => state)
    expect([await keysOf('core'), await keysOf('scheduler')]).toEqual([['ok'], ['fault']])
    await database.pool.query('DELETE FROM platform.audit_seal')
  })

  it('ledger: finds a LEDGER_KEY that sealed no balance, and one that sealed only the newer ones until the former is a retired key', async () => {
    const balances = await database.pool.query('SELECT id FROM ledger.account')
    const [former, current] = [Buffer.alloc(32, 9).toString('base64'), Buffer.alloc(32, 10).toString('base64')]
    const all = `${balances.rows.length} of ${balances.rows.length} balances`
    const wrong = { SECRETS_KEY: Buffer.alloc(32, 8).toString('base64'), LEDGER_KEY: former }
    expect(faultsOf(await check(wrong))).toEqual(
      expect.arrayContaining([`ledger keys: LEDGER_KEY is another key than the one that sealed ${all}: nothing is posted from those.`]),
    )
    // The key that comes from SECRETS_KEY sealed before LEDGER_KEY was set.
    expect(faultsOf(await check({ LEDGER_KEY: current }))).toEqual([])
    await postWithLedger({ LEDGER_KEY: former })
    const part = await check({ LEDGER_KEY: current })
    expect(faultsOf(part)).toEqual([
      expect.stringMatching(/^ledger keys: LEDGER_KEY is another key than the one that sealed 2 of 3 balances: nothing is posted/),
    ])
    expect(part.find(({ state }) => state === 'fault')?.next).toContain('LEDGER_RETIRED_KEYS')
    expect(faultsOf(await check({ LEDGER_KEY: current, LEDGER_RETIRED_KEYS: former }))).toEqual([])
    await postWithLedger({ LEDGER_RETIRED_KEYS: former })
    await database.pool.query('DELETE FROM ledger.account')
  })

  it('prices: an address of something else is a fault; a source that hangs, or has an old price, is a warning within seconds', async () => {
    const page = await listen((socket) => answerPage(socket, '200 OK', '<html>Welcome</html>'))
    const forbidden = await listen((socket) => answerPage(socket, '451 Unavailable', 'not in your country'))
    const busy = await listen((socket) => answerPage(socket, '503 Busy', 'later'))
    const silent = await listen(() => undefined)
    const began = performance.now()
    const [wrong, away] = await Promise.all([
      check({ BINANCE_URL: at(forbidden), COINBASE_URL: at(page), COINGECKO_URL: at(page), BITSO_URL: at(page), TRM_URL: at(page) }),
      check({ BINANCE_URL: at(silent), COINGECKO_URL: at(nowhere.port), TRM_URL: at(busy) }),
    ])
    expect(performance.now() - began).toBeLessThan(20_000)
    const ofPrices = (findings: readonly Finding[]) =>
      findings.filter(({ check: name, state }) => name === 'price source' && state !== 'ok').map(({ state, found }) => `${state} ${found}`)
    expect(ofPrices(wrong)).toEqual([
      expect.stringMatching(/^fault BINANCE_URL: .* is no price source: Binance answered 451: not in your country\.$/),
      expect.stringMatching(/^fault COINBASE_URL: .* is no price source: Coinbase sent no answer to what was asked\.$/),
      expect.stringMatching(/^fault COINGECKO_URL: .* is no price source: CoinGecko sent no answer to what was asked\.$/),
      expect.stringMatching(/^fault BITSO_URL: .* is no price source: Bitso sent no answer to what was asked\.$/),
      expect.stringMatching(/^fault TRM_URL: .* is no price source: TRM sent no answer to what was asked\.$/),
    ])
    expect(ofPrices(away)).toEqual([
      expect.stringMatching(/^warning BINANCE_URL: .* did not answer: The operation was aborted due to timeout\.$/),
      expect.stringMatching(/^warning COINGECKO_URL: .* did not answer: .*ECONNREFUSED/),
      expect.stringMatching(/^warning TRM_URL: .* did not answer: TRM answered 503: later\.$/),
    ])
    const aged = await check({
      PRICING_SOURCES_BTCUSDT: 'binance:60:300,coingecko:5:300',
      COINGECKO_URL: at(await listen((socket) => answerOldPrice(socket))),
    })
    expect(ofPrices(aged)).toEqual([
      expect.stringMatching(/^warning COINGECKO_URL: the price of .* is of \d{4}-.*Z, too old to be used\.$/),
    ])
  })

  it('chain: refuses a node of another chain, one without the contracts, and one that never answers, within seconds', async () => {
    const deployment = readDeployment(env.CHAIN_DEPLOYMENT_FILE ?? '')
    const file = (name: string, change: object) => {
      const path = join(dataDir, name)
      writeFileSync(path, JSON.stringify({ ...deployment, ...change }))
      return path
    }
    const other = await check({ CHAIN_DEPLOYMENT_FILE: file('other.json', { chainId: 1 }) })
    expect(faultsOf(other)).toEqual([
      `chain node: CHAIN_RPC_URL is a node of chain ${deployment.chainId}, and the deployment is on chain 1.`,
    ])
    const empty = await check({ CHAIN_DEPLOYMENT_FILE: file('empty.json', { quoter: deployment.visitor }) })
    expect(faultsOf(empty)).toEqual(['chain node: CHAIN_RPC_URL: there are no contracts at the addresses of quoter.'])
    const keys = await check({ CHAIN_DEPLOYMENT_FILE: file('keys.json', { treasury: deployment.visitor }) })
    expect(faultsOf(keys)).toEqual([expect.stringMatching(/^wallet keys: The key of the treasury is that of 0x/)])
    const hanging = await listen(() => undefined)
    const began = performance.now()
    const silent = await check({ CHAIN_RPC_URL: `http://127.0.0.1:${hanging}/v3/a-key-of-the-node` })
    expect(faultsOf(silent)).toEqual([expect.stringMatching(/^chain node: CHAIN_RPC_URL: The node did not answer: .*timeout/)])
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  it('chain: refuses a node whose first block is not the one that the database knows', async () => {
    const { chainId } = readDeployment(env.CHAIN_DEPLOYMENT_FILE ?? '')
    const known =
      'INSERT INTO blockchain.known_chain (chain_id, genesis_hash, block_number, block_hash, head_number) VALUES ($1, $2, 0, $2, 0)'
    await database.pool.query(known, [chainId, `0x${'ab'.repeat(32)}`])
    expect(faultsOf(await check())).toEqual([expect.stringContaining('another chain than the one that this database has worked with')])
    await database.pool.query('DELETE FROM blockchain.known_chain')
  })

  it('database: finds one role for two connections, two databases, and a database before any migration', async () => {
    expect(faultsOf(await check({ DATABASE_URL: env.DATABASE_MIGRATION_URL }))).toEqual(
      expect.arrayContaining([expect.stringContaining('DATABASE_URL and DATABASE_MIGRATION_URL are the same role')]),
    )
    expect(faultsOf(await check({ DATABASE_SIGNER_URL: env.DATABASE_URL }))).toEqual(
      expect.arrayContaining([expect.stringContaining('DATABASE_SIGNER_URL and DATABASE_URL are the same role')]),
    )
    const other = { ...database.ownerConnection, database: 'postgres' }
    const elsewhere = faultsOf(await check({ DATABASE_MIGRATION_URL: addressOf(other) }))
    expect(elsewhere).toEqual(expect.arrayContaining(['database: DATABASE_URL and DATABASE_MIGRATION_URL are not the same database.']))

    const name = `empty_${newId().replaceAll('-', '')}`
    await database.pool.query(`CREATE DATABASE ${name}`)
    const at = (connection: ConnectionSettings) => addressOf({ ...connection, database: name })
    const change = {
      DATABASE_URL: at(database.connection),
      DATABASE_MIGRATION_URL: at(database.ownerConnection),
      DATABASE_SIGNER_URL: at(database.signerConnection),
    }
    try {
      expect(faultsOf(await check(change))).toEqual([
        expect.stringMatching(/^migrations: The database lacks \d+ migrations of this version\.$/),
      ])
      const empty = openDatabase({ ...database.ownerConnection, database: name }, { maxConnections: 1 })
      const { rows } = await empty.pool.query("SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public)'")
      await empty.close()
      expect(rows).toEqual([])
    } finally {
      await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })

  it('database: says that the signer may not read the list of migrations, and that nothing is there before any migration', async () => {
    const signer = { DATABASE_URL: undefined, DATABASE_MIGRATION_URL: undefined }
    const migrated = await check(signer, { roles: new Set(['signer'] as const) })
    expect(migrated.find(({ check: name }) => name === 'migrations')).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^DATABASE_SIGNER_URL: the role \w+ may not read which migrations the database has/),
    })
    const name = `empty_${newId().replaceAll('-', '')}`
    await database.pool.query(`CREATE DATABASE ${name}`)
    try {
      const change = { ...signer, DATABASE_SIGNER_URL: addressOf({ ...database.signerConnection, database: name }) }
      const empty = await check(change, { roles: new Set(['signer'] as const) })
      expect(faultsOf(empty)).toContainEqual(expect.stringMatching(/^migrations: The database lacks \d+ migrations of this version\.$/))
    } finally {
      await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })

  it('database: compares all pools together with max_connections, and the clocks', async () => {
    const full = await check({}, { processes: processesOf('core=20,worker=20') })
    expect(faultsOf(full)).toEqual([
      expect.stringMatching(/^database connections: 20 core, 20 worker and 1 signer hold up to 893 connections/),
    ])
    const late = await check({}, { now: () => new Date(Date.now() - 60_000) })
    expect(faultsOf(late)).toEqual([expect.stringMatching(/^clock: The clocks .* differ by (59|60)\d{3} ms\.$/)])
    expect(late.find(({ check: name }) => name === 'clock')?.state).toBe('fault')
  })

  it('mail: a server that never answers and one that refuses the password are faults, within seconds', async () => {
    const silent = await listen(() => undefined)
    const refusing = await listen((socket) => {
      socket.write('220 mail.example\r\n')
      socket.on('data', (data) => socket.write(/^EHLO/i.test(String(data)) ? '250-ok\r\n250 AUTH PLAIN\r\n' : '535 no\r\n'))
    })
    const [hung, refused] = await Promise.all([
      check({ MAIL_URL: `smtp://127.0.0.1:${silent}` }),
      check({ MAIL_URL: `smtp://tunjo:hunter22@127.0.0.1:${refusing}` }),
    ])
    expect(faultsOf(hung)).toEqual([expect.stringMatching(/^mail server: .* takes no mail: no answer within 10 seconds\.$/)])
    expect(faultsOf(refused)).toEqual([expect.stringMatching(/^mail server: .* takes no mail: Invalid login: 535 no\.$/)])
  })

  it('never prints a secret, at any place of the settings', () => {
    const file = join(dataDir, 'key')
    writeFileSync(file, 'a secret in a file\n')
    const secrets = {
      WOMPI_PRIVATE_KEY_FILE: file,
      MAIL_URL: 'smtp://u:p%40ssword@h',
      CHAIN_RPC_URL: 'https://n/v3/abcdef',
      CORE_TOKEN: 'tokentoken',
    }
    const text = 'a secret in a file, p@ssword, p%40ssword, /v3/abcdef, tokentoken, SIGNER_KEY=keystore'
    expect(hideSecrets(text, { ...secrets, SIGNER_KEY: 'keystore' })).toBe('…, …, …, …, …, SIGNER_KEY=keystore')
  })

  it('as a command: one line for each check, what to do next, JSON, and the exit code', async () => {
    const command = operatorCommand(['check'], database.connection, dataDir)
    const refused = command('--processes', 'web=1')
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('--processes takes a list as core=2,worker=3') })
    const lines = command()
    expect(lines.status).toBe(0)
    expect(lines.output).toMatch(/^ok {7}settings {15}\d+ settings are given/m)
    expect(lines.output).toMatch(/^warning {2}malware scanner {8}CLAMAV_ADDRESS is not set.*\n {32}→ Install clamd/m)
    expect(lines.output).toMatch(/^0 faults, 1 warnings, \d+ good\.$/m)
    expect(lines.output).not.toMatch(/^\s+at /m)
    const json = command('--json', '--processes', 'core=99')
    expect(json.status).toBe(1)
    expect(JSON.parse(json.output)).toMatchObject({
      isGood: false,
      findings: expect.arrayContaining([expect.objectContaining({ check: 'database connections', state: 'fault' })]),
    })
  })
})
