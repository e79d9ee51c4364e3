/**
 * Moves the treasury to a new key: the roles of COPT, the factory of deposit addresses, all tokens, and the ether last; then the old key
 * loses its roles. Each step checks the chain first, so that a drill that was killed resumes where it stopped. Nothing in the ledger moves.
 */
import { type Address, encodeFunctionData, formatEther, type Hex, isAddressEqual, keccak256, parseAbiItem, toBytes, zeroHash } from 'viem'
import { COPT, DepositForwarderFactory } from '../../../../../../solidity/artifacts.generated.ts'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
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
import type { SigningKey } from './signing-key.ts'

/** The admin of all roles last, because it revokes the others. */
const ROLES: readonly { readonly name: string; readonly hash: Hex }[] = [
  { name: 'MINTER_ROLE', hash: keccak256(toBytes('MINTER_ROLE')) },
  { name: 'PAUSER_ROLE', hash: keccak256(toBytes('PAUSER_ROLE')) },
  { name: 'DEFAULT_ADMIN_ROLE', hash: zeroHash },
]
/** Calls of the new key: it accepts the factory and revokes the roles; the rest of the ether follows. */
const CALLS_OF_NEXT = 8n

/** Returns the new deployment. @throws SettingsInvalid when it may not begin. */
export async function rotateTreasuryKey(rotation: Rotation): Promise<ChainDeployment> {
  const { deployment, keys, next, say } = rotation
  await checkRotationMayBegin(rotation)
  await refuseWithoutEther(rotation)
  say(`The new treasury will be ${next.address}.`)
  await fundGas(rotation, keys.treasury, CALLS_OF_NEXT)
  for (const role of ROLES) await setRole(rotation, keys.treasury, { ...role, account: next.address, isHeld: true })
  failpoint('rotation.granted')
  await handFactoryOver(rotation)
  for (const token of tokensOf(deployment)) await moveToken(rotation, keys.treasury, token)
  for (const role of ROLES) await setRole(rotation, next, { ...role, account: keys.treasury.address, isHeld: false })
  failpoint('rotation.revoked')
  await moveEther(rotation, keys.treasury)
  await notifyOthers(rotation)
  say(`The treasury is ${next.address}.`)
  return { ...deployment, treasury: next.address }
}

/** At the highest price of gas, so that it does not stop between two wallets for lack of ether. */
async function refuseWithoutEther({ client, deployment, keys: { treasury }, next, maximumFeeWei }: Rotation): Promise<void> {
  const [held, given] = await Promise.all([treasury, next].map(({ address }) => client.getBalance({ address })))
  const calls = BigInt(ROLES.length + 1 + tokensOf(deployment).length)
  const steps = (calls * CALL_GAS + 2n * ETHER_GAS) * maximumFeeWei
  const needed = isGiven(given ?? 0n, CALLS_OF_NEXT, maximumFeeWei) ? 0n : gasOfNext(CALLS_OF_NEXT, maximumFeeWei) + steps
  if ((held ?? 0n) < needed)
    throw new SettingsInvalid(
      `The old treasury ${treasury.address} needs ${formatEther(needed)} ether for the move and has ${formatEther(held ?? 0n)}.`,
    )
}

interface RoleChange {
  readonly name: string
  readonly hash: Hex
  readonly account: Address
  readonly isHeld: boolean
}

async function setRole(rotation: Rotation, by: SigningKey, { name, hash, account, isHeld }: RoleChange): Promise<void> {
  const { client, deployment, say } = rotation
  const token = { address: deployment.tokens.COPT, abi: COPT.abi } as const
  const args = [hash, account] as const
  if ((await client.readContract({ ...token, functionName: 'hasRole', args })) === isHeld) return
  const data = encodeFunctionData({ ...token, functionName: isHeld ? 'grantRole' : 'revokeRole', args })
  await send(rotation, by, { to: token.address, data, gas: CALL_GAS })
  say(`${account} ${isHeld ? 'has' : 'has no more'} ${name} of COPT.`)
}

/** In two steps: an owner that cannot sign never gets it. */
async function handFactoryOver(rotation: Rotation): Promise<void> {
  const { client, deployment, keys, next, say } = rotation
  const factory = { address: deployment.forwarderFactory, abi: DepositForwarderFactory.abi } as const
  if (isAddressEqual(await client.readContract({ ...factory, functionName: 'owner' }), next.address)) return
  if (!isAddressEqual(await client.readContract({ ...factory, functionName: 'pendingOwner' }), next.address)) {
    const data = encodeFunctionData({ ...factory, functionName: 'transferOwnership', args: [next.address] })
    await send(rotation, keys.treasury, { to: factory.address, data, gas: CALL_GAS })
  }
  failpoint('rotation.offered')
  await send(rotation, next, {
    to: factory.address,
    data: encodeFunctionData({ ...factory, functionName: 'acceptOwnership' }),
    gas: CALL_GAS,
  })
  say('The factory of deposit addresses is the new treasury’s.')
}

const ROLE_GRANTED = parseAbiItem('event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)')

/** An attacker with the old key may have granted roles before. They are reported and not revoked: some may be the platform's. */
async function notifyOthers({ client, deployment, next, say }: Rotation): Promise<void> {
  const address = deployment.tokens.COPT
  const granted = await client.getLogs({ address, event: ROLE_GRANTED, fromBlock: 0n }).catch(() => null)
  if (!granted) return say('The node does not show who else was ever given a role of COPT: look for RoleGranted in an explorer.')
  const accounts = new Map(granted.flatMap(({ args: { account } }) => (account ? [[account.toLowerCase(), account]] : [])))
  for (const account of accounts.values())
    for (const { name, hash } of ROLES) {
      if (isAddressEqual(account, next.address)) continue
      if (await client.readContract({ address, abi: COPT.abi, functionName: 'hasRole', args: [hash, account] }))
        say(`WARNING: ${account} has ${name} of COPT too. If it is not the house’s, take it away at once.`)
    }
}
