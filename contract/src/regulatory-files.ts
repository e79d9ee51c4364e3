/**
 * Monthly files for the UIAF (Resolución 314 de 2021; ADM-19), of transactions in virtual assets and of clients: generated from a layout
 * that is data, checked by people, approved by a second officer, sent manually, and recorded with the number received.
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'
import { CarfSummary, CarfUser } from './regulatory-carf.ts'

/** `replaced`: a later version of the month is ready; an approved version is replaced by an approved one. */
export const UIAF_FILE_STATES = ['generating', 'failed', 'ready', 'proposed', 'approved', 'filed', 'replaced'] as const
const UiafFileState = z.enum(UIAF_FILE_STATES)
export type UiafFileState = z.output<typeof UiafFileState>

/**
 * Why a file cannot be approved yet. The last ones are of the yearly report: settings of the platform, facts of a person, postings without
 * a kind, more taken back than was done in the year, totals that differ from the ledger, and nothing to send. `tax_residence` is in versions
 * from before people without an address were reported.
 */
export const UIAF_PROBLEMS = [
  'entity_code', 'client_name', 'client_document', 'rate', 'code', 'length', 'lines',
  'company', 'tax_residence', 'birth_date', 'posting', 'negative', 'ledger', 'unchanged',
] as const // biome-ignore format: one list

/**
 * Content of a file: operations of a month that reach the thresholds, every client of a month with a status, or the yearly report of
 * crypto-assets to the DIAN (regulatory-carf.ts), whose month is the last one of the year.
 */
export const UIAF_REPORTS = ['operations', 'clients', 'carf'] as const
const UiafReport = z.enum(UIAF_REPORTS)
export type UiafReport = z.output<typeof UiafReport>

/** Client status at the end of the month: with operations, without, or closed during the month. */
export const CLIENT_STATUSES = ['active', 'inactive', 'closed'] as const

const time = z.iso.datetime()
const day = z.iso.date()
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** In dollars with two decimals, truncated. */
export const UiafTotals = z.object({
  individual: z.object({ lines: z.int(), usd: z.string() }),
  multiple: z.object({ lines: z.int(), clients: z.int(), usd: z.string() }),
})
const UiafClientTotals = z.object({ active: z.int(), inactive: z.int(), closed: z.int() })
export const UiafProblem = z.object({
  problem: z.enum(UIAF_PROBLEMS),
  /** Field of the layout; null for the whole file. */
  field: z.string().nullable(),
  movementId: z.uuid().nullable(),
  userId: z.uuid().nullable(),
})
/** Compared with the previous version of the month. */
export const UiafDifference = z.object({ version: z.int(), added: z.int(), removed: z.int(), changed: z.int() })

export const UiafLayout = z.object({ name: z.string(), version: z.int(), unverified: z.int(), fields: z.int() })
export const UiafFile = z.object({
  id: z.uuid(),
  report: UiafReport,
  month: Month,
  version: z.int(),
  state: UiafFileState,
  fileName: z.string(),
  layout: UiafLayout,
  /** Thresholds in dollars of one operation, and of several by one client together. Null in a file of clients. */
  thresholds: z.object({ individualUsd: z.string(), multipleUsd: z.string() }).nullable(),
  /** Set while it is generated. */
  progress: z.object({ done: z.int(), all: z.int().nullable() }),
  requestedAt: time,
  requestedBy: z.string(),
  result: z
    .object({
      lines: z.int(),
      bytes: z.int(),
      sha256: z.string(),
      /** Null in a file of clients, as `clients` is in one of operations. */
      totals: UiafTotals.nullable(),
      clients: UiafClientTotals.nullable(),
      /** Null in a monthly file. */
      carf: CarfSummary.nullable(),
      /** Exchange rates used, pesos for a dollar: the last close before each operation. */
      rates: z.object({ source: z.string(), lowest: z.string(), highest: z.string() }).nullable(),
      problems: z.array(UiafProblem),
      problemsAll: z.int(),
      difference: UiafDifference.nullable(),
    })
    .nullable(),
  filed: z.object({ number: z.string(), on: day }).nullable(),
})
export type UiafFile = z.output<typeof UiafFile>

export const UiafLine = z.object({
  place: z.int(),
  kind: z.enum(['individual', 'multiple']),
  movementId: z.uuid(),
  userId: z.uuid(),
  name: z.string().nullable(),
  document: z.string().nullable(),
  at: time,
  operation: z.enum(['BUY', 'SELL', 'EXCHANGE', 'DEPOSIT', 'WITHDRAWAL']),
  asset: z.string(),
  amount: z.string(),
  usd: z.string(),
  rate: z.string().nullable(),
  /** Exact text in the file. */
  text: z.string(),
})
export type UiafLine = z.output<typeof UiafLine>

export const UiafClient = z.object({
  place: z.int(),
  userId: z.uuid(),
  name: z.string().nullable(),
  document: z.string().nullable(),
  /** Day of Bogotá of the person's first verification. */
  since: day,
  status: z.enum(CLIENT_STATUSES),
  /** Exact text in the file. */
  text: z.string(),
})
export type UiafClient = z.output<typeof UiafClient>

const PATH = '/api/administrative/regulatory/uiaf'
const reads = { method: 'GET', role: 'ROLE_ADMIN', permission: 'regulatory.read' } as const
const changes = { method: 'POST', role: 'ROLE_ADMIN', permission: 'regulatory.manage' } as const
const month = z.object({ month: Month })
const year = z.object({ year: z.string().regex(/^20\d{2}$/) })
const one = z.object({ id: z.string().max(64) })
const REFUSED = ['request.invalid', 'request.not_found', 'request.too_many'] as const
const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid', 'access.permission_missing'] as const

const versionsOfMonth = z.object({ source: z.string(), layout: UiafLayout, mayGenerate: z.boolean(), results: z.array(UiafFile) })
const page = { header: z.string(), trailer: z.string(), total: z.int(), pagesNumber: z.int() }
const GENERATE_REFUSED = [...REFUSED, 'regulatory.month_not_over', 'regulatory.file_under_way'] as const

export const regulatoryFiles = {
  versions: endpoint({
    ...reads,
    path: `${PATH}/:month`,
    summary: 'The files of operations of a month, newest version first, with the layout that a new one would have',
    allowance: 'regulatory',
    params: month,
    response: versionsOfMonth,
    errors: REFUSED,
  }),
  clientVersions: endpoint({
    ...reads,
    path: `${PATH}/clients/:month`,
    summary: 'The files of clients of a month, newest version first, with the layout that a new one would have',
    allowance: 'regulatory',
    params: month,
    response: versionsOfMonth,
    errors: REFUSED,
  }),
  generate: endpoint({
    ...changes,
    path: `${PATH}/:month`,
    audit: 'regulatory.file_requested',
    summary: 'Generate a file of operations of a completed month, in the background. Always a new version; earlier ones stay as they are',
    allowance: 'regulatory',
    params: month,
    response: UiafFile,
    errors: GENERATE_REFUSED,
  }),
  generateClients: endpoint({
    ...changes,
    path: `${PATH}/clients/:month`,
    audit: 'regulatory.file_requested',
    summary: 'Generate a file of clients of a completed month, in the background. Always a new version, as with operations',
    allowance: 'regulatory',
    params: month,
    response: UiafFile,
    errors: GENERATE_REFUSED,
  }),
  carfVersions: endpoint({
    ...reads,
    path: `${PATH}/carf/:year`,
    summary: 'The versions of the yearly report of crypto-assets to the DIAN (CARF), newest first',
    allowance: 'regulatory',
    params: year,
    response: versionsOfMonth,
    errors: REFUSED,
  }),
  generateCarf: endpoint({
    ...changes,
    path: `${PATH}/carf/:year`,
    audit: 'regulatory.file_requested',
    summary:
      'Generate the yearly report of a completed year, in the background: all people, or after a presented version the corrections, deletions and additions',
    allowance: 'regulatory',
    params: year,
    response: UiafFile,
    errors: GENERATE_REFUSED,
  }),
  file: endpoint({
    ...reads,
    path: `${PATH}/files/:id`,
    summary: 'State of a file, live while it is generated',
    allowance: 'regulatory',
    params: one,
    response: UiafFile,
    errors: REFUSED,
  }),
  lines: endpoint({
    ...reads,
    path: `${PATH}/files/:id/lines`,
    audit: 'regulatory.file_viewed',
    summary: 'The lines of a file of operations with the movement that each comes from, 50 on a page. The read is recorded',
    allowance: 'regulatory',
    params: one,
    query: PageQuery.pick({ pageIndex: true }),
    response: z.object({ ...page, results: z.array(UiafLine) }),
    errors: REFUSED,
  }),
  clients: endpoint({
    ...reads,
    path: `${PATH}/files/:id/clients`,
    audit: 'regulatory.file_viewed',
    summary: 'The lines of a file of clients, 50 on a page. The read is recorded',
    allowance: 'regulatory',
    params: one,
    query: PageQuery.pick({ pageIndex: true }),
    response: z.object({ ...page, results: z.array(UiafClient) }),
    errors: REFUSED,
  }),
  carfUsers: endpoint({
    ...reads,
    path: `${PATH}/files/:id/carf-users`,
    audit: 'regulatory.file_viewed',
    summary: 'The people of a version of the yearly report with their totals, 50 on a page. The read is recorded',
    allowance: 'regulatory',
    params: one,
    query: PageQuery.pick({ pageIndex: true }),
    response: z.object({ ...page, results: z.array(CarfUser) }),
    errors: REFUSED,
  }),
  propose: endpoint({
    ...changes,
    path: `${PATH}/files/:id/propose`,
    audit: 'regulatory.file_approved',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Ask a second officer to approve a file without problems. Always waits',
    stepUp: { binds: ['params.id'] },
    allowance: 'regulatory',
    params: one,
    response: z.object({ id: z.uuid() }),
    errors: [
      ...REFUSED,
      ...STEP_UP_REFUSED,
      'regulatory.file_locked',
      'regulatory.file_overtaken',
      'regulatory.file_problems',
      'regulatory.file_under_way',
      'approvals.already_waiting',
    ],
  }),
  content: endpoint({
    ...reads,
    changes: true,
    path: `${PATH}/files/:id/content`,
    audit: 'regulatory.file_downloaded',
    summary: 'The bytes of a file that was approved; recorded before they leave',
    allowance: 'regulatory',
    params: one,
    answer: 'file',
    response: z.instanceof(Uint8Array),
    errors: [...REFUSED, 'regulatory.file_locked', 'regulatory.file_overtaken'],
  }),
  filed: endpoint({
    ...changes,
    path: `${PATH}/files/:id/filed`,
    audit: 'regulatory.file_filed',
    summary: 'Record the filing of an approved file: number received and day',
    stepUp: { binds: ['params.id', 'body.number', 'body.on'] },
    allowance: 'regulatory',
    params: one,
    body: z.object({ number: plainLine({ maximum: 40 }), on: day }),
    response: UiafFile,
    errors: [...REFUSED, ...STEP_UP_REFUSED, 'request.text_unseen', 'regulatory.file_locked', 'regulatory.day_invalid'],
  }),
}
