/** Names and values on a page, one below the other, as screen readers read them. */
import { INK } from './theme.ts'

const NAME_WIDTH = 150
export const FACT_SIZE = 10.5

export interface Canvas {
  readonly pdf: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
}

export const writeText = ({ pdf, root }: Canvas, tag: string, draw: () => void): void => void root.add(pdf.struct(tag, {}, draw))

export function writeFact(canvas: Canvas, { name, value }: { readonly name: string; readonly value: string }): void {
  const { pdf } = canvas
  const { left, right } = pdf.page.margins
  writeText(canvas, 'P', () => {
    const top = pdf.y
    pdf.font('regular').fontSize(FACT_SIZE).fillColor(INK.quiet).text(name, left, top, { width: NAME_WIDTH })
    const named = pdf.y
    pdf
      .font('bold')
      .fillColor(INK.text)
      .text(value, left + NAME_WIDTH, top, { width: pdf.page.width - left - right - NAME_WIDTH })
    pdf.y = Math.max(named, pdf.y) + 5
    pdf.x = left
  })
}

export function makeRoom(pdf: PDFKit.PDFDocument, height: number): void {
  if (pdf.y + height <= pdf.page.height - pdf.page.margins.bottom) return
  pdf.addPage()
  pdf.x = pdf.page.margins.left
  pdf.y = pdf.page.margins.top
}
