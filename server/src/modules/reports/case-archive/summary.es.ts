/** `resumen.pdf` of a case archive: identity, status, and the decisions with their officers and reasons. */
import { slotNames } from '@tunjo/contract/slot-names'
import { PUBLISHER } from '../../../platform/brand.ts'
import { formatDateTime } from '../../../platform/format-date.ts'
import { drawGoldLine, newPdf, pdfBytes, writeBrand, writeFooters } from '../../../platform/pdf/document.ts'
import { type Canvas, FACT_SIZE, makeRoom, writeFact, writeText } from '../../../platform/pdf/facts.ts'
import { BODY, HEADING, INK } from '../../../platform/pdf/theme.ts'
import { excerpt } from '../../../platform/visible-text.ts'
import type { CaseData } from './case-data.ts'
import type { CheckedDocument } from './documents.ts'
import { PARTS, type Part } from './parts.ts'
import { ITEM_OF, type SummaryItem } from './words.es.ts'

/** Rendering runs in this process: the newest entries are enough for a reader, the rest is in its file. */
const SHOWN_MAX = 40

export interface Summarized extends Pick<CaseData, 'person' | 'parts' | 'leftOut' | 'audit'> {
  readonly documents: readonly CheckedDocument[]
  readonly exportId: string
  readonly at: Date
  readonly officerEmail: string
  readonly publicUrl: string
  readonly reason: string
}

export async function writeSummary(summarized: Summarized): Promise<Uint8Array> {
  const { person, at, exportId, publicUrl } = summarized
  const title = `Expediente de ${person.name ?? person.email}`
  const pdf = newPdf({ title, subject: exportId, createdAt: at })
  const bytes = pdfBytes(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const canvas = { pdf, root }
  writeBrand(pdf, root)
  writeText(canvas, 'H1', () => pdf.font('bold').fontSize(HEADING[1].size).fillColor(INK.text).text(title))
  quiet(canvas, `Expedido el ${formatDateTime(at)} (hora de Bogotá) por ${PUBLISHER}`)
  drawGoldLine(pdf)
  quiet(canvas, RESERVED)
  pdf.y += BODY.paragraphGap
  for (const [name, value] of Object.entries(factsOf(summarized))) writeFact(canvas, { name, value })
  for (const part of summarized.parts) writePart(canvas, part)
  writeDocuments(canvas, summarized.documents)
  heading(canvas, 'Cómo verificar este expediente')
  for (const line of checking(publicUrl)) quiet(canvas, line)
  root.end()
  writeFooters(pdf, `${title.slice(0, 60)} · ${exportId}`)
  pdf.end()
  return bytes
}

const RESERVED =
  'Reservado. Lo que dice de coincidencias en listas, alertas y reportes a las autoridades no se le puede comunicar a la persona ni a terceros (Ley 526 de 1999, artículo 9).'
export const checking = (publicUrl: string): readonly string[] => [
  'Cada archivo de este expediente está en manifest.json con su huella SHA-256, y manifest.sig es la firma Ed25519 de ese archivo.',
  'npx tunjo verify case EXPEDIENTE.zip dice si está como salió, o qué archivo fue cambiado, quitado, agregado o renombrado.',
  `La llave pública está en ${publicUrl}/api/case-archives/key.`,
]

const RISK = { low: 'Bajo', medium: 'Medio', high: 'Alto' } as const
const answer = (value: boolean | null): string => (value === null ? 'Sin registro' : value ? 'Sí' : 'No')

function factsOf({ person, audit, officerEmail, reason, leftOut }: Summarized): Record<string, string> {
  const { documentType, documentNumber, closedAt, screenedAt } = person
  const notes = leftOut.map((name) => PARTS[name].title).join(', ')
  return {
    Nombre: person.name ?? 'Sin declarar',
    Documento: documentNumber === null ? 'Sin declarar' : [documentType, documentNumber].filter((part) => part).join(' '),
    Correo: person.email,
    Cuenta: `${person.id}, desde el ${formatDateTime(person.createdAt)}${closedAt ? `, cerrada el ${formatDateTime(closedAt)}` : ''}`,
    'Tipo de persona': person.personType === 'legal' ? 'Entidad' : 'Persona',
    'Nivel verificado': `${person.verifiedLevel} (trabaja en el nivel ${person.currentLevel})`,
    Riesgo: RISK[person.risk],
    PEP: `${answer(person.isPep)} (declaró: ${answer(person.declaredPep).toLowerCase()})`,
    'En listas': answer(person.isListed),
    'Permiso para transar': answer(person.allow),
    'Última comparación con listas': screenedAt ? formatDateTime(screenedAt) : 'Ninguna',
    'Exportado por': officerEmail,
    Motivo: reason,
    Auditoría: `Asiento ${audit.seal.seq}, ${audit.seal.hash.slice(0, 16)}…`,
    ...(notes === '' ? {} : { 'No incluye': `${notes} (el rol de quien exporta no las muestra)` }),
  }
}

function heading(canvas: Canvas, text: string): void {
  const { pdf } = canvas
  pdf.y += HEADING[2].before
  makeRoom(pdf, 70)
  pdf.outline.addItem(text)
  writeText(canvas, 'H2', () => pdf.font('bold').fontSize(HEADING[2].size).fillColor(INK.green).text(text, pdf.page.margins.left))
  pdf.y += HEADING[2].after
}

function quiet(canvas: Canvas, text: string): void {
  const { pdf } = canvas
  writeText(canvas, 'P', () => pdf.font('regular').fontSize(BODY.size).fillColor(INK.quiet).text(text, pdf.page.margins.left))
  pdf.y += 2
}

function writePart(canvas: Canvas, { name, entries, isShortened }: Part): void {
  const itemOf = ITEM_OF[name]
  if (!itemOf) return
  heading(canvas, PARTS[name].title)
  if (entries.length === 0) quiet(canvas, 'Ninguna.')
  for (const entry of entries.slice(0, SHOWN_MAX)) writeItem(canvas, itemOf(entry))
  const left = entries.length - SHOWN_MAX
  if (left > 0) quiet(canvas, `Y ${left}${isShortened ? ' o más' : ''} anteriores, en datos/${name}.json.`)
}

function writeItem(canvas: Canvas, { lead, lines }: SummaryItem): void {
  const { pdf } = canvas
  makeRoom(pdf, 46)
  writeText(canvas, 'P', () => pdf.font('bold').fontSize(FACT_SIZE).fillColor(INK.text).text(lead, pdf.page.margins.left))
  for (const line of lines) quiet(canvas, excerpt(line))
  pdf.y += BODY.paragraphGap
}

function writeDocuments(canvas: Canvas, documents: readonly CheckedDocument[]): void {
  heading(canvas, 'Documentos')
  if (documents.length === 0) quiet(canvas, 'Ninguno.')
  for (const { row, path, why } of documents) {
    const name = slotNames(row.slot ?? '', 'es') || row.name || row.place
    const state = why === null ? '' : why === 'missing' ? ' · ya no está en el almacén' : ' · el archivo guardado fue alterado'
    quiet(canvas, `${path} · ${name}${state}`)
  }
}
