/**
 * Barcode reader in a worker: a large picture takes seconds. The server allows only this script to compile WebAssembly, so the page
 * itself keeps the stricter policy; the server knows this file's name (server/src/platform/http/server.ts).
 */
import { prepareZXingModule } from 'zxing-wasm/reader'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Card } from './parse-card.ts'
import { readFirstCard } from './read-pdf417.ts'

/** The reader fails when the rows of the barcode lean by more than about two degrees, which is usual for a hand-held phone. */
const DEGREES = [0, 3, -3, 6, -6, 9, -9]
/** Enough for the thinnest bar of a card that fills half of the picture. */
const LONGEST_SIDE = 2600

prepareZXingModule({ overrides: { locateFile: () => reader } })

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  // Errors are not reported: the person types what could not be read.
  self.postMessage(await read(data).catch(() => null))
}

async function read(picture: Blob): Promise<Card | null> {
  return readFirstCard(atEachAngle(await createImageBitmap(picture)))
}

/** Draws each picture when the ones before it gave no card. */
function* atEachAngle(bitmap: ImageBitmap): Generator<ImageData> {
  for (const degrees of DEGREES) yield turned(bitmap, degrees)
}

function turned(bitmap: ImageBitmap, degrees: number): ImageData {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.translate(width / 2, height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(bitmap, -width / 2, -height / 2, width, height)
  return context.getImageData(0, 0, width, height)
}
