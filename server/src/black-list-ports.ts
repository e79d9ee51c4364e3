/** What modules ask the black list, each by a port of its own: addresses of the chain, also of the control lists, and bank accounts. */
import type { BlackList } from './modules/blacklist/index.ts'
import type { AddressScreening } from './modules/crypto/index.ts'
import type { AccountCheck } from './modules/payments/index.ts'
import type { Screening } from './modules/screening/index.ts'

interface Lists {
  readonly blackList: BlackList
  readonly screening: Pick<Screening, 'isSanctioned'>
}
export function blackListPorts({ blackList, screening }: Lists): { addresses: AddressScreening; accountCheck: AccountCheck } {
  return {
    addresses: {
      async isSanctioned(connection, address, use) {
        const isBarred = await blackList.isBarred(connection, { ...use, addresses: [address] })
        return isBarred ? 'listed' : screening.isSanctioned(connection, address)
      },
      async isSenderBarred(tx, { accountId, address, isFirst }) {
        if (!isFirst) return blackList.isListed(tx, { addresses: [address] })
        return (await blackList.recordHits(tx, { place: 'deposit', accountId, addresses: [address] })).length > 0
      },
    },
    accountCheck: {
      async meetAccount(tx, { accountId, number }) {
        await blackList.recordHits(tx, { place: 'bank_account', accountId, bankAccounts: [number] })
      },
    },
  }
}
