/**
 * Large exports of the officers' lists as jobs (ADM-02, SEC-44): requested, tracked, cancelled, and downloaded by their requester. The
 * filters are those of the list. A small list is downloaded directly, by its own call.
 */
import * as z from 'zod'
import { AlertsChoice } from './compliance-alerts.ts'
import { PeopleChoice } from './compliance-people.ts'
import { endpoint } from './endpoint.ts'
import { FiatDepositsChoice, FiatWithdrawalsChoice, TokenChoice } from './money-reports.ts'
import { PersonSignInFilters, UserFilters } from './reports.ts'
import { OrderFilters, TradeFilters } from './trade-reports.ts'

/** Filters by name of the list. */
export const ExportRequest = z.discriminatedUnion('report', [
  z.object({ report: z.literal('user-information'), filter: PeopleChoice }),
  z.object({ report: z.literal('alertas-de-usuarios'), filter: AlertsChoice }),
  z.object({ report: z.literal('usuarios'), filter: UserFilters }),
  z.object({ report: z.literal('acceso-al-dispositivo'), filter: PersonSignInFilters }),
  z.object({ report: z.literal('historial-de-ordenes'), filter: OrderFilters }),
  z.object({ report: z.literal('historial-de-compra-venta'), filter: TradeFilters }),
  z.object({ report: z.literal('fiat-deposits'), filter: FiatDepositsChoice }),
  z.object({ report: z.literal('fiat-withdrawals'), filter: FiatWithdrawalsChoice }),
  z.object({ report: z.literal('token-deposits'), filter: TokenChoice.extend({ kind: z.literal('DEPOSIT') }) }),
  z.object({ report: z.literal('token-withdrawals'), filter: TokenChoice.extend({ kind: z.literal('WITHDRAWAL') }) }),
])
export type ExportRequest = z.output<typeof ExportRequest>
export type ExportReport = ExportRequest['report']

/** `waiting`: no worker has started it. A failed one has to be requested again. */
export const EXPORT_STATES = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const
export const ExportView = z.object({
  id: z.uuid(),
  report: z.string(),
  fileName: z.string(),
  state: z.enum(EXPORT_STATES),
  /** Rows written so far, of all that the filter found at the start of the job. */
  rows: z.int(),
  total: z.int(),
  createdAt: z.iso.datetime(),
  /** Time of its deletion. */
  expiresAt: z.iso.datetime(),
})
export type ExportView = z.infer<typeof ExportView>

const own = { role: 'ROLE_ADMIN', permission: 'reports.export', params: z.object({ id: z.uuid() }) } as const

export const exportJobs = {
  exports: endpoint({
    method: 'GET',
    path: '/api/administrative/exports',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    summary:
      "The caller's own exports of the last 24 hours, newest first and at most ten that are ready, and how many rows a list may have to be downloaded at once",
    response: z.object({ results: z.array(ExportView), rowsAtOnce: z.int() }),
    errors: [],
  }),
  startExport: endpoint({
    method: 'POST',
    path: '/api/administrative/exports',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    audit: 'reports.export_requested',
    summary: 'Writes a list of any length as CSV in the background, at most two at a time of one officer; what was asked for is recorded',
    allowance: 'report-export',
    body: ExportRequest,
    response: ExportView,
    errors: ['request.invalid', 'request.too_many', 'reports.exports_under_way', 'reports.export_too_large'],
  }),
  cancelExport: endpoint({
    ...own,
    method: 'POST',
    path: '/api/administrative/exports/:id/cancel',
    audit: 'reports.export_cancelled',
    summary: 'Cancel a running export and delete its file; a finished one stays as it is',
    response: ExportView,
    errors: ['reports.export_gone'],
  }),
  downloadExport: endpoint({
    ...own,
    method: 'GET',
    changes: true,
    path: '/api/administrative/exports/:id/file',
    audit: 'reports.exported',
    summary: 'The CSV (semicolons, decimal comma) of an export that is ready, for the officer who asked; recorded before it leaves',
    answer: 'file',
    response: z.instanceof(Uint8Array),
    errors: ['reports.export_gone', 'reports.export_not_ready'],
  }),
}
