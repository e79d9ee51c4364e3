/**
 * Base of every PDF: tagged (PDF/UA), title, language, embedded fonts, the logo and a footer with page numbers. The same content gives the
 * same bytes, in every process, so that their hash can identify them.
 */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { BRAND, PUBLISHER } from '../mail/brand.ts'
import type { Catalogue } from '../phrases/catalogue.ts'
import { LetteredPdf } from './lettered-pdf.ts'
import { drawLogo } from './logo.ts'
import { FOOTER_SIZE, INK, PAGE } from './theme.ts'

const LOGO_SIZE = 30

interface About {
  readonly title: string
  readonly subject: string
  /** Part of the bytes. */
  readonly createdAt: Date
  readonly locale?: Locale
}

/** For screen readers. */
const LANGUAGE_TAG: Catalogue<string> = { es: 'es-CO', en: 'en' }

export function newPdf({ title, subject, createdAt, locale = DEFAULT_LOCALE }: About): PDFKit.PDFDocument {
  return new LetteredPdf({
    ...PAGE,
    pdfVersion: '1.7',
    // The types are of an older version, without this subset.
    subset: 'PDF/UA' as 'PDF/A-3a',
    tagged: true,
    lang: LANGUAGE_TAG[locale],
    displayTitle: true,
    // The number of pages is known only at the end.
    bufferPages: true,
    info: { Title: `${title} · ${BRAND}`, Author: PUBLISHER, Subject: subject, Creator: BRAND, CreationDate: createdAt },
  })
}

export function pdfBytes(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

/** Draw the logo and the name at the top of the first page. */
export function writeBrand(pdf: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): void {
  const { left, top } = pdf.page.margins
  asArtifact(pdf, 'Layout', () => drawLogo(pdf, left, top, LOGO_SIZE))
  const say = () =>
    pdf
      .font('bold')
      .fontSize(16)
      .fillColor(INK.green)
      .text(BRAND, left + LOGO_SIZE + 10, top + 5)
  root.add(pdf.struct('P', {}, say))
  pdf.x = left
  pdf.y = top + LOGO_SIZE + 22
}

export function drawGoldLine(pdf: PDFKit.PDFDocument): void {
  const { left, right } = pdf.page.margins
  pdf.y += 10
  asArtifact(pdf, 'Layout', () =>
    pdf
      .moveTo(left, pdf.y)
      .lineTo(pdf.page.width - right, pdf.y)
      .lineWidth(1.5)
      .stroke(INK.gold),
  )
  pdf.y += 14
}

const PAGE_NUMBER: Catalogue<(page: number, count: number) => string> = {
  es: (page, count) => `Página ${page} de ${count}`,
  en: (page, count) => `Page ${page} of ${count}`,
}

/** Write the footer on every page, after all of them exist. */
export function writeFooters(pdf: PDFKit.PDFDocument, text: string, locale: Locale = DEFAULT_LOCALE): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    const { margins, width, height } = pdf.page
    const y = height - margins.bottom + 24
    // A text below the margin would begin a new page.
    pdf.page.margins = { ...margins, bottom: 0 }
    const wide = width - margins.left - margins.right
    asArtifact(pdf, 'Pagination', () => {
      pdf.font('regular').fontSize(FOOTER_SIZE).fillColor(INK.quiet)
      pdf.text(text, margins.left, y, { width: wide, lineBreak: false })
      pdf.text(PAGE_NUMBER[locale](index + 1, count), margins.left, y, { width: wide, align: 'right', lineBreak: false })
    })
    pdf.page.margins = margins
  }
}

/** Mark drawing as an artifact, which screen readers skip. */
export function asArtifact(pdf: PDFKit.PDFDocument, type: 'Layout' | 'Pagination', draw: () => unknown): void {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}
