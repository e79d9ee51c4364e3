/**
 * Documents whose user password is empty: banks and the tax authority forbid copying or printing in this way, and every reader opens them.
 * PDFDocument.load reads such a document twice: as it is, for the key, and with the key. Source: ISO 32000-2, 7.6.
 */
import { PDFContext, PDFDict, PDFName, type PDFObject, PDFObjectStreamParser, PDFRawStream, PDFXRefStreamParser } from '@cantoo/pdf-lib'

const KEY_OF_OWNER = PDFName.of('O')
const KEY_OF_USER = PDFName.of('U')
const FILTER_OF_STREAMS = PDFName.of('StmF')
const FILTER_OF_STRINGS = PDFName.of('StrF')

export interface EncryptionWatch {
  /** Whether the document was read with its key, which the empty password gave. */
  wasDecrypted(): boolean
}

/**
 * Two readers that follow different entries would use different keys, so all entries must lead to one numbered dictionary.
 * @param entries what each entry `/Encrypt` of the file leads to
 */
export const hasOneEncryption = (entries: readonly string[]): boolean => new Set(entries).size === 1 && entries[0] !== '<<'

/** Whether the dictionary is defined once, and strings and streams have one filter: the parser uses that of strings for both. */
export function hasOneFilter(defined: readonly PDFObject[]): boolean {
  const dictionaries = defined.filter(isEncryption)
  return (
    new Set(dictionaries.map(String)).size === 1 && dictionaries.every((one) => one.get(FILTER_OF_STREAMS) === one.get(FILTER_OF_STRINGS))
  )
}

/** As the first reading found it: the second one decrypts its texts too. */
const isEncryption = (object: PDFObject): object is PDFDict =>
  object instanceof PDFDict && !object.context.isDecrypted && object.has(KEY_OF_OWNER) && object.has(KEY_OF_USER)

/** Object streams are read only with the key; tables of cross references are never encrypted, so the second reading gets those of the first. */
export function watchEncryption(): EncryptionWatch {
  const tables: Uint8Array[] = []
  let wasDecrypted = false
  const objectStream = PDFObjectStreamParser.forStream
  PDFObjectStreamParser.forStream = (stream, shouldWaitForTick) => {
    if (stream.dict.context.isDecrypted) return objectStream(stream, shouldWaitForTick)
    return new PDFObjectStreamParser(emptyObjectStream(stream))
  }
  const crossReferences = PDFXRefStreamParser.forStream
  PDFXRefStreamParser.forStream = (stream) => {
    if (!stream.dict.context.isDecrypted) {
      tables.push(stream.contents)
      return crossReferences(stream)
    }
    const contents = tables.shift()
    if (!contents) throw new Error('a table that the first reading did not find')
    return crossReferences(PDFRawStream.of(stream.dict, contents))
  }
  const assign = PDFContext.prototype.assign
  PDFContext.prototype.assign = function (ref, object) {
    if (this.isDecrypted) wasDecrypted = true
    assign.call(this, ref, object)
  }
  return { wasDecrypted: () => wasDecrypted }
}

function emptyObjectStream({ dict }: PDFRawStream): PDFRawStream {
  const { context } = dict
  return PDFRawStream.of(context.obj({ Type: 'ObjStm', N: 0, First: 0 }), new Uint8Array())
}
