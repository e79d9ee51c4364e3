/** Content of a case archive at one moment, in the parts that the officer may read. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Permission } from '@tunjo/contract/permissions'
import { timelineKindsFor } from '@tunjo/contract/person-timeline'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import * as z from 'zod'
import type { HiddenRequests } from '../../../../platform/approvals/index.ts'
import { type AuditPosition, auditPosition } from '../../../../platform/audit/index.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/index.ts'
import { listEntries } from '../audit-trail.ts'
import { listEvents } from '../timeline.ts'
import { type DocumentRow, documentsOf } from './documents.ts'
import { type Entry, PART_NAMES, PARTS, type Part, type PartName } from './parts.ts'

/** Maximum of a part, which keeps the newest entries. More than decades of use. */
const ENTRIES_MAX = 20_000
const PAGE = 500

export interface CasePerson {
  readonly id: string
  readonly email: string
  readonly state: number
  readonly createdAt: Date
  readonly closedAt: Date | null
  readonly personType: 'natural' | 'legal'
  readonly currentLevel: number
  readonly verifiedLevel: number
  readonly name: string | null
  readonly documentType: string | null
  readonly documentNumber: string | null
  readonly declaredPep: boolean | null
  readonly risk: 'low' | 'medium' | 'high'
  readonly isPep: boolean | null
  readonly isListed: boolean | null
  readonly allow: boolean
  readonly screenedAt: Date | null
}
export interface CaseData {
  readonly person: CasePerson
  readonly parts: readonly Part[]
  readonly leftOut: readonly PartName[]
  readonly documents: readonly DocumentRow[]
  readonly audit: AuditPosition
}

/** `connection`: a transaction with one snapshot. */
export async function readCaseData(
  connection: Connection,
  { accountId, permissions, files }: { accountId: string; permissions: readonly Permission[]; files: Pick<Files, 'openerOf'> },
): Promise<CaseData | null> {
  const person = await findPerson(connection, accountId)
  if (!person) return null
  const names = PART_NAMES.filter((name) => permissions.includes(PARTS[name].permission))
  const open = await files.openerOf(accountId, connection)
  const parts: Part[] = []
  for (const name of names) parts.push(await readPart(connection, { name, person, permissions, open }))
  return {
    person,
    parts: await withOfficers(connection, parts),
    leftOut: PART_NAMES.filter((name) => !names.includes(name)),
    documents: await documentsOf(connection, accountId, permissions),
    audit: await auditPosition(connection),
  }
}

async function findPerson(connection: Connection, accountId: string): Promise<CasePerson | null> {
  const found = await sql<CasePerson>`SELECT account_id AS id, email, state, created_at AS "createdAt", closed_at AS "closedAt",
      person_type AS "personType", current_level AS "currentLevel", verified_level AS "verifiedLevel", name, document_type AS "documentType",
      document_number AS "documentNumber", declared_pep AS "declaredPep", risk, is_pep AS "isPep", is_listed AS "isListed", allow,
      screened_at AS "screenedAt"
    FROM reports.case_person WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}

interface Asked {
  readonly name: PartName
  readonly person: CasePerson
  readonly permissions: readonly Permission[]
  /** Null when the person's key was destroyed. */
  readonly open: Awaited<ReturnType<Files['openerOf']>>
}

/** Names of `reports.case_entry`. */
const IN_VIEW: Readonly<Partial<Record<PartName, string>>> = {
  decisiones: 'decision',
  alertas: 'alert',
  coincidencias: 'hit',
  antecedentes: 'background_check',
  notas: 'note',
  mensajes: 'message',
  'solicitudes-de-datos': 'data_request',
  aprobaciones: 'approval',
  acceso: 'access',
  'conservacion-legal': 'legal_hold',
}

async function readPart(connection: Connection, { name, person, permissions, open }: Asked): Promise<Part> {
  const part = IN_VIEW[name]
  if (part !== undefined) return shortened(name, opened(name, await entriesOf(connection, person.id, part), open))
  if (name === 'persona') return shortened(name, await personEntries(connection, person))
  if (name === 'auditoria') return shortened(name, await auditEntries(connection, person.id))
  return shortened(name, await timelineEntries(connection, person.id, permissions))
}

const shortened = (name: PartName, entries: readonly Entry[]): Part => ({
  name,
  entries: entries.slice(0, ENTRIES_MAX),
  isShortened: entries.length > ENTRIES_MAX,
})

async function entriesOf(connection: Connection, accountId: string, part: string): Promise<Entry[]> {
  const found = await sql<{ at: Date; id: string; entry: Entry }>`SELECT at, id, entry FROM reports.case_entry
    WHERE account_id = ${accountId} AND part = ${part} ORDER BY at DESC, id DESC LIMIT ${ENTRIES_MAX + 1}`.execute(connection)
  return found.rows.map(({ at, id, entry }) => ({ id, at: at.toISOString(), ...entry }))
}

/** Opens the content that was sealed with the key of the person. */
function opened(name: PartName, entries: readonly Entry[], open: Asked['open']): readonly Entry[] {
  if (name === 'notas') return entries.map((note) => openedNote(note, open))
  if (name === 'antecedentes') return entries.map((check) => openedCheck(check, open))
  if (name === 'solicitudes-de-datos') return entries.map((entry) => openedRequestEntry(entry, open))
  if (name === 'mensajes') return entries.map((message) => openedMessage(message, open))
  return entries
}

const Said = z.object({ text: z.string().nullish(), reason: z.string().nullish(), amount: z.string().nullish() })

/** Message in the sealed form of `conversations`. */
function openedMessage({ sealed, ...message }: Entry, open: Asked['open']): Entry {
  const said = open?.(`conversations.message:${String(message.id)}`, Buffer.from(String(sealed), 'base64'))
  const { text = null, reason = null, amount = null } = said ? Said.parse(JSON.parse(said.toString())) : {}
  return { ...message, text, reason, amount }
}

/** Request entry in the sealed form of `privacy`; taking a request, and its end by time, have no text. */
function openedRequestEntry({ sealed, ...entry }: Entry, open: Asked['open']): Entry {
  const text = typeof sealed === 'string' ? open?.(`privacy.entry:${String(entry.id)}`, Buffer.from(sealed, 'base64')) : null
  return { ...entry, text: text?.toString() ?? null }
}

const Reports = z.array(z.object({ id: z.uuid(), receivedAt: z.string(), sha256: z.string(), sealed: z.string() })).nullable()

/** Check in the sealed form of `screening`: the received report, with its hash next to it. */
function openedCheck({ subject, reports, ...check }: Entry, open: Asked['open']): Entry {
  const read = (name: string, sealed: unknown): unknown => {
    const content = open?.(name, Buffer.from(String(sealed), 'base64'))
    return content ? JSON.parse(content.toString()) : null
  }
  return {
    ...check,
    subject: read(`screening.background_check:${String(check.id)}`, subject),
    reports: (Reports.parse(reports) ?? []).map(({ sealed, ...report }) => ({
      ...report,
      receivedAt: new Date(report.receivedAt).toISOString(),
      report: read(`screening.background_report:${report.id}`, sealed),
    })),
  }
}

/** Note in the sealed form of `compliance`. An older one that its job has not sealed yet is plain. */
function openedNote({ sealed, ...note }: Entry, open: Asked['open']): Entry {
  if (typeof sealed !== 'string') return note
  const text = open?.(`compliance.case_note:${String(note.id)}`, Buffer.from(sealed, 'base64'))
  return { ...note, text: text?.toString() ?? null }
}

/** Status and declarations of the person; drafts were never sent, so they are no declarations. */
async function personEntries(connection: Connection, person: CasePerson): Promise<Entry[]> {
  const declared = await sql<{ section: string; entry: Entry }>`SELECT section, entry FROM kyc.personal_data
    WHERE account_id = ${person.id} AND section IN ('verification', 'dossier', 'survey', 'forms', 'documentReadings', 'representatives',
      'taxCertifications')
      AND (section <> 'forms' OR entry ->> 'sentAt' IS NOT NULL) ORDER BY section, at DESC LIMIT ${ENTRIES_MAX}`.execute(connection)
  return [{ section: 'account', ...person }, ...declared.rows.map(({ section, entry }) => ({ section, ...entry }))]
}

async function timelineEntries(connection: Connection, accountId: string, permissions: readonly Permission[]): Promise<Entry[]> {
  const entries: Entry[] = []
  const kinds = timelineKindsFor(permissions)
  for (let after: string | undefined; entries.length <= ENTRIES_MAX; ) {
    const { results, next } = await listEvents(connection, { accountId, kinds, after, size: PAGE })
    entries.push(...results)
    if (next === null) break
    after = next
  }
  return entries
}

/** A confidential request has no subject, so none is about the person. */
const NOTHING: HiddenRequests = { kinds: [], targets: [] }

async function auditEntries(connection: Connection, person: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let before: string | undefined; entries.length <= ENTRIES_MAX; ) {
    const { results, next } = await listEntries(connection, { person, before, size: PAGE, hidden: NOTHING, readerId: null }, DEFAULT_LOCALE)
    entries.push(...results)
    if (next === null) break
    before = next
  }
  return entries
}

const isOfficer = (key: string, value: unknown): value is string => /^by([A-Z]|$)/.test(key) && typeof value === 'string' && isUuid(value)

/** E-mails of officers in place of their ids, and times in one spelling. */
async function withOfficers(connection: Connection, parts: readonly Part[]): Promise<Part[]> {
  const all = parts.flatMap(({ entries }) => entries.flatMap(Object.entries))
  const ids = [...new Set(all.flatMap(([key, value]) => (isOfficer(key, value) ? [value] : [])))]
  const emails = await emailsOf(connection, ids)
  const shown = (key: string, value: unknown): unknown => {
    if (isOfficer(key, value)) return emails.get(value) ?? value
    return /(At|_at)$/.test(key) && typeof value === 'string' ? new Date(value).toISOString() : value
  }
  const readable = (entry: Entry): Entry => Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, shown(key, value)]))
  return parts.map((part) => ({ ...part, entries: part.entries.map(readable) }))
}

export async function emailsOf(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.user_report
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(connection)
  return new Map(found.rows.map(({ id, email }) => [id, email]))
}
