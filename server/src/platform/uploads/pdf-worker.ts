/** Worker thread of pdf.ts: parses one document, answers one verdict. */
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import {
  EncryptedPDFError,
  PDFContext,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFXRefStreamParser,
} from 'pdf-lib'
import { expandsTooFar } from './pdf-expansion.ts'
import { hasActiveName, hasActiveOpening, hasTooManyEscapes, namesInBytes } from './pdf-rules.ts'

export type PdfVerdict =
  | { readonly pages: number }
  | { readonly refused: 'files.pdf_unreadable' | 'files.pdf_active_content' | 'files.pdf_encrypted' }

const PAGES_MAX = 200
const OBJECTS_MAX = 200_000
const OBJECT_STREAM_BYTES_MAX = 16_777_216
/** After the last `%%EOF`: some programs write a line there; a second file does not fit. */
const TAIL_BYTES_MAX = 64

/** Every object that was ever defined, also those that a later one replaces: which of the two is shown depends on the reader. */
const defined: PDFObject[] = []
let objectStreams = 0

function watchParser(): void {
  const assign = PDFContext.prototype.assign
  PDFContext.prototype.assign = function (ref, object) {
    defined.push(object)
    if (defined.length > OBJECTS_MAX) throw new Error('too many objects')
    assign.call(this, ref, object)
  }
  const objectStream = PDFObjectStreamParser.forStream
  PDFObjectStreamParser.forStream = (stream, shouldWaitForTick) => {
    objectStreams++
    refuseBomb(stream)
    defined.push(stream.dict)
    return objectStream(stream, shouldWaitForTick)
  }
  const crossReferences = PDFXRefStreamParser.forStream
  PDFXRefStreamParser.forStream = (stream) => {
    refuseBomb(stream)
    defined.push(stream.dict)
    return crossReferences(stream)
  }
}

/** The parser inflates these two kinds without a bound. */
function refuseBomb({ dict, contents }: PDFRawStream): void {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (filter === undefined) return
  if (filter !== PDFName.of('FlateDecode') && String(filter) !== '[ /FlateDecode ]') throw new Error('an unusual filter')
  inflateSync(contents, { maxOutputLength: OBJECT_STREAM_BYTES_MAX })
}

async function examine(content: Buffer): Promise<PdfVerdict> {
  const tail = content.subarray(content.lastIndexOf('%%EOF'))
  if (!tail.toString('latin1', 0, 5).startsWith('%%EOF') || tail.length > TAIL_BYTES_MAX) return { refused: 'files.pdf_unreadable' }
  if (hasTooManyEscapes(content)) return { refused: 'files.pdf_unreadable' }
  const written = namesInBytes(content)
  if (written.isEncrypted) return { refused: 'files.pdf_encrypted' }
  if (written.isActive) return { refused: 'files.pdf_active_content' }
  const document = await PDFDocument.load(content, { throwOnInvalidObject: true, updateMetadata: false })
  if (defined.some(hasActiveName) || defined.some((object) => hasActiveOpening(object, document.context)))
    return { refused: 'files.pdf_active_content' }
  // A stream that this parser did not find may be found by a reader.
  if (written.objectStreams > objectStreams) return { refused: 'files.pdf_unreadable' }
  const pages = document.getPageCount()
  if (pages < 1 || pages > PAGES_MAX) return { refused: 'files.pdf_unreadable' }
  const streams = defined.filter((object) => object instanceof PDFRawStream)
  return (await expandsTooFar(streams)) ? { refused: 'files.pdf_unreadable' } : { pages }
}

if (!isMainThread && parentPort) {
  watchParser()
  parentPort.postMessage('started')
  void examine(Buffer.from(workerData))
    .catch((error): PdfVerdict => ({ refused: error instanceof EncryptedPDFError ? 'files.pdf_encrypted' : 'files.pdf_unreadable' }))
    .then((verdict) => parentPort?.postMessage(verdict))
}
