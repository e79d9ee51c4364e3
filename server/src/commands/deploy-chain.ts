/**
 * `tunjo deploy-chain`: deploy the contracts, tokens and pools of the product to the node of CHAIN_RPC_URL, with the keys of the signer, and
 * write CHAIN_DEPLOYMENT_FILE. For test chains and chains of your own: its BTC, USDT, USDC and PAXG are tokens that the treasury mints.
 * Run again it finds what it deployed, and changes nothing; after it was killed it continues (decision 94).
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatUnits } from '@tunjo/contract/money'
import { type Address, isAddress } from 'viem'
import { chainClient } from '../chain/client.ts'
import { SEED_PRICES, type SeedPrices } from '../chain/contracts/seed-prices.ts'
import { hasAllCode } from '../chain/contracts/send-plan.ts'
import { type ChainDeployment, readDeployment } from '../chain/deployment.ts'
import {
  checkAddresses,
  type KeySource,
  openKeys,
  readChainSettings,
  readSignerSettings,
  writeKeystore,
} from '../domains/money/blockchain/index.ts'
import { CommandRefused } from '../platform/process/command-refused.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { type DeploymentGiven, deployContracts, issuedCopt } from './deploy-chain/deploy-contracts.ts'
import { refuseRealChain } from './deploy-chain/real-chains.ts'

export interface DeployChainGiven {
  readonly newKeys?: true
  readonly coldWallet?: string
  readonly copPerUsd?: string
  readonly usdPerBtc?: string
  readonly usdPerEth?: string
  /** Decimal text, in ether. */
  readonly wrappedEther: string
  readonly yes?: true
}

/** Answers the exit code. */
export async function deployChainCommand(given: DeployChainGiven, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  const chain = readChainSettings(env, settings)
  const { keySource } = readSignerSettings(env, settings)
  const file = resolve(chain.deploymentFile)
  const client = chainClient(chain.rpcUrl)
  const chainId = await client.getChainId()
  await refuseRealChain(chainId, given.yes === true)
  if (given.newKeys) makeKeys(keySource)
  const keys = await openKeys(keySource)
  const options: DeploymentGiven = {
    ...{ client, chainId, keys, file, maximumFeeWei: chain.maximumFeeWei },
    ...{ prices: pricesOf(given), wrappedEther: given.wrappedEther, coldWallet: coldWalletOf(given) },
    say: (line) => console.log(line),
  }
  if (existsSync(file)) {
    const found = await deploymentOf(options)
    return report([`Everything of ${file} is on chain ${chainId}: nothing was sent.`, ...linesOf(file, found)])
  }
  const deployment = await deployContracts(options)
  const pools = formatUnits(await issuedCopt(client, deployment), 2)
  return report([
    `Deployed on chain ${chainId}.`,
    ...linesOf(file, deployment),
    '# The pesos of the pools are capital of the company: book them before the first customer, with',
    `# book-capital --place pools --asset COP --amount ${pools} --reference "pools of chain ${chainId}" --by "your own name"`,
  ])
}

function report(lines: readonly string[]): number {
  for (const line of lines) console.log(line)
  return 0
}

/** As a file of settings: for each role with CHAIN_DEPLOYMENT_FILE. */
const linesOf = (file: string, { hotWallet, treasury, chainId }: ChainDeployment): string[] => [
  `# Chain ${chainId}: hot wallet ${hotWallet}, treasury ${treasury}.`,
  `CHAIN_DEPLOYMENT_FILE=${JSON.stringify(file)}`,
]

/** @throws CommandRefused when the file is about another chain or other keys: it is never overwritten. */
async function deploymentOf({ client, chainId, keys, file }: DeploymentGiven): Promise<ChainDeployment> {
  const known = readDeployment(file)
  if (known.chainId !== chainId)
    throw new CommandRefused(`${file} is about chain ${known.chainId}, and CHAIN_RPC_URL is a node of chain ${chainId}: name another file.`)
  if (!(await hasAllCode(client, known)))
    throw new CommandRefused(`${file} names contracts that the node does not have: name another file, or the node of that chain.`)
  checkAddresses(keys, known)
  return known
}

function makeKeys(source: KeySource): void {
  if (source.kind !== 'keystore') throw new CommandRefused('--new-keys makes keystores: a token or a KMS makes its own keys.')
  for (const keystore of [source.hot, source.treasury]) if (!existsSync(keystore)) writeKeystore(keystore, source.passwordFile)
}

function coldWalletOf({ coldWallet }: DeployChainGiven): Address | null {
  if (coldWallet === undefined) return null
  if (isAddress(coldWallet)) return coldWallet
  throw new CommandRefused(`--cold-wallet takes an address with its checksum, and not "${coldWallet}".`)
}

const pricesOf = ({ copPerUsd, usdPerBtc, usdPerEth }: DeployChainGiven): SeedPrices => {
  const { usdPerToken } = SEED_PRICES
  return {
    copPerUsd: copPerUsd ?? SEED_PRICES.copPerUsd,
    usdPerToken: { ...usdPerToken, BTC: usdPerBtc ?? usdPerToken.BTC, WETH: usdPerEth ?? usdPerToken.WETH },
  }
}
