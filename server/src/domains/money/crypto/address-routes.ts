/** HTTP routes of saved addresses, and the text that a customer reads before approving one (ID-10). */

import { cryptoAddresses as contract } from '@tunjo/contract/crypto-addresses'
import { implement, type Route } from '../../../platform/http/route.ts'
import { depositAddressOf } from './addresses/deposit-address.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { CryptoContext } from './context.ts'
import { deleteAddress } from './saved-addresses/delete-address.ts'
import { findSimilarAddress, presentAddress, readDestination, saveAddress } from './saved-addresses/save-address.ts'
import { listSavedAddresses } from './saved-addresses/saved-address-store.ts'

export function addressRoutes(context: CryptoContext): Route[] {
  const { db } = context
  return implement(
    contract,
    {
      whitelist: async ({ caller }) => (await listSavedAddresses(db, caller.accountId)).map((row) => presentAddress(context, row)),
      saveAddress: ({ caller: { accountId }, body }) => saveAddress(context, accountId, body),
      deleteAddress: ({ caller, params }) => deleteAddress(context, caller.accountId, params.id),
    },
    {
      async saveAddress({ caller: { accountId }, body, locale }) {
        const { step } = APPROVAL_WORDS[locale]
        const address = readDestination(context, accountId, body.address)
        const ownDeposit = depositAddressOf(context.blockchain.deployment.forwarderFactory, accountId)
        const lookalike = findSimilarAddress(
          await listSavedAddresses(db, accountId),
          { address: ownDeposit, alias: step.ownDeposit },
          address,
        )
        const warning = lookalike === null ? [] : [{ label: step.warning, value: step.lookalike(lookalike) }]
        const details = [{ label: step.address, value: address }, { label: step.alias, value: body.alias }, ...warning]
        return { title: step.saveAddress, details }
      },
    },
  )
}
