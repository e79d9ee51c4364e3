import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { claimPort } from '../../testing/claimed-port.ts'
import { type Anvil, type AnvilOptions, startAnvil } from './anvil.ts'
import { jsonRpc } from './json-rpc.ts'

const ACCOUNT = '0x1111111111111111111111111111111111111111'
const log = { info() {}, warn() {}, error() {} }
let dataDir: string
const started: Anvil[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tunjo-anvil-'))
})
afterEach(async () => {
  for (const anvil of started.splice(0)) await anvil.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('keeps its state and its address over a restart, on its own chain id', async () => {
  // Claimed, so that nothing else takes it while the chain is stopped.
  const claimed = await claimPort()
  onTestFinished(claimed.release)
  mkdirSync(join(dataDir, 'chain'))
  writeFileSync(join(dataDir, 'chain', 'port'), String(claimed.port))
  const first = await start()
  expect(await balance(first)).toBe(7n)
  await jsonRpc(first.rpcUrl)('anvil_setBalance', [ACCOUNT, '0x63'])
  await jsonRpc(first.rpcUrl)('evm_mine')
  const block = await blockNumber(first)
  await stop(first)

  const second = await start()
  expect(second.chainId).toBe(570_057)
  expect(second.rpcUrl).toBe(first.rpcUrl)
  expect(await balance(second)).toBe(99n)
  expect(await blockNumber(second)).toBeGreaterThanOrEqual(block)
})

it('takes another port when the usual one is taken, even by another embedded chain, at any moment', async () => {
  const other = await start()
  const otherDir = dataDir
  dataDir = await mkdtemp(join(tmpdir(), 'tunjo-anvil-'))
  mkdirSync(join(dataDir, 'chain'))
  writeFileSync(join(dataDir, 'chain', 'port'), new URL(other.rpcUrl).port)
  const anvil = await start()
  expect(anvil.rpcUrl).not.toBe(other.rpcUrl)
  await jsonRpc(anvil.rpcUrl)('anvil_setBalance', [ACCOUNT, '0x63'])
  expect(await balance(other)).toBe(7n)
  await rm(otherDir, { recursive: true, force: true })
})

it('is started again on the same port from the last written state when it is killed', async () => {
  const anvil = await start()
  await jsonRpc(anvil.rpcUrl)('anvil_setBalance', [ACCOUNT, '0x63'])
  const killed = anvil.pid()
  await anvil.whileAtRest(async () => {
    await anvil.save()
    await jsonRpc(anvil.rpcUrl)('anvil_setBalance', [ACCOUNT, '0x64'])
    process.kill(killed, 'SIGKILL')
  })
  await expect.poll(() => balance(anvil).catch(() => null), { timeout: 10_000 }).toBe(99n)
  await expect.poll(() => anvil.pid()).not.toBe(killed)
})

it('is adopted after a kill -9 of the process that started it', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'anvil-child.testing.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid, rpcUrl } = JSON.parse(await firstLine(child))
  await jsonRpc(rpcUrl)('anvil_setBalance', [ACCOUNT, '0x63'])
  child.kill('SIGKILL')

  const anvil = await start()
  expect(anvil.pid()).toBe(pid)
  expect(anvil.rpcUrl).toBe(rpcUrl)
  expect(await balance(anvil)).toBe(99n)
})

it('falls back to the state before when the last one cannot be read', async () => {
  const first = await start()
  await first.save()
  await first.save()
  await stop(first)
  writeFileSync(join(dataDir, 'chain', 'state.json'), '{"half a file')
  expect(await balance(await start())).toBe(7n)
})

it('refuses to begin a new chain over a state it cannot read', async () => {
  await stop(await start())
  for (const name of ['state.json', 'state.previous.json']) writeFileSync(join(dataDir, 'chain', name), '{"half a file')
  await expect(start()).rejects.toThrow('cannot read its state')
  expect(existsSync(join(dataDir, 'chain', 'anvil.pid.json'))).toBe(false)
}, 20_000)

// The test of miner.test.ts, which controls the time, proves that it then stops mining.
it('mines confirmations after a start, and its clock does not run ahead', async () => {
  const anvil = await start({ blockTimeMs: 1_000, confirmationTailBlocks: 2 })
  await expect.poll(() => blockNumber(anvil)).toBe(2)
  const latest = await jsonRpc(anvil.rpcUrl)<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  expect(Number(latest.timestamp) - Date.now() / 1000).toBeLessThan(1.5)
})

async function start(options: Partial<AnvilOptions> = {}): Promise<Anvil> {
  const anvil = await startAnvil({ dataDir, log, blockTimeMs: 20, stateIntervalMs: 60_000, genesisBalances: { [ACCOUNT]: 7n }, ...options })
  started.push(anvil)
  return anvil
}

async function stop(anvil: Anvil): Promise<void> {
  started.splice(started.indexOf(anvil), 1)
  await anvil.stop()
}

async function balance(anvil: Anvil): Promise<bigint> {
  return BigInt(await jsonRpc(anvil.rpcUrl)<string>('eth_getBalance', [ACCOUNT, 'latest']))
}

async function blockNumber(anvil: Anvil): Promise<number> {
  return Number(await jsonRpc(anvil.rpcUrl)<string>('eth_blockNumber'))
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())))
}
