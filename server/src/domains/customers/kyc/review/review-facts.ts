/** Review facts of one person: sent items, device readings, and duplicates in other accounts. */
import { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Stored } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { KycContext } from '../core/context.ts'
import { findCustomer, lastSurvey } from '../core/customer-store.ts'
import { evidenceOf, formsOfAccount, type ItemRow, itemsOf } from '../core/form-store.ts'
import { FIELDS_SLOT } from '../core/forms.ts'
import { FileFacts } from '../core/present-file.ts'
import { earlierRepresentatives, representativeLists } from '../core/representative-store.ts'
import { formsOf, NOT_BEGUN, verifiedLevel } from '../core/rules.ts'
import type { DeclaredForms, Duplicate, ReviewFacts, SentItem } from '../core/types.ts'
import { inReviewOrder } from './item-decisions.ts'

export async function reviewFacts({ clock }: Pick<KycContext, 'clock'>, db: Connection, accountId: string): Promise<ReviewFacts> {
  // One after the other: inside a transaction there is one connection.
  const customer = await findCustomer(db, accountId)
  const forms = await formsOfAccount(db, accountId)
  const survey = await lastSurvey(db, accountId)
  const [representatives] = await representativeLists(db, accountId, 1)
  const personType = customer?.personType ?? 'natural'
  const level = customer ?? NOT_BEGUN
  const sent = inReviewOrder((await itemsOf(db, accountId)).filter(({ state }) => state !== 'staged'))
  const evidence: ReviewFacts['evidence'][number][] = []
  for (const form of formsOf(personType)) evidence.push(...(await evidenceOf(db, accountId, form)).map((reading) => ({ form, ...reading })))
  return {
    personType,
    currentLevel: level.currentLevel,
    isVerified: level.isVerified,
    verifiedLevel: verifiedLevel(level),
    survey: survey && { responseA: survey.responseA, responseB: survey.responseB },
    sentForms: forms.filter(({ sentAt }) => sentAt !== null).map(({ form }) => form),
    items: sent.map(sentItem),
    declared: declaredIn(sent),
    acceptedBefore: declaredIn(await acceptedBefore(db, accountId)),
    representatives: representatives?.people ?? [],
    representativesBefore: await earlierRepresentatives(db, accountId),
    evidence,
    changedAt: (await changedAt(db, accountId)) ?? clock.now(),
  }
}

function sentItem(item: ItemRow): SentItem {
  const { id, form, slot, fileId, state, description, sentAt } = item
  const file = fileId === null ? null : FileFacts.parse(item.facts)
  const kind = file === null ? 'fields' : file.mediaType === 'application/pdf' ? 'pdf' : 'image'
  return { id, form, slot, fileId, state, description, sentAt, kind, name: file?.name ?? '', quality: file?.quality ?? null }
}

type Declared = Pick<ItemRow, 'form' | 'slot' | 'facts'>
async function acceptedBefore(db: Connection, accountId: string): Promise<Declared[]> {
  const found = await sql<Declared>`SELECT form, slot, facts FROM kyc.accepted_before WHERE account_id = ${accountId}`.execute(db)
  return found.rows
}

function declaredIn(items: readonly Declared[]): DeclaredForms {
  const fieldsOf = (name: ItemRow['form']) => items.findLast(({ form, slot }) => form === name && slot === FIELDS_SLOT)?.facts
  const [first, second, company] = [fieldsOf('natural-1'), fieldsOf('natural-2'), fieldsOf('legal-1')]
  return {
    'natural-1': first ? NaturalLevel1Fields.parse(first) : null,
    'natural-2': second ? NaturalLevel2Stored.parse(second) : null,
    'legal-1': company ? LegalLevel1Fields.parse(company) : null,
  }
}

async function changedAt(db: Connection, accountId: string): Promise<Date | null> {
  const found = await sql<{ at: Date }>`SELECT changed_at AS at FROM kyc.person_state WHERE account_id = ${accountId}`.execute(db)
  return found.rows[0]?.at ?? null
}

const TWINS_MAX = 20

/** Other accounts that sent the same document number, or an identical file. */
export async function duplicatesOf({ db }: Pick<KycContext, 'db'>, accountId: string): Promise<Duplicate[]> {
  const documents = await sql<Duplicate>`SELECT DISTINCT 'document' AS kind, NULL AS slot, other.account_id AS "accountId"
    FROM kyc.item own JOIN kyc.item other
      ON coalesce(other.facts ->> 'identificationNumber', other.facts ->> 'nit') = coalesce(own.facts ->> 'identificationNumber', own.facts ->> 'nit')
    WHERE own.account_id = ${accountId} AND own.slot = ${FIELDS_SLOT} AND own.state <> 'staged'
      AND other.slot = ${FIELDS_SLOT} AND other.state <> 'staged' AND other.account_id <> ${accountId} LIMIT ${TWINS_MAX}`.execute(db)
  const files = await sql<Duplicate>`SELECT DISTINCT 'file' AS kind, own.slot AS slot, other.owner_id AS "accountId"
    FROM kyc.item own JOIN platform.stored_file mine ON mine.id = own.file_id JOIN platform.stored_file other USING (sha256)
    WHERE own.account_id = ${accountId} AND own.state NOT IN ('staged', 'replaced') AND other.owner_id <> ${accountId}
    LIMIT ${TWINS_MAX}`.execute(db)
  return [...documents.rows, ...files.rows]
}

/** Id → slot of every item ever sent, also replaced ones. */
export async function slotsOf({ db }: Pick<KycContext, 'db'>, accountId: string): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; slot: string }>`SELECT id, slot FROM kyc.item
    WHERE account_id = ${accountId} AND state <> 'staged'`.execute(db)
  return new Map(found.rows.map(({ id, slot }) => [id, slot]))
}
