/** Hand-written documents, which may hold what no library would write. */
export interface PdfParts {
  readonly pages?: number
  /** Added to the catalogue. */
  readonly catalog?: string
  readonly trailer?: string
  readonly objects?: readonly (string | Buffer)[]
}

export const object = (number: number, text: string): string => `${number} 0 obj\n${text}\nendobj\n`

export function makePdf({ pages = 1, catalog = '', trailer = '', objects = [] }: PdfParts): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => 100 + index)
  const parts = [
    '%PDF-1.7\n',
    object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    object(2, `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`),
    ...numbers.map((number) => object(number, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>')),
    ...objects,
    `trailer\n<< /Root 1 0 R /Size ${pages + 100} ${trailer} >>\nstartxref\n0\n%%EOF\n`,
  ]
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
