/**
 * Render the pages of a document as pictures in a sandbox: PDFium as WebAssembly from the product's own origin, in a dedicated worker that
 * terminates with the answer. A customer's file is opened in memory that is not shared. The server knows the name of this file and
 * allows this script, and not the page, to compile WebAssembly (server/src/platform/http/server.ts).
 */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import pdfium from '@hyzyla/pdfium/pdfium.wasm?url'
import type { DrawnPages } from './draw-pages.ts'

/** More would slow down the officer's computer; the whole file can be downloaded. */
const PAGES_MAX = 20
/** Points of 1/72 inch → sharp at twice the size. */
const SCALE = 2
/** Limits the memory for an oversized page. */
const LONGEST_SIDE = 3_000

self.onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  self.postMessage(await draw(new Uint8Array(data)).catch(() => null))
}

async function draw(content: Uint8Array): Promise<DrawnPages> {
  const library = await PDFiumLibrary.init({ wasmUrl: pdfium })
  const document = await library.loadDocument(content)
  const count = document.getPageCount()
  const pages: Blob[] = []
  for (let index = 0; index < Math.min(count, PAGES_MAX); index++) {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = Math.min(SCALE, LONGEST_SIDE / Math.max(originalWidth, originalHeight, 1))
    const { data, width, height } = await page.render({ scale, render: 'bitmap' })
    pages.push(await pictureOf(data, width, height))
  }
  return { pages, isCut: count > PAGES_MAX }
}

async function pictureOf(pixels: Uint8Array, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}
