/** The certificate of a year of a customer, for an officer who gives it on request. */
import { client } from '@tunjo/contract/client'
import { certificates } from '@tunjo/contract/documents'
import { pdfFile } from './documents.ts'
import { authorize } from './step-up.ts'
import { sendDownload } from './transport.ts'

const calls = client({ ofPerson: certificates.ofPerson }, sendDownload, authorize)

export const personCertificate = async (body: { userId: string; year: string; reason: string }): Promise<Blob> =>
  pdfFile(await calls.ofPerson({ body }))
