/**
 * Ledger accounts. Which accounts exist is a rule, not data: the same owner and asset always have the same account id, on every machine.
 */
import type { AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../../platform/database/ids.ts'
import type { Account } from './types.ts'

/** Account of a customer: what the platform owes them in one asset. Never below zero. */
export function customerAccount(ownerId: string, asset: AssetCode): Account {
  const owner = ownerId.toLowerCase()
  return { id: idOf('ledger.account', 'customer', owner, asset), asset, kind: 'customer', owner, name: null, floor: 0n }
}

const SYSTEM_NAME = /^[a-z][a-z0-9_:-]{1,63}$/

/** `null` would be read as none by the array literals of the store. */
export const isSystemName = (name: string): boolean => SYSTEM_NAME.test(name) && name !== 'null'

/** Account of the outside world or of the platform: `bank`, `chain`, `market`, `fees`… May go below zero. */
export function systemAccount(name: string, asset: AssetCode): Account {
  if (!isSystemName(name)) throw new TypeError(`not a name for a system account: ${name}`)
  return { id: idOf('ledger.account', 'system', name, asset), asset, kind: 'system', owner: null, name, floor: null }
}
