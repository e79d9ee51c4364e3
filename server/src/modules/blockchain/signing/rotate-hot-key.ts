/**
 * Moves the hot wallet to a new key: where sweeps of deposit addresses go, what the router may take, all tokens, and the ether last. Each step looks at
 * the chain first, so that a drill that was killed goes on where it was. Nothing of the ledger moves: the same tokens are in a wallet of another address.
 */
import { sql } from 'kysely'
import { type Address, encodeFunctionData, formatEther, type Hex, isAddressEqual, keccak256, maxUint256 } from 'viem'
import { COPT, DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import type { ChainClient } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import type { Connection } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { SettingsInvalid } from '../../../platform/settings.ts'
import { feesNow } from './fees.ts'
import type { SigningKeys } from './keys.ts'
import type { SigningKey } from './signing-key.ts'

export interface Rotation {
  /** Of the signer's role: what is open is in its book. */
  readonly db: Connection
  readonly client: ChainClient
  readonly deployment: ChainDeployment
  /** Of before. */
  readonly keys: SigningKeys
  readonly next: SigningKey
  readonly maximumFeeWei: bigint
  readonly say: (step: string) => void
}

const TOKEN_GAS = 120_000n
const ETHER_GAS = 21_000n
const RECEIPT_TIMEOUT_MS = 600_000
/** For the approvals of the new key, before the rest of the ether follows. */
const APPROVALS = 8n

/** Answers the deployment as it has to be from now on. @throws SettingsInvalid when it may not begin. */
export async function rotateHotKey(rotation: Rotation): Promise<ChainDeployment> {
  const { deployment, keys, next, say } = rotation
  if (!isAddressEqual(keys.hot.address, deployment.hotWallet) || !isAddressEqual(keys.treasury.address, deployment.treasury))
    throw new SettingsInvalid('The keys of the signer are not those of CHAIN_DEPLOYMENT_FILE: was the key changed already?')
  const taken = [deployment.hotWallet, deployment.treasury, deployment.coldWallet]
  if (taken.some((address) => address && isAddressEqual(address, next.address)))
    throw new SettingsInvalid('The new key is one that the house uses already.')
  await refuseWhileOpen(rotation)
  await proveKey(rotation)
  await refuseWithoutEther(rotation)
  say(`The new hot wallet will be ${next.address}.`)
  await redirectSweeps(rotation)
  await giveGas(rotation)
  for (const token of tokensOf(deployment)) {
    await allowRouter(rotation, token)
    await moveToken(rotation, token)
    failpoint('rotation.moved')
  }
  await moveEther(rotation)
  say(`The hot wallet is ${next.address}.`)
  return { ...deployment, hotWallet: next.address }
}

const tokensOf = ({ tokens: { COPT, BTC, USDT } }: ChainDeployment): Address[] => [COPT, BTC, USDT]

/** What was signed and no block has, and what was asked for, would come after it or never; a mint's nonce is the treasury's first step here. */
async function refuseWhileOpen({ db }: Rotation): Promise<void> {
  const found = await sql<{ open: number }>`SELECT
    (SELECT count(*) FROM blockchain.chain_transaction WHERE state NOT IN ('confirmed', 'reverted', 'superseded') OR NOT agreed)::int
    + (SELECT count(*) FROM blockchain.intent WHERE state = 'decided')::int AS open`.execute(db)
  const open = found.rows[0]?.open ?? 0
  if (open > 0)
    throw new SettingsInvalid(`${open} operations of the wallets have not ended: let the signer end them, then stop it, and begin again.`)
}

/** A key that may be read and cannot sign is found before anything is sent to it. What it signs moves nothing and is thrown away. */
async function proveKey({ deployment: { chainId }, next }: Rotation): Promise<void> {
  const nothing = { to: next.address, value: 0n, gas: ETHER_GAS, nonce: 0, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } as const
  try {
    await next.signTransaction({ type: 'eip1559', chainId, ...nothing })
  } catch (error) {
    throw new SettingsInvalid(`The new key does not sign: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** At the highest price of gas, so that it does not stop between two wallets for want of it. */
async function refuseWithoutEther({ client, deployment, keys, next, maximumFeeWei }: Rotation): Promise<void> {
  const [hot, treasury, given] = await Promise.all([keys.hot, keys.treasury, next].map(({ address }) => client.getBalance({ address })))
  const steps = (BigInt(tokensOf(deployment).length) * TOKEN_GAS + 2n * ETHER_GAS) * maximumFeeWei
  const needed = isGiven(given ?? 0n, maximumFeeWei) ? 0n : gasOfNext(maximumFeeWei) + steps
  if ((hot ?? 0n) < needed)
    throw new SettingsInvalid(
      `The old hot wallet ${keys.hot.address} needs ${formatEther(needed)} ether for the move and has ${formatEther(hot ?? 0n)}.`,
    )
  if ((treasury ?? 0n) < TOKEN_GAS * maximumFeeWei)
    throw new SettingsInvalid(`The treasury ${keys.treasury.address} needs ${formatEther(TOKEN_GAS * maximumFeeWei)} ether for its step.`)
}

const gasOfNext = (maximumFeeWei: bigint): bigint => APPROVALS * TOKEN_GAS * maximumFeeWei
const isGiven = (held: bigint, maximumFeeWei: bigint): boolean => held >= gasOfNext(maximumFeeWei) / 2n

async function redirectSweeps(rotation: Rotation): Promise<void> {
  const { client, deployment, keys, next, say } = rotation
  const factory = { address: deployment.forwarderFactory, abi: DepositForwarderFactory.abi } as const
  if (isAddressEqual(await client.readContract({ ...factory, functionName: 'destination' }), next.address)) return
  const data = encodeFunctionData({ ...factory, functionName: 'setDestination', args: [next.address] })
  await send(rotation, keys.treasury, { to: factory.address, data, gas: TOKEN_GAS })
  say('Deposit addresses are swept to the new wallet.')
}

async function giveGas(rotation: Rotation): Promise<void> {
  const { client, keys, next, maximumFeeWei, say } = rotation
  if (isGiven(await client.getBalance({ address: next.address }), maximumFeeWei)) return
  await send(rotation, keys.hot, { to: next.address, value: gasOfNext(maximumFeeWei), gas: ETHER_GAS })
  say('The new wallet has ether for its first transactions.')
}

async function allowRouter(rotation: Rotation, token: Address): Promise<void> {
  const { client, deployment, next, say } = rotation
  const args = [next.address, deployment.swapRouter] as const
  if ((await client.readContract({ address: token, abi: COPT.abi, functionName: 'allowance', args })) > maxUint256 / 2n) return
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [deployment.swapRouter, maxUint256] })
  await send(rotation, next, { to: token, data, gas: TOKEN_GAS })
  say(`The router may take ${token} of the new wallet.`)
}

async function moveToken(rotation: Rotation, token: Address): Promise<void> {
  const { client, keys, next, say } = rotation
  const held = await client.readContract({ address: token, abi: ERC20_ABI, functionName: 'balanceOf', args: [keys.hot.address] })
  if (held === 0n) return
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [next.address, held] })
  await send(rotation, keys.hot, { to: token, data, gas: TOKEN_GAS })
  say(`${held} base units of ${token} are in the new wallet.`)
}

/** What its own transaction costs at most stays behind. */
async function moveEther(rotation: Rotation): Promise<void> {
  const { client, keys, next, maximumFeeWei, say } = rotation
  const held = await client.getBalance({ address: keys.hot.address })
  const value = held - ETHER_GAS * maximumFeeWei
  if (value <= 0n) return
  await send(rotation, keys.hot, { to: next.address, value, gas: ETHER_GAS })
  say('The ether is in the new wallet.')
}

interface Call {
  readonly to: Address
  readonly gas: bigint
  readonly data?: Hex
  readonly value?: bigint
}

async function send(
  { client, deployment, maximumFeeWei }: Rotation,
  key: SigningKey,
  { data = '0x', value = 0n, ...call }: Call,
): Promise<void> {
  const [nonce, block] = await Promise.all([client.getTransactionCount({ address: key.address }), client.getBlock()])
  const fees = feesNow(block.baseFeePerGas ?? 0n, maximumFeeWei)
  const signed = await key.signTransaction({ type: 'eip1559', chainId: deployment.chainId, nonce, data, value, ...call, ...fees })
  await sendSigned(client, signed)
  const receipt = await client.waitForTransactionReceipt({ hash: keccak256(signed), timeout: RECEIPT_TIMEOUT_MS, pollingInterval: 200 })
  if (receipt.status !== 'success') throw new Error(`the chain reverted ${receipt.transactionHash}`)
}
