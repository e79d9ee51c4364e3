/** A customer's documents by the positions of the specification (ADM-07, SEC-25): a missing one never shifts the others. */
import type { DOCUMENT_STATES, UserDocument } from '@tunjo/contract/compliance'
import type * as z from 'zod'
import type { Files } from '../../../platform/files/index.ts'
import type { Caller } from '../../../platform/http/route.ts'
import type { ReviewItem } from '../../customers/kyc/index.ts'

type Shown = z.output<typeof UserDocument>

const REPORT = 'screeningReport'
/** Slots by position. The screening report is a file of the background check provider, not of the customer. */
const POSITIONS = [
  { form: 'natural-1', slot: 'frontal' },
  { form: 'natural-1', slot: 'back' },
  { form: 'natural-1', slot: 'selfie' },
  { form: null, slot: REPORT },
  { form: 'natural-2', slot: 'proofResidence' },
] as const

export const STATE: Readonly<Record<ReviewItem['state'], (typeof DOCUMENT_STATES)[number]>> = {
  staged: 'No entregado',
  pending: 'Pendiente',
  accepted: 'Aceptado',
  declined: 'Declinado',
  replaced: 'No entregado',
}

/** `reportId`: file of the screening report, if there is one. */
export function documentsOf(items: readonly ReviewItem[], reportId: string | null, link: (fileId: string) => string): Shown[] {
  const placed = POSITIONS.map(({ form, slot }) => ({ slot, item: items.findLast((item) => item.form === form && item.slot === slot) }))
  const rest = items.filter((item) => !placed.some(({ item: one }) => one === item))
  const absent = (slot: string) => (slot === REPORT && reportId !== null ? reportOf(link(reportId)) : nothing(slot))
  return [...placed.map(({ slot, item }) => (item ? shown(item, link) : absent(slot))), ...rest.map((item) => shown(item, link))]
}

const reportOf = (fileUrl: string): Shown => ({
  ...nothing(REPORT),
  documentName: 'Reporte de antecedentes.pdf',
  fileUrl,
  state: 'Aceptado',
})
const nothing = (slot: string): Shown => ({ id: null, documentName: '', fileUrl: null, slot, state: 'No entregado', description: null })

const shown = ({ id, slot, form, name, fileId, state, description }: ReviewItem, link: (fileId: string) => string): Shown => ({
  id,
  documentName: name,
  fileUrl: fileId && link(fileId),
  slot: slot === 'fields' ? `${form}.fields` : slot,
  state: STATE[state],
  description,
})

export const linkFor = (files: Pick<Files, 'linkFor'>, caller: Caller) => (fileId: string) => files.linkFor(fileId, caller)
