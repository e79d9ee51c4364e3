/** Keep one anvil running for the embedded chain: start or adopt it, mine its blocks, write its state, restart it when it dies. */
// anvil's own `--block-time` makes a block each second without end (1.7 KB each in the state file) and its own `--state-interval` writes
// the file in place, so a kill in the middle leaves half a file. Here a block is mined only when there is something to include or to
// confirm, never more than one per `blockTimeMs` (chain time does not run ahead), and the state is written to a temporary file and renamed.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { startOnStablePort } from '../stable-port.ts'
import {
  type AnvilFiles,
  type AnvilProcess,
  anvilFiles,
  BLOCK_GAS_LIMIT,
  EMBEDDED_CHAIN_ID,
  endAnvil,
  findOrphan,
  isAnvilOfFolder,
  PortTaken,
  spawnAnvil,
} from './anvil-process.ts'
import { type JsonRpc, jsonRpc } from './json-rpc.ts'
import { blockNumber, createMiner } from './miner.ts'

export interface AnvilLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface AnvilOptions {
  dataDir: string
  log: AnvilLog
  /** 0 or absent: the previous port, or any free one. */
  port?: number
  /** Balances of the first block, in wei; used on the first start only. */
  genesisBalances?: Record<string, bigint>
  /** Shortest time between two blocks. */
  blockTimeMs?: number
  /** Empty blocks mined after the last transaction, so that confirmations advance before mining stops. */
  confirmationTailBlocks?: number
  /** Longest time a mined block stays unwritten, while the state is small. */
  stateIntervalMs?: number
}

export interface Anvil {
  rpcUrl: string
  chainId: number
  /** Current process id of anvil; it changes when anvil died and was restarted. */
  pid(): number
  /** Write the state immediately. */
  save(): Promise<void>
  /** Pause automatic mining meanwhile: anvil loses blocks when it reverts some while it mines another. */
  whileAtRest<Result>(work: () => Promise<Result>): Promise<Result>
  /** Writes the state and ends anvil. */
  stop(): Promise<void>
}

const TICK_MS = 200

export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { log, blockTimeMs = 1_000, confirmationTailBlocks = 20, stateIntervalMs = 2_000 } = options
  const files = anvilFiles(resolve(options.dataDir, 'chain'))
  mkdirSync(files.directory, { recursive: true, mode: 0o700 })
  if (!existsSync(files.genesis)) writeFileSync(files.genesis, genesis(options.genesisBalances ?? {}))

  let anvil = await adopt(files, options.port ?? 0, log)
  const { port } = anvil
  const rpcUrl = `http://127.0.0.1:${port}`
  const rpc = jsonRpc(rpcUrl)
  const miner = createMiner(rpc, { blockTimeMs, confirmationTailBlocks })
  const saver = createSaver(rpc, files, stateIntervalMs)
  await miner.confirmHead()
  const ticking = keepTicking(Math.min(TICK_MS, blockTimeMs), log, async () => {
    if (!isAnvilOfFolder(anvil.pid, files)) {
      log.warn({ pid: anvil.pid }, 'the embedded chain died and is started again from its last written state')
      anvil = await launch(files, port, log)
      await miner.confirmHead()
      saver.forget()
    }
    saver.saw(await miner.mineIfNeeded())
    if (saver.isDue()) await saver.save()
  })

  return {
    rpcUrl,
    chainId: EMBEDDED_CHAIN_ID,
    pid: () => anvil.pid,
    save: saver.save,
    whileAtRest: ticking.whileAtRest,
    async stop() {
      await ticking.stop()
      await saver
        .save()
        .catch((error) => log.error({ error: String(error) }, 'the state of the embedded chain could not be written at the end'))
      await endAnvil(anvil, files)
    },
  }
}

async function adopt(files: AnvilFiles, wantedPort: number, log: AnvilLog): Promise<AnvilProcess> {
  const orphan = await findOrphan(files)
  if (orphan && (wantedPort === 0 || orphan.port === wantedPort)) {
    log.info({ pid: orphan.pid, port: orphan.port }, 'adopted the embedded chain an earlier run left')
    return orphan
  }
  if (orphan) {
    await saveState(jsonRpc(`http://127.0.0.1:${orphan.port}`), files)
    await endAnvil(orphan, files)
  }
  return wantedPort ? launch(files, wantedPort, log) : startOnStablePort(files.port, (port) => launch(files, port, log))
}

async function launch(files: AnvilFiles, port: number, log: AnvilLog): Promise<AnvilProcess> {
  const candidates = [files.state, files.previousState].filter((path) => existsSync(path))
  for (const stateFile of candidates) {
    try {
      return await spawnAnvil(files, port, stateFile)
    } catch (error) {
      if (error instanceof PortTaken) throw error
      log.error({ stateFile, error: String(error) }, 'the embedded chain did not start from this state')
    }
  }
  // Starting a new chain over an unreadable state would drop every balance on the chain.
  if (candidates.length > 0) throw new Error(`the embedded chain cannot read its state in ${files.directory}`)
  return spawnAnvil(files, port, null)
}

/** Run the ticks one after the other until stopped; a tick that fails is tried again as the next one. */
function keepTicking(everyMs: number, log: AnvilLog, tick: () => Promise<void>): Pick<Anvil, 'whileAtRest' | 'stop'> {
  let stopping = false
  let rests = 0
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  function schedule(): void {
    timer = setTimeout(() => {
      running = (rests > 0 ? Promise.resolve() : tick()).catch((error) =>
        log.warn({ error: String(error) }, 'the embedded chain did not answer'),
      )
      running.then(() => stopping || schedule())
    }, everyMs)
    timer.unref()
  }
  schedule()
  return {
    async whileAtRest(work) {
      rests += 1
      await running
      return work().finally(() => {
        rests -= 1
      })
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Write the state of the chain, at most as often as the time it takes allows. */
function createSaver(rpc: JsonRpc, files: AnvilFiles, stateIntervalMs: number) {
  let savedBlock = -1
  /** As the miner last saw it: another query in each tick would wake the process for no reason. */
  let newestBlock = -1
  let dueAtMs = 0
  let saving: Promise<void> = Promise.resolve()
  async function write(): Promise<void> {
    const startedAtMs = Date.now()
    const block = await blockNumber(rpc)
    await saveState(rpc, files)
    savedBlock = block
    newestBlock = block
    // A larger state takes longer to write: never more than a twentieth of the time goes into it.
    dueAtMs = Date.now() + Math.max(stateIntervalMs, 20 * (Date.now() - startedAtMs))
  }
  return {
    saw: (block: number | null) => {
      newestBlock = block ?? newestBlock
    },
    isDue: (): boolean => Date.now() >= dueAtMs && newestBlock !== savedBlock,
    forget: () => {
      savedBlock = -1
    },
    save(): Promise<void> {
      // One write at a time: two writers would share the temporary file.
      saving = saving.catch(() => undefined).then(write)
      return saving
    },
  }
}

/** Temporary file, flushed, then renamed: a kill at any point leaves a complete state. */
async function saveState(rpc: JsonRpc, files: AnvilFiles): Promise<void> {
  const dump = await rpc<string>('anvil_dumpState', [], 60_000)
  const state = await promisify(gunzip)(Buffer.from(dump.slice(2), 'hex'))
  const temporary = join(files.directory, 'state.writing.json')
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(state)
    await file.sync()
  } finally {
    await file.close()
  }
  if (existsSync(files.state)) await rename(files.state, files.previousState)
  await rename(temporary, files.state)
}

function genesis(balances: Record<string, bigint>): string {
  const alloc = Object.fromEntries(Object.entries(balances).map(([address, wei]) => [address, { balance: `0x${wei.toString(16)}` }]))
  return JSON.stringify({
    config: { chainId: EMBEDDED_CHAIN_ID },
    nonce: '0x0',
    timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
    extraData: '0x',
    gasLimit: `0x${BLOCK_GAS_LIMIT.toString(16)}`,
    difficulty: '0x0',
    mixHash: `0x${'0'.repeat(64)}`,
    coinbase: `0x${'0'.repeat(40)}`,
    alloc,
  })
}
