/**
 * Addresses of deposit forwarders, computed without a node (CREATE2): a minimal proxy (EIP-1167) for each salt, as OpenZeppelin's `Clones`
 * creates it for our factory.
 */
import { type Address, concatHex, getContractAddress, type Hex } from 'viem'

const CLONE_BEGINS = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const CLONE_ENDS = '0x5af43d82803e903d91602b57fd5bf3'

export function forwarderAddress(factory: Address, salt: Hex): Address {
  // The factory's constructor creates the implementation as its first contract.
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  const bytecode = concatHex([CLONE_BEGINS, implementation, CLONE_ENDS])
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
}
