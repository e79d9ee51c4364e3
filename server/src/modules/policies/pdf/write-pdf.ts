/**
 * A policy as a tagged PDF (PDF/UA): title, language, structure, bookmarks, page numbers. The same text gives the same bytes, in
 * every process, so that their hash can be the `etag`.
 */
import PDFDocument from 'pdfkit'
import { BRAND, PUBLISHER } from '../../../platform/brand.ts'
import type { PolicyVersion } from '../types.ts'
import { drawLogo } from './logo.ts'
import { FONTS, FOOTER_SIZE, HEADING, INK, PAGE } from './theme.ts'
import { writeBlocks } from './write-text.ts'

const LOGO_SIZE = 30

/** `origin`: where our own pages are, `https://…` without a slash at the end. */
export async function writePdf(policy: PolicyVersion, origin: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = newDocument(policy)
  const bytes = collect(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  writeTitle(pdf, root, policy)
  writeBlocks({ pdf, root, origin }, policy.blocks)
  root.end()
  writeFooters(pdf, policy)
  pdf.end()
  return bytes
}

function newDocument({ title, summary, date }: PolicyVersion): PDFKit.PDFDocument {
  const pdf = new PDFDocument({
    ...PAGE,
    pdfVersion: '1.7',
    // The types are of an older version, which did not know this subset.
    subset: 'PDF/UA' as 'PDF/A-3a',
    tagged: true,
    lang: 'es-CO',
    displayTitle: true,
    // The number of pages is known at the end.
    bufferPages: true,
    info: { Title: `${title} · ${BRAND}`, Author: PUBLISHER, Subject: summary, Creator: BRAND, CreationDate: new Date(date) },
  })
  for (const [name, file] of Object.entries(FONTS)) pdf.registerFont(name, file)
  return pdf
}

function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

function writeTitle(pdf: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, policy: PolicyVersion): void {
  const { left, top, right } = pdf.page.margins
  pdf.markContent('Artifact', { type: 'Layout' })
  drawLogo(pdf, left, top, LOGO_SIZE)
  pdf.endMarkedContent()
  const say = (tag: string, draw: () => void) => root.add(pdf.struct(tag, {}, draw))
  say('P', () =>
    pdf
      .font('bold')
      .fontSize(16)
      .fillColor(INK.green)
      .text(BRAND, left + LOGO_SIZE + 10, top + 5),
  )
  pdf.x = left
  pdf.y = top + LOGO_SIZE + 22
  say('H1', () => pdf.font('bold').fontSize(HEADING[1].size).fillColor(INK.text).text(policy.title))
  pdf.y += HEADING[1].after
  say('P', () => pdf.font('regular').fontSize(10.5).fillColor(INK.quiet).text(versionLine(policy)))
  say('P', () => pdf.font('regular').fontSize(10.5).fillColor(INK.quiet).text(PUBLISHER))
  pdf.y += 10
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf
    .moveTo(left, pdf.y)
    .lineTo(pdf.page.width - right, pdf.y)
    .lineWidth(1.5)
    .stroke(INK.gold)
  pdf.endMarkedContent()
  pdf.y += 14
}

function writeFooters(pdf: PDFKit.PDFDocument, policy: PolicyVersion): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    const { margins, width, height } = pdf.page
    const y = height - margins.bottom + 24
    // A text below the margin would begin a new page.
    pdf.page.margins = { ...margins, bottom: 0 }
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.font('regular').fontSize(FOOTER_SIZE).fillColor(INK.quiet)
    const wide = width - margins.left - margins.right
    pdf.text(`${policy.title} · ${versionLine(policy)}`, margins.left, y, { width: wide, lineBreak: false })
    pdf.text(`Página ${index + 1} de ${count}`, margins.left, y, { width: wide, align: 'right', lineBreak: false })
    pdf.endMarkedContent()
    pdf.page.margins = margins
  }
}

const DATE = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

const versionLine = ({ version, date }: PolicyVersion): string => `Versión ${version} · vigente desde el ${DATE.format(new Date(date))}`
