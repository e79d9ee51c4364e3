/** HTTP routes that read one customer. A read is recorded before its answer is sent. */
import { compliancePerson as contract, NO_SCREENING_REPORT } from '@tunjo/contract/compliance-person'
import { personNews } from '@tunjo/contract/person-news'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import type { Person } from '../../../customers/identity/index.ts'
import type { ComplianceContext } from '../context.ts'
import { personHasNovelty } from '../people/person-state.ts'
import { isCheckAnswered, needsSecondOfficer } from '../rules.ts'
import { financialProfile, moreInformation, stepsToFollow, userInformation } from './information.ts'
import { readNews } from './news.ts'

const NO_REPORT = { fileUrl: null, description: NO_SCREENING_REPORT } as const

interface Read {
  readonly caller: Caller
  readonly http: HttpContext
  readonly query: { readonly userId: string }
}

export function personRoutes(context: ComplianceContext): Route[] {
  const { db, kyc, limits, parameters, risk, checks, files } = context
  const screenedOf = async (id: string) => ({ standing: await risk.profile(db, id), check: await checks.summary(db, id) })
  const factsOf = async (read: Read, part: string) => {
    const person = await personRead(context, read, part)
    return { person, facts: await kyc.reviewFacts(person.id) }
  }
  return implement(contract, {
    async userInformation(read) {
      const { person, facts } = await factsOf(read, 'information')
      return userInformation(person, facts, parameters, await personHasNovelty(db, person.id))
    },
    async stepsToFollow(read) {
      const { person, facts } = await factsOf(read, 'steps')
      return stepsToFollow(person, facts, parameters, await screenedOf(person.id))
    },
    async moreInformation(read) {
      const { person, facts } = await factsOf(read, 'results')
      return moreInformation(facts, parameters, await personHasNovelty(db, person.id), await screenedOf(person.id))
    },
    financialInformation: async (read) => financialProfile((await factsOf(read, 'financial')).facts, parameters),
    async screeningReport(read) {
      const { id } = await personRead(context, read, 'screening')
      const fileId = await checks.reportFile(db, id)
      return fileId === null ? NO_REPORT : { fileUrl: files.linkFor(fileId, read.caller), description: null }
    },
    async userDepositVolume(read) {
      const { used, maximum } = await limits.volume((await personRead(context, read, 'deposits')).id, 'deposit')
      return { deposit: used, maximum }
    },
    async userWithdrawalVolume(read) {
      const { used, maximum } = await limits.volume((await personRead(context, read, 'withdrawals')).id, 'withdrawal')
      // Negative on the wire only (KYC-02).
      return { withdrawal: -used, maximum }
    },
    levelOptions: async (read) => levelOptions(context, (await personRead(context, read, 'level')).id),
  })
}

export const newsRoutes = (context: ComplianceContext): Route[] =>
  implement(personNews, {
    async news(read) {
      const { id } = await personRead(context, read, 'news')
      return readNews(context, id, { permissions: read.caller.permissions ?? [], locale: localeOf(read.http) })
    },
  })

/** @throws Refused `request.not_found`, `compliance.own_account` */
export async function personRead(context: ComplianceContext, { caller, query, http }: Read, part: string): Promise<Person> {
  const { db, audit, identity } = context
  const person = isUuid(query.userId) ? await identity.person(query.userId) : null
  if (!person) refuse('request.not_found')
  // An officer may be a customer too, but must not read what others recorded about them (Ley 526 de 1999).
  if (person.id.toLowerCase() === caller.accountId) refuse('compliance.own_account')
  const object = { type: 'account', id: person.id }
  const actor = personActor(caller, http)
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'kyc.person_viewed', object, after: { part } }))
  return person
}

/** @throws Refused `request.not_found`, `compliance.own_account` */
export async function personToChange(context: ComplianceContext, caller: Caller, userId: string): Promise<string> {
  // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
  const accountId = userId.toLowerCase()
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId) || !(await context.identity.person(accountId))) refuse('request.not_found')
  return accountId
}

async function levelOptions({ db, clock, kyc, limits, checks }: ComplianceContext, accountId: string) {
  const [facts, choices, check] = await Promise.all([
    kyc.reviewFacts(accountId),
    kyc.levelChoices(accountId),
    checks.summary(db, accountId),
  ])
  const { verifiedLevel, currentLevel, isVerified } = facts
  const maximumOf = await limits.monthlyMaximums(db, clock.now())
  const options = choices.map(({ completed, newLevel, state }) => ({
    completed,
    newKYCLevel: newLevel,
    state,
    monthlyMaximum: maximumOf(completed),
    needsSecondOfficer: needsSecondOfficer({ before: verifiedLevel, after: completed }),
  }))
  return {
    worksOn: isVerified ? currentLevel + 1 : currentLevel,
    verifiedLevel,
    monthlyMaximum: maximumOf(verifiedLevel),
    isCheckAnswered: isCheckAnswered(check),
    options,
  }
}
