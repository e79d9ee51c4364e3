/**
 * Moves the hot wallet to a new key: the sweep target of deposit addresses, the router's allowances, all tokens, and the ether last. Each
 * step checks the chain first, so that a drill that was killed resumes where it stopped. Nothing in the ledger moves: the same tokens are
 * in a wallet with another address.
 */
import { type Address, encodeFunctionData, formatEther, isAddressEqual, maxUint256 } from 'viem'
import { COPT, DepositForwarderFactory } from '../../../../../../solidity/artifacts.generated.ts'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { ERC20_ABI } from '../../../../chain/uniswap.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SettingsInvalid } from '../../../../platform/process/settings.ts'
import {
  CALL_GAS,
  checkRotationMayBegin,
  ETHER_GAS,
  fundGas,
  gasOfNext,
  isGiven,
  moveEther,
  moveToken,
  type Rotation,
  send,
  tokensOf,
} from './rotation.ts'

/** For the approvals of the new key, before the rest of the ether follows. */
const APPROVALS = 8n

/** Returns the new deployment. @throws SettingsInvalid when it may not begin. */
export async function rotateHotKey(rotation: Rotation): Promise<ChainDeployment> {
  const { deployment, keys, next, say } = rotation
  await checkRotationMayBegin(rotation)
  await refuseWithoutEther(rotation)
  say(`The new hot wallet will be ${next.address}.`)
  await redirectSweeps(rotation)
  await fundGas(rotation, keys.hot, APPROVALS)
  for (const token of tokensOf(deployment)) {
    await allowRouter(rotation, token)
    await moveToken(rotation, keys.hot, token)
    failpoint('rotation.moved')
  }
  await moveEther(rotation, keys.hot)
  say(`The hot wallet is ${next.address}.`)
  return { ...deployment, hotWallet: next.address }
}

/** At the highest price of gas, so that it does not stop between two wallets for lack of ether. */
async function refuseWithoutEther({ client, deployment, keys, next, maximumFeeWei }: Rotation): Promise<void> {
  const [hot, treasury, given] = await Promise.all([keys.hot, keys.treasury, next].map(({ address }) => client.getBalance({ address })))
  const steps = (BigInt(tokensOf(deployment).length) * CALL_GAS + 2n * ETHER_GAS) * maximumFeeWei
  const needed = isGiven(given ?? 0n, APPROVALS, maximumFeeWei) ? 0n : gasOfNext(APPROVALS, maximumFeeWei) + steps
  if ((hot ?? 0n) < needed)
    throw new SettingsInvalid(
      `The old hot wallet ${keys.hot.address} needs ${formatEther(needed)} ether for the move and has ${formatEther(hot ?? 0n)}.`,
    )
  if ((treasury ?? 0n) < CALL_GAS * maximumFeeWei)
    throw new SettingsInvalid(`The treasury ${keys.treasury.address} needs ${formatEther(CALL_GAS * maximumFeeWei)} ether for its step.`)
}

async function redirectSweeps(rotation: Rotation): Promise<void> {
  const { client, deployment, keys, next, say } = rotation
  const factory = { address: deployment.forwarderFactory, abi: DepositForwarderFactory.abi } as const
  if (isAddressEqual(await client.readContract({ ...factory, functionName: 'destination' }), next.address)) return
  const data = encodeFunctionData({ ...factory, functionName: 'setDestination', args: [next.address] })
  await send(rotation, keys.treasury, { to: factory.address, data, gas: CALL_GAS })
  say('Deposit addresses are swept to the new wallet.')
}

async function allowRouter(rotation: Rotation, token: Address): Promise<void> {
  const { client, deployment, next, say } = rotation
  const args = [next.address, deployment.swapRouter] as const
  if ((await client.readContract({ address: token, abi: COPT.abi, functionName: 'allowance', args })) > maxUint256 / 2n) return
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [deployment.swapRouter, maxUint256] })
  await send(rotation, next, { to: token, data, gas: CALL_GAS })
  say(`The router may take ${token} of the new wallet.`)
}
