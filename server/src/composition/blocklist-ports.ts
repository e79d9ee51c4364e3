/** Ports through which modules check the company's blocklist and the sanctions lists: addresses of the chain, bank accounts, payers. */
import { type Blocklist, bankNamed } from '../domains/compliance/blocklist/index.ts'
import type { Screening } from '../domains/compliance/screening/index.ts'
import type { AddressScreening } from '../domains/money/crypto/index.ts'
import type { AccountCheck, PayerCheck } from '../domains/money/payments/index.ts'

interface Lists {
  readonly blackList: Blocklist
  readonly screening: Pick<Screening, 'isSanctioned' | 'recordSanctionedSender' | 'screenAddress' | 'isPayerListed' | 'preparePayers'>
}
interface Ports {
  readonly addresses: AddressScreening
  readonly accountCheck: AccountCheck
  readonly payerCheck: PayerCheck
}
export function blocklistPorts({ blackList, screening }: Lists): Ports {
  return {
    addresses: {
      async isSanctioned(connection, address, use) {
        // Both are checked, so that both record the hit.
        const isBlocked = await blackList.isBlocked(connection, { ...use, addresses: [address] })
        const sanction = await screening.screenAddress(connection, { ...use, address })
        if (isBlocked) return 'listed'
        // An account that was refused one address is refused all for a day, so that probing cannot reveal which addresses are listed.
        const isProbing = use.place === 'saved_address' && (await blackList.wasRefusedLately(connection, use))
        return isProbing ? 'listed' : sanction
      },
      async isSenderBarred(tx, { accountId, address, isFirst }) {
        if (!isFirst) return blackList.isListed(tx, { addresses: [address] })
        return (await blackList.recordHits(tx, { place: 'deposit', accountId, addresses: [address] })).length > 0
      },
      senderSanction: (tx, address) => screening.isSanctioned(tx, address),
      recordSanctionedSender: (tx, deposit) => screening.recordSanctionedSender(tx, deposit),
    },
    accountCheck: {
      async meetAccount(tx, { accountId, bankId, number }) {
        await blackList.recordHits(tx, { place: 'bank_account', accountId, bankAccounts: [{ bankId, number }] })
      },
    },
    payerCheck: {
      prepare: () => screening.preparePayers(),
      async isPayerListed(tx, { accountId, name, document, bank, account, lineId }) {
        const documents = document === '' ? [] : (['cedula', 'nit'] as const).map((kind) => ({ kind, value: document }))
        const bankAccounts = account === '' ? [] : [{ bankId: bankNamed(bank), number: account }]
        const names = name === '' ? [] : [name]
        const barred = await blackList.recordHits(tx, { place: 'transfer', accountId, documents, names, bankAccounts })
        const isSanctioned = await screening.isPayerListed(tx, { lineId, accountId, name, document })
        return barred.length > 0 || isSanctioned
      },
    },
  }
}
