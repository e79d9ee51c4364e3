/** Read the barcode of a document in its pictures. Runs in a worker (card-worker.ts). */
import { readBarcodes } from 'zxing-wasm/reader'
import { type Card, parseCard } from './parse-card.ts'

export async function readPdf417(picture: ImageData | Uint8Array): Promise<Uint8Array | null> {
  const [found] = await readBarcodes(picture, { formats: ['PDF417'], tryHarder: true, tryRotate: true, maxNumberOfSymbols: 1 })
  return found?.isValid ? found.bytes : null
}

/**
 * Card of the first picture whose barcode is a card's record. In about one photo of a hundred the error correction of the barcode ends at
 * wrong bytes, which the reader calls valid; the same photo at another angle is read rightly.
 */
export async function readFirstCard(pictures: Iterable<ImageData>): Promise<Card | null> {
  for (const picture of pictures) {
    const bytes = await readPdf417(picture)
    const card = bytes && parseCard(bytes)
    if (card) return card
  }
  return null
}
