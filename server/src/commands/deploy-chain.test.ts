/** `tunjo deploy-chain` as an operator calls it, against a node of another chain than the demo's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anvilBinary } from '../../../dev/embedded/chain/anvil-binary.ts'
import { jsonRpc } from '../../../dev/embedded/chain/json-rpc.ts'
import { programOf } from '../../../dev/testing/child-process.ts'
import { type ClaimedPort, claimPort } from '../../../dev/testing/claimed-port.ts'
import { COMMAND_LINE } from '../../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../../dev/testing/temporary-folder.ts'
import { chainClient } from '../chain/client.ts'
import { readDeployment } from '../chain/deployment.ts'
import { POOL_ABI, QUOTER_ABI } from '../chain/uniswap.ts'
import { errorSentence } from '../platform/process/command-refused.ts'
import type { Environment } from '../platform/process/settings.ts'
import { processesOf } from './check/processes.ts'
import { checkInstallation } from './check.ts'
import { refuseRealChain } from './deploy-chain/real-chains.ts'
import { type DeployChainGiven, deployChainCommand } from './deploy-chain.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })
const CHAIN_ID = 424_242
/** Below what the steps need at the node's price of gas. */
const A_LITTLE = 10n ** 17n
const COLD = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ENOUGH = 100n * 10n ** 18n

let folder: string
let port: ClaimedPort
let node: ChildProcess
let rpcUrl: string
let chainFile: string
beforeAll(async () => {
  folder = memoryFolder('deploy-chain')
  mkdirSync(join(folder, 'cache'))
  chainFile = join(folder, 'chain.json')
  port = await claimPort()
  rpcUrl = `http://127.0.0.1:${port.port}`
  const options = ['--port', String(port.port), '--chain-id', String(CHAIN_ID), '--block-time', '1', '--accounts', '0', '--order', 'fifo']
  node = spawn(anvilBinary(folder), [...options, '--cache-path', join(folder, 'cache')], { stdio: 'ignore' })
  while (
    await jsonRpc(rpcUrl)('eth_chainId')
      .catch(() => null)
      .then((id) => id === null)
  )
    await delay(50)
  writeFileSync(join(folder, 'password'), 'testpassword\n')
})
afterAll(async () => {
  if (node?.exitCode === null) {
    const ended = once(node, 'exit')
    node.kill('SIGKILL')
    await ended
  }
  port?.release()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const settings = (): Environment => ({
  PROFILE: 'production',
  CHAIN_RPC_URL: rpcUrl,
  CHAIN_RPC_ON_THIS_MACHINE: 'true',
  CHAIN_DEPLOYMENT_FILE: chainFile,
  SIGNER_HOT_KEYSTORE: join(folder, 'hot'),
  SIGNER_TREASURY_KEYSTORE: join(folder, 'treasury'),
  SIGNER_KEYSTORE_PASSWORD_FILE: join(folder, 'password'),
})

interface Ended {
  readonly status: number | null
  readonly output: string
}

async function deploy(given: Partial<DeployChainGiven> = {}, env: Environment = {}): Promise<Ended> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    const status = await deployChainCommand({ wrappedEther: '2', ...given }, { DATA_DIR: folder, ...settings(), ...env })
    return { status, output: lines.join('\n') }
  } catch (error) {
    return { status: 1, output: [...lines, errorSentence(error)].join('\n') }
  } finally {
    log.mockRestore()
  }
}

/** The command line as an operator starts it, which is killed at the failpoint. */
function deployUntil(failpoint: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, ...settings(), FAULT_AT: failpoint } as NodeJS.ProcessEnv
  return spawnSync(process.execPath, [...programOf(COMMAND_LINE), 'deploy-chain', ...args], { env }).signal
}

const addressIn = (name: 'hot' | 'treasury') => `0x${JSON.parse(readFileSync(join(folder, name), 'utf8')).address}` as const
const give = (name: 'hot' | 'treasury', wei: bigint) => jsonRpc(rpcUrl)('anvil_setBalance', [addressIn(name), `0x${wei.toString(16)}`])
const nonces = () =>
  Promise.all((['treasury', 'hot'] as const).map((name) => chainClient(rpcUrl).getTransactionCount({ address: addressIn(name) })))

describe('deploy-chain', () => {
  it('makes the keys, and says in one sentence who needs how much ether; nothing is sent', async () => {
    const { status, output } = await deploy({ newKeys: true })
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/^The treasury 0x\w{40} needs [\d.]+ ether for \d+ transactions and has 0: send it some/),
    ])
    const made = readFileSync(join(folder, 'hot'), 'utf8')
    await give('treasury', A_LITTLE)
    expect((await deploy({ newKeys: true })).output).toMatch(
      /^Continues [^\n]+\nThe treasury 0x\w{40} needs [\d.]+ ether for \d+ transactions and has 0\.1: /,
    )
    expect(readFileSync(join(folder, 'hot'), 'utf8')).toBe(made)
    await give('treasury', ENOUGH)
    expect((await deploy()).output).toMatch(/The hot wallet 0x\w{40} needs [\d.]+ ether for 3 transactions and has 0: /)
    expect([await nonces(), existsSync(chainFile)]).toEqual([[0, 0], false])
    await give('hot', ENOUGH)
  })

  it('continues with the prices that it began with after it was killed, and writes a file that the check of the signer accepts', async () => {
    rmSync(`${chainFile}.begun`)
    expect([deployUntil('deploy_chain.sent', '--cop-per-usd', '4000'), existsSync(chainFile)]).toEqual(['SIGKILL', false])
    const { status, output } = await deploy({ copPerUsd: '5000', coldWallet: COLD })
    expect([status, output]).toEqual([0, expect.stringContaining('Continues the deployment that was begun, with its prices.')])
    expect(output).toContain(`\nCHAIN_DEPLOYMENT_FILE="${chainFile}"\n`)
    const deployment = readDeployment(chainFile)
    expect(deployment).toMatchObject({ chainId: CHAIN_ID, coldWallet: COLD })
    expect([deployment.treasury.toLowerCase(), deployment.hotWallet.toLowerCase()]).toEqual([addressIn('treasury'), addressIn('hot')])
    expect(output).toMatch(/book-capital --place pools --asset COP --amount 327999\d{6}\.\d\d? --reference "pools of chain 424242"/)
    const findings = await checkInstallation(settings(), {
      roles: new Set(['signer']),
      processes: processesOf(undefined),
      now: () => new Date(),
    })
    expect(findings.filter(({ check }) => ['chain node', 'wallet keys'].includes(check)).map(({ state, found }) => [state, found])).toEqual(
      [
        ['ok', expect.stringContaining('is a node of chain 424242 with all contracts')],
        ['ok', expect.stringContaining('are those of')],
      ],
    )
  })

  it('has pools at the prices that were given, which quote', async () => {
    const client = chainClient(rpcUrl)
    const { pools, tokens, quoter } = readDeployment(chainFile)
    for (const { address } of pools)
      expect(await client.readContract({ address, abi: POOL_ABI, functionName: 'liquidity' })).toBeGreaterThan(0n)
    const path = `${tokens.COPT}000bb8${tokens.USDT.slice(2)}` as const
    const args = [path, 400_000_00n] as const
    const { result } = await client.simulateContract({ address: quoter, abi: QUOTER_ABI, functionName: 'quoteExactInput', args })
    // 400,000 pesos at 4,000 for a dollar, less 0.3 %.
    expect(Number(result[0]) / 1e6).toBeCloseTo(99.7, 1)
  })

  it('finds what it deployed, and changes nothing, also without its file', async () => {
    const [before, text] = [await nonces(), readFileSync(chainFile, 'utf8')]
    expect(await deploy()).toMatchObject({
      status: 0,
      output: expect.stringMatching(/is on chain 424242: nothing was sent\.\n.*\nCHAIN_DEPLOYMENT_FILE=/),
    })
    rmSync(chainFile)
    expect(await deploy({ coldWallet: COLD })).toMatchObject({ status: 0 })
    expect([await nonces(), readFileSync(chainFile, 'utf8')]).toEqual([before, text])
  })

  it('refuses the file of another chain, other keys, and keys that have sent something else', async () => {
    const other = join(folder, 'other.json')
    writeFileSync(other, JSON.stringify({ ...readDeployment(chainFile), chainId: 7 }))
    expect((await deploy({}, { CHAIN_DEPLOYMENT_FILE: other })).output).toMatch(
      /other\.json is about chain 7, and CHAIN_RPC_URL is a node of chain 424242/,
    )
    const swapped = { SIGNER_HOT_KEYSTORE: join(folder, 'treasury'), SIGNER_TREASURY_KEYSTORE: join(folder, 'hot') }
    expect((await deploy({}, swapped)).output).toMatch(/^The key of the hot wallet is that of /)
    const used = await deploy({}, { ...swapped, CHAIN_DEPLOYMENT_FILE: join(folder, 'third.json') })
    expect(used).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^The key of the treasury 0x\w{40} has sent other transactions on this chain/),
    })
  })

  it.each([
    [1, /Chain 1 is Ethereum, where value is real/],
    [137, /Chain 137 is Polygon, /],
    [56, /Chain 56 is BNB Smart Chain, /],
  ])('refuses chain %i without --yes', async (chainId, sentence) => {
    await expect(refuseRealChain(chainId, false)).rejects.toThrow(sentence)
    await refuseRealChain(chainId, true)
  })

  it.each([11_155_111, 31_337, CHAIN_ID])('accepts chain %i', async (chainId) => {
    await expect(refuseRealChain(chainId, false)).resolves.toBeUndefined()
  })
})
