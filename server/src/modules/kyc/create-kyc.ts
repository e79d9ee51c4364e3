import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction } from '../../platform/database.ts'
import type { Platform } from '../../platform/module.ts'
import { changeLevel } from './change-level.ts'
import type { KycContext, KycDependencies } from './context.ts'
import { findCustomer, findDossier, lockCustomer, putDossier, updateCustomer } from './customer-store.ts'
import { scheduleKycJobs } from './jobs.ts'
import { acceptItems, declineItems, listReviewItems } from './review.ts'
import { kycRoutes } from './routes.ts'
import { NOT_BEGUN, verifiedLevel } from './rules.ts'
import type { Kyc, VerifiedDossier } from './types.ts'

export function createKyc(platform: Pick<Platform, 'db' | 'clock' | 'outbox' | 'files' | 'jobs'>, dependencies: KycDependencies): Kyc {
  const { db, clock, outbox, files } = platform
  const context: KycContext = { db, clock, outbox, files, ...dependencies }
  scheduleKycJobs(context, platform.jobs)
  return {
    name: 'kyc',
    async person(accountId, connection = db) {
      const account = await context.identity.person(accountId, connection)
      if (!account) return null
      const customer = (await findCustomer(connection, accountId)) ?? NOT_BEGUN
      const { state: accountState, email, createdAt: accountCreatedAt } = account
      const dossier = await findDossier(connection, accountId)
      return { accountId, accountState, email, accountCreatedAt, verifiedLevel: verifiedLevel(customer), dossier }
    },
    ensureVerified: (dossier) => ensureVerified(context, dossier),
    reviewItems: (accountId) => listReviewItems(context, accountId),
    accept: (tx, decision) => acceptItems(context, tx, decision),
    decline: (tx, decision) => declineItems(context, tx, decision),
    changeLevel: (tx, change) => changeLevel(context, tx, change),
    routes: kycRoutes(context),
  }
}

async function ensureVerified({ db, clock, identity }: KycContext, { accountId, level, ...dossier }: VerifiedDossier): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const customer = await lockCustomer(tx, accountId, now)
    if (await findDossier(tx, accountId)) return
    await putDossier(tx, accountId, { ...dossier, birthDate: null, isPep: false }, now)
    await updateCustomer(tx, accountId, { ...customer, personType: dossier.personType, currentLevel: level, isVerified: true }, now)
    await identity.setState(tx, accountId, ACCOUNT_STATE.verified)
  })
}
