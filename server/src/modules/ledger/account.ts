/** Which accounts exist is a rule, not data: the same owner and asset always give the same account id, on every machine. */
import type { AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../platform/ids.ts'
import type { Account } from './types.ts'

/** What we owe the customer. Never below zero. */
export function customerAccount(ownerId: string, asset: AssetCode): Account {
  const owner = ownerId.toLowerCase()
  return { id: idOf('ledger.account', 'customer', owner, asset), asset, kind: 'customer', owner, name: null, floor: 0n }
}

/** The outside world and our own: `bank`, `chain`, `market`, `fees`… May go below zero. */
export function systemAccount(name: string, asset: AssetCode): Account {
  return { id: idOf('ledger.account', 'system', name, asset), asset, kind: 'system', owner: null, name, floor: null }
}
