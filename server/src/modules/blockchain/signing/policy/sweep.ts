/**
 * Signing policy of sweeps: a call of our own factory for one token of ours, at an address where enough of it lies. Where it goes the
 * contract says, not the call, and it has to say the hot wallet: whoever has the treasury's key can turn it elsewhere. A sweep that nobody
 * asked for moves nothing out of the house then; so that it does not spend the wallet's gas either, one address is swept only so often.
 */
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual } from 'viem'
import { DepositForwarderFactory } from '../../../../../../solidity/artifacts.generated.ts'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { forwarderAddress } from '../../../../chain/forwarders.ts'
import type { LimitedAsset } from '../config.ts'
import { NO_STOPS, refused, type Verdict } from './verdict.ts'

/** The first sweep of an address makes its contract; more than this no sweep takes. */
const SWEEP_GAS_MAX = 300_000n
/** Of one token at one address in a day: one an hour is asked for, and one more for an hour that began before. */
export const SWEEPS_OF_ADDRESS_MAX = 25

export interface DecodedSweep {
  readonly forwarder: Address
  readonly token: Address
}

/** Null when it is no sweep of exactly one token, or is written in another way than ours: each address has one spelling, which is counted. */
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
  /** What lies at the address, by the signer's own node. */
  readonly lies: bigint
  /** Where the factory sends it, by the same node. */
  readonly goesTo: Address
  readonly minimums: Readonly<Record<LimitedAsset, bigint>>
}

export function checkSweep(facts: SweepFacts, { forwarderFactory, hotWallet, tokens }: ChainDeployment): Verdict {
  const { to, gas, sweep, lies, goesTo, minimums } = facts
  if (!isAddressEqual(to, forwarderFactory)) return refused('not the factory of deposit addresses')
  if (gas > SWEEP_GAS_MAX) return refused('more gas than a sweep takes')
  const accepted = { COP: tokens.COPT, BTC: tokens.BTC, USDT: tokens.USDT } satisfies Record<LimitedAsset, Address>
  const asset = (['COP', 'BTC', 'USDT'] as const).find((code) => isAddressEqual(accepted[code], sweep.token))
  if (!asset) return refused('not a token of ours')
  if (!isAddressEqual(goesTo, hotWallet)) return refused('sweeps do not go to the hot wallet')
  return lies >= minimums[asset]
    ? { outcome: 'sign', moved: { asset, amount: lies }, stops: NO_STOPS }
    : refused('too little lies there for its gas')
}
