/** Transfers to the collection account: the customer's reference; for officers statements, unassigned lines, refunds. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bankStatements, type LineDecision, transfers } from '@tunjo/contract/bank-statements'
import { client } from '@tunjo/contract/client'
import { lineCustomers } from '@tunjo/contract/line-customers'
import { OFFICER_MONEY } from './officer-money.ts'
import { queries } from './query-client.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const own = client(transfers, send)
const calls = client(bankStatements, send, authorize)
const customers = client(lineCustomers, send)
const LOOK_EVERY_MS = 15_000

/** The instructions never change. */
export const transferInstructionsQuery = queryOptions({
  queryKey: ['payments', 'transfer-instructions'],
  queryFn: ({ signal }) => own.transferInstructions({}, { signal }),
  staleTime: 60_000,
})

export const statementsQuery = (pageIndex: number) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'statements', pageIndex],
    queryFn: ({ signal }) => calls.statements({ query: { pageIndex } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export type OpenLines = Awaited<ReturnType<typeof calls.statementLines>>
/** The pages of both lists, from 0. */
export interface LinesPage {
  readonly pageIndex: number
  readonly refundsPageIndex: number
  readonly size: number
}
/** Each read is recorded in the audit trail: fetched when the tab opens, after a decision, and when `linesVersion` of the statements changes. */
export const statementLinesQuery = (linesVersion: string | undefined, page: LinesPage) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'statement-lines', linesVersion, page],
    queryFn: ({ signal }) => calls.statementLines({ query: page }, { signal }),
    enabled: linesVersion !== undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

/** Recorded as well: fetched once for each line and text. */
export const lineCustomersQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'line-customers', id, text],
    queryFn: async ({ signal }) => (await customers.suggest({ params: { id }, query: { text } }, { signal })).customers,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

export const sendStatement = (bytes: Blob) => calls.sendStatement({ bytes })

/** Refetches after a refusal too: another officer may have decided meanwhile. */
async function thenLook(act: Promise<unknown>): Promise<void> {
  try {
    await act
  } finally {
    await queries.invalidateQueries({ queryKey: OFFICER_MONEY })
  }
}
/** Both always wait for a second officer. */
export const importStatement = (id: string, reason: string) => thenLook(calls.importStatement({ params: { id }, body: { reason } }))

export interface AskedDecision {
  readonly decision: LineDecision
  readonly accountId?: string
  readonly refundId?: string
}
export const decideLine = (id: string, asked: AskedDecision, reason: string) =>
  thenLook(calls.decideLine({ params: { id }, body: { ...asked, reason } }))
