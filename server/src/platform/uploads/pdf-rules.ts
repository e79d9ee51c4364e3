/** Active content of a document: code, actions that leave it, embedded files. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'

const ACTIVE_NAMES = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'XFA',
]
const ACTIVE = new Set(ACTIVE_NAMES)
const ACTIVE_IN_BYTES = new RegExp(`/(${ACTIVE_NAMES.join('|')})(?=[\\s/<>\\[\\]()%]|$)`)
const ENCRYPTIONS_IN_BYTES = /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/g
const OBJECT_STREAM_IN_BYTES = /\/ObjStm(?=[\s/<>[\]()%])/g
/** Markup of a page: a file that is a PDF to one program and a page to another (polyglot). Metadata of a PDF is XML with other names. */
const PAGE_IN_BYTES = /<(!doctype\s+html|html|script|iframe|svg)(?=[\s/>])/i
const NODES_MAX = 2_000_000
/** In ten megabytes of compressed bytes some hundreds occur by chance; a name of a person has a few. */
const ESCAPES_MAX = 5_000

/** `#4a` is a J. Decoded twice, since the parser knows capitals only and re-encodes unknown escapes. */
const decoded = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
const nameOf = (name: PDFName): string => decoded(decoded(name.asString())).slice(1)

/** Each costs the parser and the search below a piece of text: millions of them would cost seconds. */
export function hasTooManyEscapes(content: Buffer): boolean {
  let count = 0
  for (const _ of content.toString('latin1').matchAll(/#[0-9a-f]{2}/gi)) if (++count > ESCAPES_MAX) return true
  return false
}

export interface NamesInBytes {
  readonly isActive: boolean
  /** Targets of the entries `/Encrypt`: a reference such as `12 0 R`, or `<<` for a dictionary in its place. */
  readonly encryptions: readonly string[]
  readonly objectStreams: number
}

/** The file as text: finds names where the parser does not look, in garbage between objects or inside a plain stream. */
export function namesInBytes(content: Buffer): NamesInBytes {
  const text = decoded(content.toString('latin1'))
  return {
    isActive: ACTIVE_IN_BYTES.test(text) || PAGE_IN_BYTES.test(text),
    encryptions: [...text.matchAll(ENCRYPTIONS_IN_BYTES)].map(([, entry = '']) => entry.replace(/\s+/g, ' ')),
    objectStreams: text.match(OBJECT_STREAM_IN_BYTES)?.length ?? 0,
  }
}

/** At any place of the object: as a key, as a value, in a list. */
export function hasActiveName(root: PDFObject): boolean {
  const waiting: PDFObject[] = [root]
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > NODES_MAX) throw new Error('too many parts in one object')
    const object = waiting.pop()
    if (object instanceof PDFName && ACTIVE.has(nameOf(object))) return true
    if (object instanceof PDFArray) waiting.push(...object.asArray())
    if (object instanceof PDFStream) waiting.push(object.dict)
    if (!(object instanceof PDFDict)) continue
    for (const [key, value] of object.entries()) {
      // As a value a name this short could mean anything.
      if (nameOf(key) === 'JS') return true
      waiting.push(key, value)
    }
  }
  return false
}

/** Opening at a page is harmless, whether written as a destination or as the action that goes there. */
export function hasActiveOpening(object: PDFObject, context: PDFContext): boolean {
  if (!(object instanceof PDFDict)) return false
  const key = object.keys().find((name) => nameOf(name) === 'OpenAction')
  const opening = key && context.lookup(object.get(key))
  if (!(opening instanceof PDFDict)) return false
  const action = context.lookup(opening.get(PDFName.of('S')))
  return !(action instanceof PDFName && nameOf(action) === 'GoTo') || opening.has(PDFName.of('Next'))
}
