/** Accepted identity document or NIT of a customer, and the data of public registers about it. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from './moments.ts'

export interface IdentityDocuments {
  /** The last accepted one: a replacement does not count before it is accepted. */
  readonly document: AcceptedDocument | null
  /** For each register, the newest report that includes it. */
  readonly registers: Registers
  /** For a company: the last NIT it sent, and the last one accepted before that. */
  readonly nit: { readonly itemId: string; readonly number: string; readonly before: AcceptedNit | null } | null
}
export interface AcceptedDocument {
  readonly itemId: string
  /** `YYYY-MM-DD` as it was read; null when it was not read. */
  readonly expiresOn: string | null
}
export interface AcceptedNit {
  readonly itemId: string
  readonly number: string
}
export interface Registers {
  readonly document: RegisterAnswer | null
  readonly rutState: RegisterAnswer | null
  readonly rutNumber: RegisterAnswer | null
}
export interface RegisterAnswer {
  readonly checkId: string
  /** True for a document that is current, active, or the same. */
  readonly isFine: boolean
}

/** Bound for one customer. */
const NEWEST_MAX = 50

export const identityDocuments: FactReader<IdentityDocuments> = async (connection, moments) => {
  const documents = await acceptedDocuments(connection, moments)
  const registers = await registersOf(connection, moments)
  const nits = await sentNits(connection, moments)
  return moments.map((_, place) => ({
    document: documents[place] ?? null,
    registers: registers[place] ?? { document: null, rutState: null, rutNumber: null },
    nit: nits[place] ?? null,
  }))
}

async function acceptedDocuments(connection: Connection, moments: readonly Moment[]): Promise<(AcceptedDocument | null)[]> {
  const found = await sql<AcceptedDocument & OfAccount & { at: Date }>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", item_id AS "itemId", accepted_at AS at, expires_on AS "expiresOn"
      FROM kyc.accepted_document AS document WHERE document.account_id = asked.account_id AND accepted_at <= asked.until
      ORDER BY accepted_at DESC, item_id DESC LIMIT ${NEWEST_MAX}) AS newest ORDER BY at, "itemId"`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) => {
    const last = own.findLast(({ at }) => !isLater(at, moment))
    return last ? { itemId: last.itemId, expiresOn: last.expiresOn } : null
  })
}

interface Report extends OfAccount {
  readonly checkId: string
  readonly at: Date
  readonly isDocumentCurrent: boolean | null
  readonly isRutActive: boolean | null
  readonly isRutSame: boolean | null
}

async function registersOf(connection: Connection, moments: readonly Moment[]): Promise<Registers[]> {
  const found = await sql<Report>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", check_id AS "checkId", at, is_document_current AS "isDocumentCurrent", is_rut_active AS "isRutActive",
        is_rut_same AS "isRutSame", id
      FROM screening.register_report AS report WHERE report.account_id = asked.account_id AND at <= asked.until
      ORDER BY id DESC LIMIT ${NEWEST_MAX}) AS newest ORDER BY id`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) => {
    const known = own.filter(({ at }) => !isLater(at, moment))
    const newest = (fact: (report: Report) => boolean | null): RegisterAnswer | null => {
      const report = known.findLast((one) => fact(one) !== null)
      return report ? { checkId: report.checkId, isFine: fact(report) === true } : null
    }
    return {
      document: newest(({ isDocumentCurrent }) => isDocumentCurrent),
      rutState: newest(({ isRutActive }) => isRutActive),
      rutNumber: newest(({ isRutSame }) => isRutSame),
    }
  })
}

interface SentNit extends AcceptedNit, OfAccount {
  readonly at: Date
  readonly acceptedAt: Date | null
}

async function sentNits(connection: Connection, moments: readonly Moment[]): Promise<IdentityDocuments['nit'][]> {
  const found = await sql<SentNit>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", item_id AS "itemId", nit AS number, at, accepted_at AS "acceptedAt"
      FROM kyc.sent_nit AS sent WHERE sent.account_id = asked.account_id AND at <= asked.until AND nit IS NOT NULL
      ORDER BY at DESC, item_id DESC LIMIT ${NEWEST_MAX}) AS newest ORDER BY at, "itemId"`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) => {
    const sent = own.filter(({ at }) => !isLater(at, moment))
    const last = sent.at(-1)
    if (!last) return null
    const before = sent.findLast(({ itemId, acceptedAt }) => itemId !== last.itemId && acceptedAt !== null && acceptedAt <= last.at)
    return { itemId: last.itemId, number: last.number, before: before ? { itemId: before.itemId, number: before.number } : null }
  })
}
