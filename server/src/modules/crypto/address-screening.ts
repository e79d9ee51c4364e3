/** Port: whether an address is on a list of sanctions. Whoever keeps the lists answers it; who sends tokens only asks. */
import type { Address } from 'viem'
import type { Connection } from '../../platform/database.ts'

/** `no_list`: no list with addresses is loaded, which is no answer about the address. */
export type AddressSanction = 'clear' | 'listed' | 'no_list'

export interface AddressScreening {
  /** `address` in lower case. Throws when it cannot say: then nothing is saved or sent. */
  isSanctioned(connection: Connection, address: Address): Promise<AddressSanction>
}
