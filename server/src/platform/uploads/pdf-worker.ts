/** Worker thread of pdf.ts: parses one document, answers one verdict. */
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { PDFContext, PDFDocument, PDFName, type PDFObject, PDFObjectStreamParser, PDFRawStream, PDFXRefStreamParser } from '@cantoo/pdf-lib'
import { hasOneEncryption, hasOneFilter, watchEncryption } from './pdf-encryption.ts'
import { expandsTooFar } from './pdf-expansion.ts'
import { hasActiveName, hasActiveOpening, hasTooManyEscapes, type NamesInBytes, namesInBytes } from './pdf-rules.ts'

export type PdfVerdict =
  | { readonly pages: number }
  | { readonly refused: 'files.pdf_unreadable' | 'files.pdf_active_content' | 'files.pdf_encrypted' }

const OPTIONS = { throwOnInvalidObject: true, updateMetadata: false }
const PAGES_MAX = 200
const OBJECTS_MAX = 200_000
const OBJECT_STREAM_BYTES_MAX = 16_777_216
/** After the last `%%EOF`: some programs write a line there; a second file does not fit. */
const TAIL_BYTES_MAX = 64

/** Every object that was ever defined, also those that a later one replaces: which of the two is shown depends on the reader. */
const defined: PDFObject[] = []
let objectStreams = 0

/** Watches the parser, whose classes this thread does not use for anything else. */
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
  if (written.isActive) return { refused: 'files.pdf_active_content' }
  if (written.encryptions.length > 0) return examineEncrypted(content, written)
  return examineObjects(await PDFDocument.load(content, OPTIONS), written)
}

/** A document that opens with the empty password is examined as its reader sees it; one that asks for a password is refused. */
async function examineEncrypted(content: Buffer, written: NamesInBytes): Promise<PdfVerdict> {
  const watch = watchEncryption()
  if (!hasOneEncryption(written.encryptions)) return { refused: 'files.pdf_encrypted' }
  try {
    const document = await PDFDocument.load(content, { ...OPTIONS, password: '' })
    if (!watch.wasDecrypted() || !hasOneFilter(defined)) return { refused: 'files.pdf_encrypted' }
    return await examineObjects(document, written)
  } catch (error) {
    if (watch.wasDecrypted()) throw error
    return { refused: 'files.pdf_encrypted' }
  }
}

async function examineObjects(document: PDFDocument, written: NamesInBytes): Promise<PdfVerdict> {
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
    .catch((): PdfVerdict => ({ refused: 'files.pdf_unreadable' }))
    .then((verdict) => parentPort?.postMessage(verdict))
}
