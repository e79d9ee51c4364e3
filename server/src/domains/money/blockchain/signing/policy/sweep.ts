/**
 * Signing policy of sweeps: a call of our own factory for one listed token, at an address with enough balance. The contract and not the
 * call decides the target, and it has to be the hot wallet: an attacker with the treasury's key can redirect it. Then a forged sweep moves
 * nothing out of the platform. One address is swept only a limited number of times, so that it does not spend the wallet's gas either.
 */
import { ASSET_CODES, ASSETS, type AssetCode, perAsset } from '@tunjo/contract/money'
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual } from 'viem'
import { DepositForwarderFactory } from '../../../../../../../solidity/artifacts.generated.ts'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { forwarderAddress } from '../../../../../chain/forwarders.ts'
import { NO_STOPS, refused, type Verdict } from './verdict.ts'

/** The first sweep of an address creates its contract; no sweep takes more than this. */
const SWEEP_GAS_MAX = 300_000n
/** Sweeps of one token at one address in a day: one an hour is requested, and one more for an hour that began before. */
export const SWEEPS_OF_ADDRESS_MAX = 25

export interface DecodedSweep {
  readonly forwarder: Address
  readonly token: Address
}

/** Null when it is no sweep of exactly one token, or is encoded differently: each address has one spelling, which is counted. */
export function decodeSweep(data: Hex, { forwarderFactory }: Pick<ChainDeployment, 'forwarderFactory'>): DecodedSweep | null {
  const call = decodeFunctionData({ abi: DepositForwarderFactory.abi, data })
  if (call.functionName !== 'sweep') return null
  if (encodeFunctionData({ abi: DepositForwarderFactory.abi, ...call }) !== data) return null
  const [salt, [token, ...others]] = call.args
  return token && others.length === 0 ? { forwarder: forwarderAddress(forwarderFactory, salt), token } : null
}

export interface SweepFacts {
  readonly to: Hex
  readonly gas: bigint
  readonly sweep: DecodedSweep
  /** Balance of the address, by the signer's own node. */
  readonly lies: bigint
  /** Sweep target of the factory, by the same node. */
  readonly goesTo: Address
  readonly minimums: Readonly<Record<AssetCode, bigint>>
}

export function checkSweep(facts: SweepFacts, { forwarderFactory, hotWallet, tokens }: ChainDeployment): Verdict {
  const { to, gas, sweep, lies, goesTo, minimums } = facts
  if (!isAddressEqual(to, forwarderFactory)) return refused('not the factory of deposit addresses')
  if (gas > SWEEP_GAS_MAX) return refused('more gas than a sweep takes')
  const accepted = perAsset((asset) => tokens[ASSETS[asset].token])
  const asset = ASSET_CODES.find((code) => isAddressEqual(accepted[code], sweep.token))
  if (!asset) return refused('not a token of the deployment')
  if (!isAddressEqual(goesTo, hotWallet)) return refused('sweeps do not go to the hot wallet')
  return lies >= minimums[asset]
    ? { outcome: 'sign', moved: { asset, amount: lies }, stops: NO_STOPS }
    : refused('too little lies there for its gas')
}
