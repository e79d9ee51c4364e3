/** Yearly certificate, for the customer and for an officer who issues it on request. */
import { queryOptions } from '@tanstack/react-query'
import { certificates } from '@tunjo/contract/certificates'
import { client } from '@tunjo/contract/client'
import { pdfFile } from './documents.ts'
import { csvFile } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const { years, pdf, csv, ofPerson } = certificates
const calls = client({ years }, send)
const downloads = client({ pdf, csv, ofPerson }, sendDownload, authorize)
const SHOWN_FOR_MS = 60_000

export const certificatesQuery = queryOptions({
  queryKey: ['movements', 'certificates'],
  queryFn: ({ signal }) => calls.years({}, { signal }),
  staleTime: SHOWN_FOR_MS,
})

export const certificateFile = async (year: string, format: 'pdf' | 'csv'): Promise<Blob> =>
  format === 'pdf' ? pdfFile(await downloads.pdf({ params: { year } })) : csvFile(await downloads.csv({ params: { year } }))

export const personCertificate = async (body: { userId: string; year: string; reason: string }): Promise<Blob> =>
  pdfFile(await downloads.ofPerson({ body }))
