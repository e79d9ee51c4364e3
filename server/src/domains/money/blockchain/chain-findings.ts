/** The chain as an operator's check sees it: the nodes against the deployment, and the keys of this process against its wallets. */
import { sql } from 'kysely'
import { formatEther, type Hex, hexToBigInt } from 'viem'
import * as z from 'zod'
import { type ChainDeployment, readDeployment } from '../../../chain/deployment.ts'
import { ANSWER_BYTES_MAX, type Answer, askNode, type Question } from '../../../chain/rpc.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type Finding, fault, findingOf, ok, reasonOf, warning } from '../../../platform/observability/finding.ts'
import type { PlatformSettings } from '../../../platform/process/config.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { OLD_HEAD_SECONDS } from './chain-head-check.ts'
import { readChainSettings } from './config.ts'
import { readSignerSettings } from './signing/config.ts'
import { checkAddresses, openKeys } from './signing/keys.ts'

const NODE_TIMEOUT_MS = 5_000
const KEY_SETTINGS = ['CHAIN_MNEMONIC_FILE', 'SIGNER_HOT_KEYSTORE', 'SIGNER_TREASURY_KEYSTORE', 'SIGNER_HOT_KEY', 'SIGNER_TREASURY_KEY']

interface ChainCheck {
  readonly env: Environment
  readonly settings: Pick<PlatformSettings, 'profile'>
  /** Null where the database does not answer, or has no tables yet. */
  readonly db: Connection | null
}

export async function chainFindings({ env, settings, db }: ChainCheck): Promise<Finding[]> {
  const given = (name: string) => Boolean(env[name] || env[`${name}_FILE`])
  if (!given('CHAIN_RPC_URL') && !given('CHAIN_DEPLOYMENT_FILE'))
    return [ok('chain', 'CHAIN_RPC_URL and CHAIN_DEPLOYMENT_FILE are not set here: no node was asked.')]
  try {
    const chain = readChainSettings(env, settings)
    const deployment = readDeployment(chain.deploymentFile)
    const genesis = db && (await knownGenesis(db, deployment.chainId))
    const second = chain.secondRpcUrl
    const nodes = await Promise.all([
      nodeFinding('CHAIN_RPC_URL', chain.rpcUrl, deployment, genesis),
      ...(second ? [nodeFinding('CHAIN_SECOND_RPC_URL', second, deployment, genesis)] : []),
    ])
    // After the nodes: a keystore takes all of this thread for a second or more, in which a node would seem not to answer.
    const isKeyGiven = KEY_SETTINGS.some(given)
    return [
      ...nodes,
      isKeyGiven ? await keyFinding(env, settings, deployment) : ok('wallet keys', 'No key is set here: only the signer has them.'),
    ]
  } catch (error) {
    const next = 'Set CHAIN_RPC_URL to your node, and CHAIN_DEPLOYMENT_FILE to the file that says where the contracts are.'
    return [fault('chain', reasonOf(error), next)]
  }
}

/** First block of the chain that the database knows; null before the first contact. */
async function knownGenesis(db: Connection, chainId: number): Promise<string | null> {
  const found = await sql<{ hash: string }>`SELECT genesis_hash AS hash FROM blockchain.known_chain WHERE chain_id = ${chainId}`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return found.rows[0]?.hash ?? null
}

const Block = z.object({ hash: z.string(), timestamp: z.string() })
const resultOf = (answer: Answer | undefined): unknown => (answer && 'result' in answer ? answer.result : null)
const numberOf = (answer: Answer | undefined): bigint => hexToBigInt(z.string().parse(resultOf(answer)) as Hex)

async function nodeFinding(name: string, url: string, deployment: ChainDeployment, known: string | null): Promise<Finding> {
  const check = name === 'CHAIN_RPC_URL' ? 'chain node' : 'second chain node'
  const contracts = contractsOf(deployment)
  const block = (which: string): Question => ({ method: 'eth_getBlockByNumber', params: [which, false] })
  const questions: Question[] = [
    { method: 'eth_chainId' },
    block('0x0'),
    block('latest'),
    { method: 'eth_getBalance', params: [deployment.hotWallet, 'latest'] },
    ...contracts.map(([, address]) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  ]
  try {
    const answers = await askNode(url, questions, { timeoutMs: NODE_TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX })
    const missing = contracts.filter((_, index) => (resultOf(answers[index + 4]) ?? '0x') === '0x').map(([contract]) => contract)
    return judge({ check, name, deployment, known, missing, answers })
  } catch (error) {
    return fault(check, `${name}: ${reasonOf(error)}`, `Start the node, or correct ${name}.`)
  }
}

interface Judged {
  readonly check: string
  readonly name: string
  readonly deployment: ChainDeployment
  readonly known: string | null
  /** Contracts of the deployment without code on this chain. */
  readonly missing: readonly string[]
  readonly answers: readonly Answer[]
}

function judge({ check, name, deployment, known, missing, answers }: Judged): Finding {
  const chainId = numberOf(answers[0])
  const [genesis, newest] = [Block.parse(resultOf(answers[1])), Block.parse(resultOf(answers[2]))]
  const both = `Set ${name} and CHAIN_DEPLOYMENT_FILE to the same chain.`
  if (chainId !== BigInt(deployment.chainId))
    return fault(check, `${name} is a node of chain ${chainId}, and the deployment is on chain ${deployment.chainId}.`, both)
  if (known !== null && known.toLowerCase() !== genesis.hash.toLowerCase())
    return fault(check, `${name} is a node of another chain than the one that this database has worked with.`, both)
  if (missing.length > 0) return fault(check, `${name}: there are no contracts at the addresses of ${missing.join(', ')}.`, both)
  const seconds = BigInt(Math.floor(Date.now() / 1_000)) - hexToBigInt(newest.timestamp as Hex)
  if (seconds > BigInt(OLD_HEAD_SECONDS))
    return warning(check, `${name}: its newest block is ${seconds} seconds old.`, 'Look whether the node is in step with its chain.')
  const gas = numberOf(answers[3])
  if (gas === 0n)
    return warning(check, `${name}: the hot wallet ${deployment.hotWallet} has no ether.`, 'Send it ether for its transactions.')
  return ok(check, `${name} is a node of chain ${chainId} with all contracts; the hot wallet has ${formatEther(gas)} ether.`)
}

function contractsOf({ tokens, pools, ...deployment }: ChainDeployment): [string, string][] {
  const { uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory } = deployment
  return [
    ...Object.entries(tokens),
    ...Object.entries({ uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory }),
    ...pools.map(({ address }, index): [string, string] => [`pool ${index + 1}`, address]),
  ]
}

function keyFinding(env: Environment, settings: Pick<PlatformSettings, 'profile'>, deployment: ChainDeployment): Promise<Finding> {
  const open = async () => {
    const { keySource } = readSignerSettings(env, settings)
    checkAddresses(await openKeys(keySource), deployment)
    return `The keys (${keySource.kind}) are those of the hot wallet and the treasury of the deployment.`
  }
  return findingOf(
    'wallet keys',
    open,
    'Set the keys of the wallets that CHAIN_DEPLOYMENT_FILE names, or the file of the chain that the keys are for.',
  )
}
