/** Company blocklist (ADM-15): blocked values with reason and expiry. Stored as keyed hashes; officers see a masked text. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { plainLine } from './plain-text.ts'

export const BLACK_LIST_KINDS = [
  'document',
  'nit',
  'email',
  'domain',
  'phone',
  'network',
  'bank_account',
  'address',
  'name',
  'device',
] as const
export const BlackListKind = z.enum(BLACK_LIST_KINDS)
export type BlackListKind = z.output<typeof BlackListKind>
export const BLACK_LIST_STATES = ['in_force', 'expired', 'removed'] as const
export const BlackListState = z.enum(BLACK_LIST_STATES)
export type BlackListState = z.output<typeof BlackListState>

/** Places where the blocklist is checked. */
export const BLACK_LIST_PLACES = [
  'sign_up',
  'sign_in',
  'verification',
  'bank_account',
  'saved_address',
  'withdrawal',
  'deposit',
  'transfer',
  'customer',
] as const
export type BlackListPlace = (typeof BLACK_LIST_PLACES)[number]

export const BLACK_LIST_VALUE_MAX = 254
const value = plainLine({ maximum: BLACK_LIST_VALUE_MAX })

export const BlackListEntry = z.object({
  id: z.uuid(),
  kind: BlackListKind,
  /** Masked text: enough to recognise the value, too little to learn it. */
  masked: z.string(),
  reason: z.string(),
  state: BlackListState,
  addedAt: z.iso.datetime(),
  /** Null: until it is removed. */
  expiresAt: z.iso.datetime().nullable(),
  /** Number of blocked attempts, and the time of the last. */
  hits: z.int(),
  lastHitAt: z.iso.datetime().nullable(),
  /** True when the removal waits for a second officer. */
  removalWaits: z.boolean(),
})
export type BlackListEntry = z.output<typeof BlackListEntry>

export const BlackListFilters = z.object({
  kind: BlackListKind.optional(),
  state: BlackListState.optional(),
  /** Complete value, in any spelling: a hash has no searchable part. Needs `kind`. */
  value: value.optional(),
})
export type BlackListFilters = z.output<typeof BlackListFilters>

/** Import limit: few enough rows for an officer to read, far below a file that would block every customer. */
export const IMPORT_ROWS_MAX = 500
export const IMPORT_LETTERS_MAX = 200_000
export const IMPORT_COLUMNS = ['tipo', 'valor', 'motivo', 'hasta'] as const
/** Values of the column `tipo`; accents and case are ignored. */
export const IMPORT_KINDS: Readonly<Record<BlackListKind, string>> = {
  document: 'documento',
  nit: 'nit',
  email: 'correo',
  domain: 'dominio',
  phone: 'telefono',
  network: 'red',
  bank_account: 'cuenta',
  address: 'direccion',
  name: 'nombre',
  device: 'dispositivo',
}
/** Why a row cannot be listed. A single fault rejects the whole file. */
export const IMPORT_FAULTS = [
  'columns',
  'text_unseen',
  'kind_unknown',
  'value_missing',
  'value_too_long',
  'value_invalid',
  'too_wide',
  'device_unknown',
  'reason_invalid',
  'reason_too_long',
  'expiry_invalid',
  'expiry_past',
] as const
export type ImportFault = (typeof IMPORT_FAULTS)[number]
/** Rows skipped without an error: the value is already listed, or occurs earlier in the file. */
export const IMPORT_SKIPS = ['known', 'repeated'] as const
export type ImportSkip = (typeof IMPORT_SKIPS)[number]

export const ImportRow = z.object({
  /** Line of the file where the row begins; the header is line 1. */
  line: z.int(),
  /** Null: not stated. */
  kind: BlackListKind.nullable(),
  /** Empty where the value is unreadable: an invalid value could contain anything. */
  masked: z.string(),
  reason: z.string(),
  expiresOn: z.string(),
  /** Null: the row will be listed. */
  problem: z.enum([...IMPORT_FAULTS, ...IMPORT_SKIPS]).nullable(),
})
export type ImportRow = z.output<typeof ImportRow>
export const ImportPreview = z.object({ rows: z.array(ImportRow), good: z.int(), skipped: z.int(), faulty: z.int() })
export type ImportPreview = z.output<typeof ImportPreview>

const DECISION_REFUSED = [
  'request.invalid',
  'request.text_unseen',
  'request.too_many',
  'identity.step_up_required',
  'identity.step_up_invalid',
  ...REASON_REFUSED,
] as const

const SEARCH_REFUSED = [
  'request.invalid',
  'request.text_unseen',
  'request.too_many',
  'blacklist.value_invalid',
  'blacklist.too_wide',
  'blacklist.device_unknown',
] as const
const csv = z.string().min(1).max(IMPORT_LETTERS_MAX)

export const blackList = {
  blackListEntries: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/search',
    role: 'ROLE_ADMIN',
    permission: 'screening.read',
    audit: 'blacklist.searched',
    summary: 'The blocklist, newest first. The search is in a body, since the value is personal data and must not be in an address',
    allowance: 'blacklist-search',
    body: BlackListFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(BlackListEntry), total: z.int(), pagesNumber: z.int() }),
    errors: [...SEARCH_REFUSED],
  }),
  addToBlackList: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list',
    role: 'ROLE_ADMIN',
    permission: 'blacklist.manage',
    audit: 'blacklist.added',
    summary:
      'Add a value to the blocklist, with immediate effect. One officer alone, since two remove it; refuses a value that would block every customer',
    stepUp: { binds: ['body.kind', 'body.value', 'body.reason', 'body.expiresOn'] },
    allowance: 'blacklist-change',
    reason: true,
    body: z.object({ kind: BlackListKind, value, reason: OfficerReason, expiresOn: z.iso.date().nullable() }),
    response: BlackListEntry,
    errors: [
      ...DECISION_REFUSED,
      'blacklist.value_invalid',
      'blacklist.too_wide',
      'blacklist.device_unknown',
      'blacklist.known',
      'blacklist.expiry_past',
    ],
  }),
  blackListCsv: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/csv',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    audit: 'reports.exported',
    summary:
      'The same list as CSV (semicolons, decimal comma), with masked values, at most 10,000 rows; the export is recorded before it leaves',
    allowance: 'report-export',
    body: BlackListFilters,
    answer: 'csv',
    response: z.string(),
    errors: [...SEARCH_REFUSED],
  }),
  previewBlackListImport: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/import/preview',
    role: 'ROLE_ADMIN',
    permission: 'blacklist.manage',
    audit: 'blacklist.import_previewed',
    summary: 'Preview of the import of a CSV (columns tipo, valor, motivo, hasta), row by row. No row is added',
    allowance: 'blacklist-preview',
    body: z.object({ csv }),
    response: ImportPreview,
    errors: ['request.invalid', 'request.too_many', 'blacklist.file_faulty'],
  }),
  importToBlackList: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/import',
    role: 'ROLE_ADMIN',
    permission: 'blacklist.manage',
    audit: 'blacklist.added',
    summary: 'Add each row of a CSV to the blocklist, all or none: a faulty row refuses the file, a listed value is left out',
    stepUp: { binds: ['body.csv'] },
    allowance: 'blacklist-change',
    body: z.object({ csv }),
    response: z.object({ added: z.int(), skipped: z.int() }),
    errors: [
      'request.invalid',
      'request.too_many',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'blacklist.file_faulty',
      'blacklist.rows_faulty',
      'blacklist.nothing_new',
    ],
  }),
  removeFromBlackList: endpoint({
    method: 'POST',
    path: '/api/administrative/black-list/:id/remove',
    role: 'ROLE_ADMIN',
    permission: 'blacklist.manage',
    audit: 'blacklist.removed',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Remove an entry from the blocklist. Always waits for a second officer',
    stepUp: { binds: ['params.id', 'body.reason'] },
    allowance: 'blacklist-change',
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ reason: OfficerReason }),
    response: z.object({ removed: z.literal(true) }),
    errors: [...DECISION_REFUSED, 'request.not_found', 'access.permission_missing', 'approvals.already_waiting', 'blacklist.not_in_force'],
  }),
}
