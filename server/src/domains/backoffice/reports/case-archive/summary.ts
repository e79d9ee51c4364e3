/** `resumen.pdf` of a case archive: identity, status, and the decisions with their officers and reasons. */
import type { Locale } from '@tunjo/contract/locales'
import { slotNames } from '@tunjo/contract/slot-names'
import { PUBLISHERS } from '../../../../platform/mail/brand.ts'
import { drawGoldLine, newPdf, pdfBytes, writeBrand, writeFooters } from '../../../../platform/pdf/document.ts'
import { type Canvas, FACT_SIZE, makeRoom, writeFact, writeText } from '../../../../platform/pdf/facts.ts'
import { BODY, HEADING, INK } from '../../../../platform/pdf/theme.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import type { CaseData } from './case-data.ts'
import type { CheckedDocument } from './documents.ts'
import type { Part } from './parts.ts'
import { ITEM_OF, type SummaryItem } from './summary-items.ts'
import { ARCHIVE_WORDS, type ArchiveWords } from './words.ts'

/** Rendering runs in this process: the newest entries are enough for a reader, the rest is in its file. */
const SHOWN_MAX = 40

export interface Summarized extends Pick<CaseData, 'person' | 'parts' | 'leftOut' | 'audit'> {
  readonly documents: readonly CheckedDocument[]
  readonly exportId: string
  readonly at: Date
  readonly officerEmail: string
  readonly publicUrl: string
  readonly reason: string
  readonly locale: Locale
}

export async function writeSummary(summarized: Summarized): Promise<Uint8Array> {
  const { person, at, exportId, publicUrl, locale } = summarized
  const { summary: words, checking } = ARCHIVE_WORDS[locale]
  const title = words.title(person.name ?? person.email)
  const pdf = newPdf({ title, subject: exportId, createdAt: at, locale })
  const bytes = pdfBytes(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const canvas = { pdf, root }
  writeBrand(pdf, root)
  writeText(canvas, 'H1', () => pdf.font('bold').fontSize(HEADING[1].size).fillColor(INK.text).text(title))
  quiet(canvas, words.issued(formatDateTime(at, locale), PUBLISHERS[locale]))
  drawGoldLine(pdf)
  quiet(canvas, words.reserved)
  pdf.y += BODY.paragraphGap
  for (const [name, value] of Object.entries(factsOf(summarized))) writeFact(canvas, { name, value })
  for (const part of summarized.parts) writePart(canvas, part, locale)
  writeDocuments(canvas, summarized.documents, locale)
  heading(canvas, words.checkTitle)
  for (const line of checking(publicUrl)) quiet(canvas, line)
  root.end()
  writeFooters(pdf, `${title.slice(0, 60)} · ${exportId}`, locale)
  pdf.end()
  return bytes
}

function factsOf({ person, audit, officerEmail, reason, leftOut, locale }: Summarized): Record<string, string> {
  const { facts: words, parts } = ARCHIVE_WORDS[locale]
  const answer = (value: boolean | null): string => (value === null ? words.unknown : value ? words.yes : words.no)
  const { documentType, documentNumber, closedAt, screenedAt } = person
  const notes = leftOut.map((name) => parts[name]).join(', ')
  const closed = closedAt ? words.closed(formatDateTime(closedAt, locale)) : ''
  const document = [documentType, documentNumber].filter((part) => part).join(' ')
  return {
    [words.name]: person.name ?? words.undeclared,
    [words.document]: documentNumber === null ? words.undeclared : document,
    [words.email]: person.email,
    [words.account]: `${words.since(person.id, formatDateTime(person.createdAt, locale))}${closed}`,
    [words.personType]: person.personType === 'legal' ? words.legal : words.natural,
    [words.level]: words.levels(person.verifiedLevel, person.currentLevel),
    [words.risk]: words.risks[person.risk],
    [words.pep]: words.declared(answer(person.isPep), answer(person.declaredPep).toLowerCase()),
    [words.listed]: answer(person.isListed),
    [words.allow]: answer(person.allow),
    [words.screened]: screenedAt ? formatDateTime(screenedAt, locale) : words.never,
    [words.exportedBy]: officerEmail,
    [words.reason]: reason,
    [words.audit]: words.seal(audit.seal.seq, audit.seal.hash.slice(0, 16)),
    ...(notes === '' ? {} : { [words.leftOut]: words.hidden(notes) }),
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

function writePart(canvas: Canvas, { name, entries, isShortened }: Part, locale: Locale): void {
  const { summary: words, parts } = ARCHIVE_WORDS[locale]
  const itemOf = ITEM_OF[name]
  if (!itemOf) return
  heading(canvas, parts[name])
  if (entries.length === 0) quiet(canvas, words.none)
  for (const entry of entries.slice(0, SHOWN_MAX)) writeItem(canvas, itemOf(entry, locale))
  const left = entries.length - SHOWN_MAX
  if (left > 0) quiet(canvas, words.older(left, isShortened, name))
}

function writeItem(canvas: Canvas, { lead, lines }: SummaryItem): void {
  const { pdf } = canvas
  makeRoom(pdf, 46)
  writeText(canvas, 'P', () => pdf.font('bold').fontSize(FACT_SIZE).fillColor(INK.text).text(lead, pdf.page.margins.left))
  for (const line of lines) quiet(canvas, excerpt(line))
  pdf.y += BODY.paragraphGap
}

const stateOf = (why: CheckedDocument['why'], words: ArchiveWords['summary']): string =>
  why === null ? '' : why === 'missing' ? words.missing : words.altered

function writeDocuments(canvas: Canvas, documents: readonly CheckedDocument[], locale: Locale): void {
  const { summary: words } = ARCHIVE_WORDS[locale]
  heading(canvas, words.documents)
  if (documents.length === 0) quiet(canvas, words.noDocument)
  for (const { row, path, why } of documents) {
    const name = slotNames(row.slot ?? '', locale) || row.name || row.place
    quiet(canvas, `${path} · ${name}${stateOf(why, words)}`)
  }
}
