/**
 * Reads the barcode away from the page: a large picture takes seconds. The server lets this script, and only this one, compile
 * WebAssembly, so the page itself keeps the stricter policy; the name of this file is known there (server/src/platform/http/server.ts).
 */
import { prepareZXingModule } from 'zxing-wasm/reader'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readPdf417 } from './read-picture.ts'

prepareZXingModule({ overrides: { locateFile: () => reader } })

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  // Nothing is worth telling: the person types what could not be read.
  self.postMessage(await readPdf417(data).catch(() => null))
}
