/** Documents about a person's money, and the public verification of one. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { documents } from '@tunjo/contract/documents'
import { csvFile } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const { receipt, statementPdf, statementCsv } = documents
const calls = client(documents, send)
const downloads = client({ receipt, statementPdf, statementCsv }, sendDownload)
const SHOWN_FOR_MS = 60_000

export const statementsQuery = queryOptions({
  queryKey: ['movements', 'statements'],
  queryFn: ({ signal }) => calls.statements({}, { signal }),
  staleTime: SHOWN_FOR_MS,
})

export const receiptFile = async (id: string): Promise<Blob> => pdfFile(await downloads.receipt({ params: { id } }))
export const statementFile = async (month: string, format: 'pdf' | 'csv'): Promise<Blob> =>
  format === 'pdf'
    ? pdfFile(await downloads.statementPdf({ params: { month } }))
    : csvFile(await downloads.statementCsv({ params: { month } }))

export const documentQuery = (code: string, sha256: string | undefined) =>
  queryOptions({
    queryKey: ['documents', code, sha256],
    queryFn: ({ signal }) => calls.checkDocument({ body: { code, sha256 } }, { signal }),
    retry: false,
    staleTime: SHOWN_FOR_MS,
  })

export const pdfFile = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
