/** Composition of verification: its routes, its jobs, and its interface for other modules. */
import type { Platform } from '../../../platform/module.ts'
import { createPartialUploads } from '../../../platform/partial-uploads/index.ts'
import type { KycContext, KycDependencies } from './core/context.ts'
import { earlierAccounts, findCustomer, findDossier, lockCustomer, lockSuccessor } from './core/customer-store.ts'
import { eraseNames } from './core/form-store.ts'
import { KYC_IN_GROUPS } from './core/in-groups.ts'
import { renewalsOf } from './core/renewal-store.ts'
import { eraseRepresentatives, representativeLists } from './core/representative-store.ts'
import { NOT_BEGUN, verifiedLevel } from './core/rules.ts'
import { eraseTaxCertifications, taxCertifications } from './core/tax-store.ts'
import type { Kyc } from './core/types.ts'
import { ensureVerified } from './ensure-verified.ts'
import { scheduleKycJobs } from './jobs.ts'
import { renewable, requestRenewal } from './renewal/request-renewal.ts'
import { companyOwnershipFacts, writeRepresentatives } from './representatives/write-representatives.ts'
import { changeLevel, levelChoices, levelFacts } from './review/change-level.ts'
import { acceptItems, declineItems, listReviewItems } from './review/item-decisions.ts'
import { lastReading, readProof } from './review/read-proof.ts'
import { duplicatesOf, reviewFacts, slotsOf } from './review/review-facts.ts'
import { kycRoutes } from './routes.ts'

type PlatformParts = Pick<Platform, 'db' | 'clock' | 'outbox' | 'audit' | 'files' | 'uploads' | 'jobs'>

export function createKyc(platform: PlatformParts, dependencies: KycDependencies): Kyc {
  const { db, clock, outbox, audit, files, uploads } = platform
  const own = { partialUploads: createPartialUploads(platform) }
  const context: KycContext = { db, clock, outbox, audit, files, uploads, ...own, ...dependencies }
  for (const erase of [eraseNames, eraseRepresentatives, eraseTaxCertifications]) files.namesAreCopiedBy(erase)
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
    inGroups: KYC_IN_GROUPS,
    async lock(tx, accountId) {
      await lockCustomer(tx, accountId, clock.now())
    },
    ensureVerified: (dossier, declare) => ensureVerified(context, dossier, declare),
    listReviewItems: (accountId) => listReviewItems(context, accountId),
    reviewFacts: (accountId, connection = db) => reviewFacts(context, connection, accountId),
    duplicatesOf: (accountId) => duplicatesOf(context, accountId),
    earlierAccounts,
    lockSuccessor,
    slotsOf: (accountId) => slotsOf(context, accountId),
    levelChoices: (accountId, connection = db) => levelChoices(connection, accountId),
    accept: (tx, decision) => acceptItems(context, tx, decision),
    decline: (tx, decision) => declineItems(context, tx, decision),
    renewals: (accountId) => renewalsOf(db, accountId),
    renewable: (accountId) => renewable(context, db, accountId),
    requestRenewal: (tx, request) => requestRenewal(context, tx, request),
    readProof: (tx, read) => readProof(context, tx, read),
    writeRepresentatives: (tx, written) => writeRepresentatives(context, tx, written),
    representativeLists: (accountId) => representativeLists(db, accountId),
    companyOwnershipFacts,
    taxCertifications: (accountId) => taxCertifications(db, accountId),
    lastProofReading: (accountId) => lastReading(db, accountId),
    levelFacts: (tx, change) => levelFacts(context, tx, change),
    changeLevel: (tx, change) => changeLevel(context, tx, change),
    routes: kycRoutes(context),
  }
}
