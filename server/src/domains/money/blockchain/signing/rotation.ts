/** Shared steps of both key rotations: the checks before one begins, and its transactions, each waited for. */
import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hex, isAddressEqual, keccak256 } from 'viem'
import type { ChainClient } from '../../../../chain/client.ts'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { sendSigned } from '../../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../../chain/uniswap.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'
import { feesNow } from './fees.ts'
import type { SigningKeys } from './keys.ts'
import type { SigningKey } from './signing-key.ts'

export interface Rotation {
  /** Connection of the signer's role: open operations are in its book. */
  readonly db: Connection
  readonly client: ChainClient
  readonly deployment: ChainDeployment
  /** Keys before the rotation. */
  readonly keys: SigningKeys
  readonly next: SigningKey
  readonly maximumFeeWei: bigint
  readonly say: (step: string) => void
}

/** No call of a rotation takes more. */
export const CALL_GAS = 120_000n
export const ETHER_GAS = 21_000n
const RECEIPT_TIMEOUT_MS = 600_000

/** @throws SettingsInvalid when a rotation may not begin. Nothing has moved then. */
export async function checkRotationMayBegin(rotation: Rotation): Promise<void> {
  const { deployment, keys, next } = rotation
  if (!isAddressEqual(keys.hot.address, deployment.hotWallet) || !isAddressEqual(keys.treasury.address, deployment.treasury))
    throw new SettingsInvalid('The keys of the signer are not those of CHAIN_DEPLOYMENT_FILE: was the key changed already?')
  const taken = [deployment.hotWallet, deployment.treasury, deployment.coldWallet]
  if (taken.some((address) => address && isAddressEqual(address, next.address)))
    throw new SettingsInvalid('The new key is one that the house uses already.')
  await refuseWhileOpen(rotation)
  await proveKey(rotation)
}

/**
 * Refuses while operations are open: a signed or requested one would come after the rotation or never. The nonce of a mint is the
 * treasury's first step here.
 */
async function refuseWhileOpen({ db }: Rotation): Promise<void> {
  const found = await sql<{ open: number }>`SELECT
    (SELECT count(*) FROM blockchain.chain_transaction WHERE state NOT IN ('confirmed', 'reverted', 'superseded') OR NOT agreed)::int
    + (SELECT count(*) FROM blockchain.intent WHERE state = 'decided')::int AS open`.execute(db)
  const open = found.rows[0]?.open ?? 0
  if (open > 0)
    throw new SettingsInvalid(`${open} operations of the wallets have not ended: let the signer end them, then stop it, and begin again.`)
}

/** Finds a key that can be read but cannot sign before anything is sent to it. Its test signature moves nothing and is discarded. */
async function proveKey({ deployment: { chainId }, next }: Rotation): Promise<void> {
  const nothing = { to: next.address, value: 0n, gas: ETHER_GAS, nonce: 0, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } as const
  try {
    await next.signTransaction({ type: 'eip1559', chainId, ...nothing })
  } catch (error) {
    throw new SettingsInvalid(`The new key does not sign: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const tokensOf = ({ tokens: { COPT, BTC, USDT } }: ChainDeployment): Address[] => [COPT, BTC, USDT]

/** Ether for the first transactions of the new key, at the highest price of gas. */
export const gasOfNext = (calls: bigint, maximumFeeWei: bigint): bigint => calls * CALL_GAS * maximumFeeWei
export const isGiven = (held: bigint, calls: bigint, maximumFeeWei: bigint): boolean => held >= gasOfNext(calls, maximumFeeWei) / 2n

export async function fundGas(rotation: Rotation, from: SigningKey, calls: bigint): Promise<void> {
  const { client, next, maximumFeeWei, say } = rotation
  if (isGiven(await client.getBalance({ address: next.address }), calls, maximumFeeWei)) return
  await send(rotation, from, { to: next.address, value: gasOfNext(calls, maximumFeeWei), gas: ETHER_GAS })
  say('The new wallet has ether for its first transactions.')
}

export async function moveToken(rotation: Rotation, from: SigningKey, token: Address): Promise<void> {
  const { client, next, say } = rotation
  const held = await client.readContract({ address: token, abi: ERC20_ABI, functionName: 'balanceOf', args: [from.address] })
  if (held === 0n) return
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [next.address, held] })
  await send(rotation, from, { to: token, data, gas: CALL_GAS })
  say(`${held} base units of ${token} are in the new wallet.`)
}

/** Leaves behind the maximum cost of this transaction. */
export async function moveEther(rotation: Rotation, from: SigningKey): Promise<void> {
  const { client, next, maximumFeeWei, say } = rotation
  const value = (await client.getBalance({ address: from.address })) - ETHER_GAS * maximumFeeWei
  if (value <= 0n) return
  await send(rotation, from, { to: next.address, value, gas: ETHER_GAS })
  say('The ether is in the new wallet.')
}

export interface Call {
  readonly to: Address
  readonly gas: bigint
  readonly data?: Hex
  readonly value?: bigint
}

export async function send(
  { client, deployment, maximumFeeWei }: Rotation,
  key: SigningKey,
  { data = '0x', value = 0n, ...given }: Call,
): Promise<void> {
  const [nonce, block] = await Promise.all([client.getTransactionCount({ address: key.address }), client.getBlock()])
  const fees = feesNow(block.baseFeePerGas ?? 0n, maximumFeeWei)
  const signed = await key.signTransaction({ type: 'eip1559', chainId: deployment.chainId, nonce, data, value, ...given, ...fees })
  await sendSigned(client, signed)
  const receipt = await client.waitForTransactionReceipt({ hash: keccak256(signed), timeout: RECEIPT_TIMEOUT_MS, pollingInterval: 200 })
  if (receipt.status !== 'success') throw new Error(`the chain reverted ${receipt.transactionHash}`)
}
