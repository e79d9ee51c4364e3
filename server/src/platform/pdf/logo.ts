/** Logo of `web/public/favicon.svg`, drawn as vectors. */
import { INK } from './theme.ts'

const BOX = 32

export function drawLogo(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf.save()
  pdf.translate(x, y).scale(size / BOX)
  pdf.roundedRect(0, 0, BOX, BOX, 7).fill(INK.green)
  pdf.path('M11 4h10l2.5 18-4 6h-7l-4-6z').fill(INK.markGold)
  pdf.path('M12.2 9.5h2.6M17.2 9.5h2.6M16 8.5v4M14.2 15h3.6M10 18.5h12M10.2 21l4 3M21.8 21l-4 3')
  pdf.lineWidth(1.3).lineCap('round').stroke(INK.markLine)
  pdf.restore()
}
