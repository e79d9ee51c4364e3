/**
 * Deterministic deposit address of a customer (SEC-53): it is derived from the account, so that the caller can verify it from the account
 * id.
 */
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { forwarderAddress } from '../../../../chain/forwarders.ts'

/** Salt of an account, the same for every chain and contract. */
export const saltOf = (accountId: string): Hex => keccak256(toHex(`tunjo.deposit:${accountId.toLowerCase()}`))

export const depositAddressOf = (factory: Address, accountId: string): Address => forwarderAddress(factory, saltOf(accountId))
