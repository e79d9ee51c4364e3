/** Texts that a customer is asked to accept. Officers work under other contracts: they are not asked. */
import type { ConsentPolicy, Consents } from '@tunjo/contract/consents'
import type { Connection } from '../../../../../platform/database/database.ts'
import { type Refusal, refusal } from '../../../../../platform/http/refusal.ts'
import type { Authority } from '../../../../../platform/http/route.ts'
import { findAccount } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { type AcceptedVersions, type Editions, newerThanAccepted } from './rules.ts'
import { acceptedVersions } from './store.ts'

export type ConsentContext = Pick<IdentityContext, 'policies'>
export interface ConsentSubject {
  readonly accountId: string
  readonly authorities: readonly Authority[]
}

/** Versions that a new sign-up accepts. */
export const versionsInForce = ({ policies }: ConsentContext): Record<ConsentPolicy, string> => ({
  'terms-and-conditions': policies.inForce('terms-and-conditions').version,
  'data-policy': policies.inForce('data-policy').version,
})

export async function readConsents(context: ConsentContext, connection: Connection, who: ConsentSubject): Promise<Consents> {
  if (isOfficer(who.authorities)) return { needed: [], announced: [] }
  const accepted = await acceptedVersions(connection, who.accountId)
  return {
    needed: newerThanAccepted(editionsInForce(context), accepted),
    announced: newerThanAccepted(upcomingEditions(context), accepted),
  }
}

/** For calls that begin something new with money. */
export async function checkConsent(context: ConsentContext, connection: Connection, accountId: string): Promise<Refusal | null> {
  const account = await findAccount(connection, accountId)
  if (!account) return null
  return consentNeeded(context, account.authorities, await acceptedVersions(connection, accountId))
}

/** Refusal of a customer who has not accepted a text in force. */
export function consentNeeded(context: ConsentContext, authorities: readonly Authority[], accepted: AcceptedVersions): Refusal | null {
  const isAccepted = isOfficer(authorities) || newerThanAccepted(editionsInForce(context), accepted).length === 0
  return isAccepted ? null : refusal('identity.consent_needed')
}

const isOfficer = (authorities: readonly Authority[]): boolean => authorities.includes('ROLE_ADMIN')

export const editionsInForce = ({ policies }: ConsentContext): Editions => ({
  'terms-and-conditions': policies.inForce('terms-and-conditions'),
  'data-policy': policies.inForce('data-policy'),
})
export const upcomingEditions = ({ policies }: ConsentContext): Editions => ({
  'terms-and-conditions': policies.upcoming('terms-and-conditions'),
  'data-policy': policies.upcoming('data-policy'),
})
