/** Decompression bomb: whether the streams of a document expand beyond what a reader's machine can handle, counted without keeping them. */
import { createInflate } from 'node:zlib'
import { PDFArray, PDFName, type PDFRawStream } from '@cantoo/pdf-lib'

/** Two hundred pages scanned in colour expand to less. */
const EXPANDED_BYTES_MAX = 268_435_456
const COMPRESSORS = new Set(['/FlateDecode', '/Fl', '/LZWDecode', '/LZW'])
const CHUNK_BYTES = 65_536

export async function expandsTooFar(streams: readonly PDFRawStream[]): Promise<boolean> {
  let left = EXPANDED_BYTES_MAX
  for (const stream of streams) {
    const filters = filtersOf(stream)
    // Double compression can grow a millionfold, and no legitimate document needs it.
    if (filters.filter((name) => COMPRESSORS.has(name)).length > 1) return true
    if (filters[0] === '/FlateDecode' || filters[0] === '/Fl') left -= await inflatedBytes(stream.contents, left)
    if (left <= 0) return true
  }
  return false
}

function filtersOf({ dict }: PDFRawStream): string[] {
  const filter = dict.lookup(PDFName.of('Filter'))
  const names = filter instanceof PDFArray ? filter.asArray().map((name) => dict.context.lookup(name)) : [filter]
  return names.filter((name) => name instanceof PDFName).map((name) => name.asString())
}

/** Stops counting at the bound; a broken stream counts as far as it inflates. */
async function inflatedBytes(contents: Uint8Array, bound: number): Promise<number> {
  const inflate = createInflate({ chunkSize: CHUNK_BYTES })
  inflate.end(contents)
  let bytes = 0
  try {
    for await (const chunk of inflate) {
      bytes += chunk.length
      if (bytes >= bound) break
    }
  } catch {
    return bytes
  } finally {
    inflate.destroy()
  }
  return bytes
}
