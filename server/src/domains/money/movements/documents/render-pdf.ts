/** Rendering of a document as a tagged PDF: its facts as names and values, its lines if any, and the way to verify it. */
import { formatDocumentCode, VERIFY_PATH } from '@tunjo/contract/documents'
import type { Locale } from '@tunjo/contract/locales'
import { PUBLISHERS } from '../../../../platform/mail/brand.ts'
import { asArtifact, drawGoldLine, newPdf, pdfBytes, writeBrand, writeFooters } from '../../../../platform/pdf/document.ts'
import { type Canvas, FACT_SIZE, makeRoom, writeFact, writeText } from '../../../../platform/pdf/facts.ts'
import { HEADING, INK } from '../../../../platform/pdf/theme.ts'
import { DOCUMENT_TEXTS } from './document-words.ts'
import { momentText } from './figures.ts'
import type { Fact, Issue } from './issue-document.ts'

const LINE_SIZE = 8.5
/** Left edge of each column: time, movement, amount, balance after it. */
const COLUMNS = [0, 100, 268, 372] as const
const LINE_HEIGHT = 15

export interface PdfLines {
  readonly heading: string
  /** Left edges of the four columns; as in a statement when absent. */
  readonly columns?: readonly [number, number, number, number]
  /** Texts of the four columns. */
  readonly header: Row
  readonly rows: readonly Row[]
  readonly note: string | null
}
type Row = readonly [string, string, string, string]

export interface PdfText {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly issue: Issue
  readonly publicUrl: string
  readonly lines: readonly PdfLines[] | null
  readonly locale: Locale
}

export async function renderPdf({ title, facts, issue, publicUrl, lines, locale }: PdfText): Promise<Uint8Array<ArrayBuffer>> {
  const link = `${publicUrl}${VERIFY_PATH}/${issue.code}`
  // Programs that read documents find the verification link in the metadata.
  const pdf = newPdf({ title, subject: link, createdAt: issue.issuedAt, locale })
  const bytes = pdfBytes(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const canvas = { pdf, root }
  writeBrand(pdf, root)
  writeText(canvas, 'H1', () => pdf.font('bold').fontSize(HEADING[1].size).fillColor(INK.text).text(title))
  writeText(canvas, 'P', () =>
    pdf
      .font('regular')
      .fontSize(FACT_SIZE)
      .fillColor(INK.quiet)
      .text(DOCUMENT_TEXTS[locale].pdf.issued(momentText(issue.issuedAt, locale), PUBLISHERS[locale])),
  )
  drawGoldLine(pdf)
  for (const fact of facts) writeFact(canvas, fact)
  writeCheck(canvas, issue.code, link, locale)
  for (const part of lines ?? []) writeLines(canvas, part)
  root.end()
  writeFooters(pdf, `${title} · ${formatDocumentCode(issue.code)}`, locale)
  pdf.end()
  return bytes
}

function writeCheck(canvas: Canvas, code: string, link: string, locale: Locale): void {
  const { pdf } = canvas
  const texts = DOCUMENT_TEXTS[locale]
  drawGoldLine(pdf)
  writeText(canvas, 'H2', () => pdf.font('bold').fontSize(HEADING[2].size).fillColor(INK.text).text(texts.pdf.checkTitle))
  pdf.y += HEADING[2].after
  writeText(canvas, 'P', () =>
    pdf
      .font('regular')
      .fontSize(FACT_SIZE)
      .fillColor(INK.text)
      .text(`${texts.code}: ${formatDocumentCode(code)}`),
  )
  writeText(canvas, 'P', () => pdf.font('regular').fontSize(FACT_SIZE).fillColor(INK.text).text(texts.pdf.check(link)))
  pdf.y += 12
}

function writeLines(canvas: Canvas, { heading, header, rows, note, columns = COLUMNS }: PdfLines): void {
  const { pdf } = canvas
  makeRoom(pdf, LINE_HEIGHT * 4)
  writeText(canvas, 'H2', () => pdf.font('bold').fontSize(HEADING[2].size).fillColor(INK.text).text(heading, pdf.page.margins.left))
  pdf.y += 6
  if (rows.length > 0) writeTable(canvas, columns, [header, ...rows])
  if (note !== null)
    writeText(canvas, 'P', () =>
      pdf
        .font('regular')
        .fontSize(LINE_SIZE)
        .fillColor(INK.quiet)
        .text(note, pdf.page.margins.left, pdf.y + 4),
    )
  pdf.y += 16
}

function writeTable({ pdf, root }: Canvas, columns: readonly number[], rows: readonly Row[]): void {
  const table = pdf.struct('Table')
  root.add(table)
  for (const [index, row] of rows.entries()) {
    makeRoom(pdf, LINE_HEIGHT)
    const line = pdf.struct('TR')
    table.add(line)
    writeRow(pdf, line, row, { columns, isHeader: index === 0 })
    line.end()
  }
  table.end()
}

function writeRow(
  pdf: PDFKit.PDFDocument,
  line: PDFKit.PDFStructureElement,
  row: Row,
  { columns, isHeader }: { columns: readonly number[]; isHeader: boolean },
): void {
  const { left, right } = pdf.page.margins
  const width = pdf.page.width - left - right
  const top = pdf.y
  for (const [index, text] of row.entries()) {
    const from = columns[index] ?? 0
    const to = columns[index + 1] ?? width
    const isFigure = index >= 2
    const cell = () =>
      pdf
        .font(isHeader ? 'bold' : 'regular')
        .fontSize(LINE_SIZE)
        .fillColor(isHeader ? INK.quiet : INK.text)
        .text(text, left + from, top, { width: to - from - 6, align: isFigure ? 'right' : 'left', lineBreak: false, ellipsis: true })
    line.add(pdf.struct(isHeader ? 'TH' : 'TD', {}, cell))
  }
  pdf.x = left
  pdf.y = top + LINE_HEIGHT
  asArtifact(pdf, 'Layout', () =>
    pdf
      .moveTo(left, pdf.y - 4)
      .lineTo(left + width, pdf.y - 4)
      .lineWidth(0.3)
      .stroke(INK.quiet),
  )
}
