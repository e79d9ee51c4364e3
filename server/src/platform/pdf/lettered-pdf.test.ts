import { expect, it } from 'vitest'
import { textOfPdf } from '../../../../dev/testing/pdf-text.ts'
import { newPdf, pdfBytes } from './document.ts'
import { writeFact } from './facts.ts'

/** PDF with these values, drawn as receipts draw them. */
async function documentOf(...values: string[]): Promise<Uint8Array> {
  const pdf = newPdf({ title: 'Prueba', subject: 'prueba', createdAt: new Date('2026-11-29T12:00:00Z') })
  const bytes = pdfBytes(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  for (const value of values) writeFact({ pdf, root }, { name: value, value })
  root.end()
  pdf.end()
  return bytes
}

it.each([
  ['Polish', 'Łukasz Żółć-Wójcik'],
  ['Turkish', 'Ayşe Gülbahçe İnönü'],
  ['Romanian', 'Ștefan Țiriac'],
  ['Vietnamese', 'Nguyễn Thị Hường'],
  ['Cyrillic', 'Алексей Ёлкин'],
  ['Ukrainian', 'Ґанна Їжакевич'],
  ['Greek', 'Ὀδυσσεύς Παπαδόπουλος'],
  ['Guaraní, with a mark that has no letter of its own', 'Mbag̃ue Yg̃atimí'],
  ['Georgian', 'ნინო მელაძე'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['both in one line', 'Łukasz Иванов, María Nuñez → 5'],
])('B7 the text layer has every letter of a name: %s', async (_, name) => {
  expect(await textOfPdf(await documentOf(name))).toContain(name)
})

it.each([
  ['Hebrew', 'שרה כהן'],
  ['Arabic', 'محمد'],
])('B7 has letters that are written from the right: %s', async (_, name) => {
  const text = await textOfPdf(await documentOf(name))
  for (const letter of name.replaceAll(' ', '')) expect(text.normalize('NFKC')).toContain(letter)
})

it("B7 letters beyond the product's font cost a few kilobytes, and those of that font none", async () => {
  const plain = await documentOf('María Nuñez Ordóñez')
  const other = await documentOf('Łukasz Żółć', 'Nguyễn Thị Hường', 'Алексей Ёлкин')
  expect(plain.length).toBeLessThan(20_000)
  expect(other.length).toBeLessThan(plain.length + 40_000)
  expect(Buffer.from(plain).toString('latin1')).not.toContain('DejaVu')
})

it('B7 the same names give the same bytes', async () => {
  expect(await documentOf('Łukasz Иванов')).toEqual(await documentOf('Łukasz Иванов'))
})

it('B7 a right-aligned amount keeps its place next to letters of another font', async () => {
  const width = (text: string) => {
    const pdf = newPdf({ title: 'Prueba', subject: 'prueba', createdAt: new Date(0) })
    return pdf.font('regular').fontSize(10).widthOfString(text)
  }
  expect(width('Иванов')).toBeGreaterThan(25)
  expect(width('Иванов 5')).toBeCloseTo(width('Иванов') + width(' ') + width('5'), 3)
})
