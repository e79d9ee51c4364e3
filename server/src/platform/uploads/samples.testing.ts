/** Valid files of the sizes that people send. */
import { randomBytes } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp, { type JpegOptions } from 'sharp'

/** Noise, which compresses worse than any photo; rotated, as phones store it. */
export function phonePhoto(width: number, height: number, options: JpegOptions): Promise<Buffer> {
  const raw = { width: Math.floor(width / 4), height: Math.floor(height / 4), channels: 3 } as const
  const noise = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
  return noise.resize(width, height, { kernel: 'cubic', fit: 'fill' }).withMetadata({ orientation: 6 }).jpeg(options).toBuffer()
}

export async function plainDocument(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 1; page <= pages; page++) document.addPage().drawText(`Page ${page}`)
  return Buffer.from(await document.save())
}
