/** Read the barcode's bytes in a picture of a document. Runs in a worker (card-worker.ts). */
import { readBarcodes } from 'zxing-wasm/reader'

export async function readPdf417(picture: ImageData | Uint8Array): Promise<Uint8Array | null> {
  const [found] = await readBarcodes(picture, { formats: ['PDF417'], tryHarder: true, tryRotate: true, maxNumberOfSymbols: 1 })
  return found?.isValid ? found.bytes : null
}
