import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { kyc as contract } from '@tunjo/contract/kyc'
import { inTransaction } from '../../platform/database.ts'
import { implement } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/module.ts'
import type { Identity } from '../identity/index.ts'
import { NO_DOSSIER, verifiedLevel } from './rules.ts'
import { findDossier, insertVerified } from './store.ts'
import type { Kyc } from './types.ts'

export interface KycDependencies {
  readonly identity: Pick<Identity, 'person' | 'setState'>
}

export function createKyc({ db, clock }: Pick<Platform, 'db' | 'clock'>, { identity }: KycDependencies): Kyc {
  return {
    name: 'kyc',
    async person(accountId, connection = db) {
      const account = await identity.person(accountId, connection)
      if (!account) return null
      const row = await findDossier(connection, accountId)
      const { state: accountState, email, createdAt: accountCreatedAt } = account
      return { accountId, accountState, email, accountCreatedAt, verifiedLevel: verifiedLevel(row ?? NO_DOSSIER), dossier: row }
    },
    ensureVerified: (dossier) =>
      inTransaction(db, async (tx) => {
        const isNew = await insertVerified(tx, dossier, clock.now())
        if (isNew) await identity.setState(tx, dossier.accountId, ACCOUNT_STATE.verified)
      }),
    routes: implement(contract, {
      async kycVerified({ caller }) {
        const { currentLevel, isVerified } = (await findDossier(db, caller.accountId)) ?? NO_DOSSIER
        return { currentLevel, isVerified }
      },
    }),
  }
}
