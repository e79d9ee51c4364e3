/** Services outside of an installation, on this machine: database server, EVM node, providers and mail, under their real names. */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { anvilBinary } from '../../dev/embedded/chain/anvil-binary.ts'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { silentLog } from '../../dev/embedded/chain/testing.ts'
import { startSandbox } from '../../dev/sandbox/index.ts'
import { webhooksOf } from '../../dev/sandbox-settings.ts'
import { type ReceivedMail, startTestSmtp } from '../../server/src/domains/reference/notifications/smtp.testing.ts'

export const SITE = 'cambio.prueba.example'
export const CHAIN_ID = 424_243
const FOLDER = '/run/walk'
const NODE_PORT = 8545
export const CA = `${FOLDER}/ca.pem`
export const PROVIDER_KEYS = {
  wompi: { publicKey: 'pub_prod_w1', privateKey: 'prv_prod_w1', integritySecret: 'prod_integrity_w1', eventsSecret: 'prod_events_w1' },
  payouts: { apiKey: 'key_w1', userPrincipalId: 'principal_w1', eventsSecret: 'prod_payouts_w1' },
  tusdatos: { user: 'operador_w1', password: 'clave_w1' },
}

/** Pesos that the sandbox of payouts begins with. */
export const PREPAID_COP = '100000000000'

const PROVIDERS = [
  'production.wompi.co',
  'api.payouts.wompi.co',
  'dash-board.tusdatos.co',
  'api.binance.com',
  'api.exchange.coinbase.com',
  'api.coingecko.com',
  'api.bitso.com',
  'www.datos.gov.co',
  'nodo.prueba.example',
]

export interface Surroundings {
  readonly mailUrl: string
  /** Mails that the installation sent. */
  readonly received: readonly ReceivedMail[]
  readonly nodeUrl: string
  stop(): Promise<void>
}

export async function startSurroundings(): Promise<Surroundings> {
  mkdirSync(`${FOLDER}/data`, { recursive: true })
  const [version = ''] = readdirSync('/usr/lib/postgresql').sort().reverse()
  execFileSync('pg_ctlcluster', [version, 'main', 'start'])
  spawn(anvilBinary(FOLDER), ['--port', String(NODE_PORT), '--chain-id', String(CHAIN_ID), '--block-time', '1', '--accounts', '0'], {
    stdio: 'ignore',
  })
  const smtp = await startTestSmtp()
  const webhookUrls = webhooksOf(`https://${SITE}`)
  // The pages of the bank are at an address of the payments provider: the product follows no other link.
  const publicUrl = 'https://production.wompi.co'
  const sandbox = await startSandbox({ dataDir: `${FOLDER}/data`, publicUrl, webhookUrls, secrets: PROVIDER_KEYS, log: silentLog })
  const { wompi, payouts, tusdatos, binance, coinbase, coingecko, bitso, trm } = sandbox.baseUrls
  const names = {
    'production.wompi.co': { '/v1/': `${wompi}/`, '/pse/': `${new URL(wompi).origin}/pse/` },
    'api.payouts.wompi.co': { '/': `${payouts}/` },
    'dash-board.tusdatos.co': { '/': `${tusdatos}/` },
    'api.binance.com': { '/': `${binance}/` },
    'api.exchange.coinbase.com': { '/': `${coinbase}/` },
    'api.coingecko.com': { '/': `${coingecko}/` },
    'api.bitso.com': { '/': `${bitso}/` },
    'www.datos.gov.co': { '/': `${trm}/` },
    'nodo.prueba.example': { '/': `http://127.0.0.1:${NODE_PORT}/` },
  }
  writeFileSync(
    '/etc/nginx/conf.d/surroundings.conf',
    Object.entries(names)
      .map(([name, ways]) => serverOf(name, ways))
      .join('\n'),
  )
  execFileSync('nginx')
  const rpc = jsonRpc(`http://127.0.0.1:${NODE_PORT}`)
  while ((await rpc('eth_chainId').catch(() => null)) === null) await delay(100)
  return { mailUrl: smtp.url, received: smtp.received, nodeUrl: 'https://nodo.prueba.example/', stop: () => sandbox.stop() }
}

const serverOf = (name: string, ways: Readonly<Record<string, string>>): string => `server {
  listen 443 ssl http2;
  server_name ${name};
  ssl_certificate /etc/tunjo/tls/fullchain.pem;
  ssl_certificate_key /etc/tunjo/tls/key.pem;
${Object.entries(ways)
  .map(([from, to]) => `  location ${from} { proxy_pass ${to}; client_max_body_size 10m; }`)
  .join('\n')}
}`

/** One certificate of its own for all names, which resolve to this machine. */
export function certify(): void {
  const names = [SITE, ...PROVIDERS]
  mkdirSync(FOLDER, { recursive: true })
  mkdirSync('/etc/tunjo/tls', { recursive: true, mode: 0o755 })
  const subject = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`]
  const files = ['-keyout', '/etc/tunjo/tls/key.pem', '-out', '/etc/tunjo/tls/fullchain.pem']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], { stdio: 'ignore' })
  execFileSync('install', ['-m', '0644', '/etc/tunjo/tls/fullchain.pem', CA])
  appendFileSync('/etc/hosts', names.map((name) => `127.0.0.1 ${name}\n`).join(''))
}
