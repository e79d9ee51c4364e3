/**
 * The deposit address of a customer, computed without a node and without a key (CREATE2): whoever knows the account can check it, and
 * nobody's answer decides where money is sent.
 */
import { type Address, concatHex, getContractAddress, type Hex, keccak256, toHex } from 'viem'

/** A minimal proxy (EIP-1167) as OpenZeppelin's `Clones` makes it. */
const CLONE_BEGINS = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const CLONE_ENDS = '0x5af43d82803e903d91602b57fd5bf3'

/** One for each account, whatever chain and contract. */
export const saltOf = (accountId: string): Hex => keccak256(toHex(`tunjo.deposit:${accountId.toLowerCase()}`))

export function depositAddressOf(factory: Address, accountId: string): Address {
  // The factory's constructor creates the implementation: the first thing it ever creates.
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  const bytecode = concatHex([CLONE_BEGINS, implementation, CLONE_ENDS])
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt: saltOf(accountId), bytecode })
}
