/**
 * Worker that reads the machine-readable zone. Everything comes from the product's own origin, and the OCR engine with its data (about
 * 4 MB) is loaded only when the picture has a zone. Like card-worker.ts, this script may compile WebAssembly, and the server knows its
 * name. Only the core with SIMD is included: every browser that runs the page at all (ES2022) supports it.
 */

import languageData from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import core from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url'
import { type GreyPicture, greyOf } from '../capture/picture-quality.ts'
import { createRecognizer, type Recognizer } from './recognizer.ts'
import { type FoundZone, readZoneIn } from './zone-reader.ts'

/** `loading`: a zone was found; `reading`: everything is loaded. Then the result. */
export type ZoneAnswer = 'loading' | 'reading' | { found: FoundZone | null }

/** Letters of a card that fills half of the picture are then still 20 pixels high. */
const LONGEST_SIDE = 2600

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  // Errors are not reported: the person types what could not be read.
  answer({ found: await read(data).catch(() => null) })
}

const answer = (message: ZoneAnswer): void => self.postMessage(message)

async function read(picture: Blob): Promise<FoundZone | null> {
  let recognizer: Promise<Recognizer> | undefined
  return readZoneIn(await greyPicture(picture), () => (recognizer ??= load()), bogotaDay(new Date()))
}

async function greyPicture(picture: Blob): Promise<GreyPicture> {
  const bitmap = await createImageBitmap(picture)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return greyOf(context.getImageData(0, 0, width, height))
}

async function load(): Promise<Recognizer> {
  answer('loading')
  const recognizer = await createRecognizer(await unpacked(languageData), { locateFile: () => core })
  answer('reading')
  return recognizer
}

async function unpacked(address: string): Promise<Uint8Array> {
  const { ok, body } = await fetch(address)
  if (!ok || !body) throw new Error('the data of the recognizer did not come')
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
}
