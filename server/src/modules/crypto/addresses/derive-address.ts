/** The deposit address of a customer, always the same (SEC-53): it follows from the account, so whoever knows the account can check it. */
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { forwarderAddress } from '../../../chain/forwarders.ts'

/** One for each account, whatever chain and contract. */
export const saltOf = (accountId: string): Hex => keccak256(toHex(`tunjo.deposit:${accountId.toLowerCase()}`))

export const depositAddressOf = (factory: Address, accountId: string): Address => forwarderAddress(factory, saltOf(accountId))
