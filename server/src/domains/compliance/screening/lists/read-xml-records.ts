/**
 * Streaming parser of XML records: each element with one of the given names, as a small tree. It supports only what the official lists use:
 * elements, attributes, text, CDATA, comments and the five named entities. A document type is refused, so that nothing is expanded or
 * fetched.
 */
import { type Chunks, FIELD_MAX, FileFault, textOf } from '../../../../platform/files/file-text.ts'
import { FAULT } from './list-words.ts'

export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  readonly text: string
}
export interface XmlRecord {
  readonly line: number
  readonly node: XmlNode
}
interface OpenNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
  line: number
}

const DEPTH_MAX = 30
const NEW_LINE = 10
const TOKEN_MAX = 100_000
const NAME = /^[\w:.-]+/
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const ENTITY = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one pass over the pieces of a file; every branch moves the same stack
export async function* readXmlRecords(chunks: Chunks, root: string, records: ReadonlySet<string>): AsyncGenerator<XmlRecord> {
  const stack: OpenNode[] = []
  let line = 1
  let hasEnded = false
  let rest = ''
  for await (const text of textOf(chunks, () => line)) {
    rest += text
    let from = 0
    for (let token = nextToken(rest, from, line); token; token = nextToken(rest, from, line)) {
      const record = step(token)
      line += newlines(rest, from, token.to)
      from = token.to
      if (record) yield record
    }
    rest = rest.slice(from)
    if (rest.length > TOKEN_MAX) throw new FileFault(line, FAULT.endlessElement)
  }
  if (!hasEnded || rest.trim() !== '') throw new FileFault(line, FAULT.incompleteFile)

  function step({ kind, body }: Token): XmlRecord | null {
    if (kind === 'text') addText(body)
    if (kind === 'open') return open(body)
    return kind === 'close' ? close(body.trim()) : null
  }
  function addText(text: string): void {
    const top = stack.at(-1)
    if (!top) {
      if (text.replace('\ufeff', '').trim() !== '') throw new FileFault(line, FAULT.textOutside)
    } else if (top.text.length + text.length > FIELD_MAX) throw new FileFault(line, FAULT.longField)
    else top.text += text
  }
  function open(body: string): XmlRecord | null {
    const isEmpty = body.endsWith('/')
    const [name = ''] = NAME.exec(body) ?? []
    if (!name) throw new FileFault(line, FAULT.namelessElement)
    if (stack.length === 0 && (hasEnded || plain(name) !== root)) throw new FileFault(line, FAULT.otherRoot(root, name))
    if (stack.length >= DEPTH_MAX) throw new FileFault(line, FAULT.tooDeep)
    stack.push({
      name: plain(name),
      attributes: attributesOf(body.slice(name.length, isEmpty ? -1 : undefined)),
      children: [],
      text: '',
      line,
    })
    return isEmpty ? close(name) : null
  }
  function close(name: string): XmlRecord | null {
    const node = stack.pop()
    if (!node || node.name !== plain(name)) throw new FileFault(line, FAULT.closesNothing(name))
    const parent = stack.at(-1)
    if (!parent) hasEnded = true
    if (records.has(node.name)) return { line: node.line, node }
    // Elements outside records are dropped: lists are long.
    if (parent && stack.some((above) => records.has(above.name))) parent.children.push(node)
    return null
  }
  function attributesOf(text: string): Record<string, string> {
    const found: Record<string, string> = {}
    ATTRIBUTE.lastIndex = 0
    let end = 0
    for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
      found[match[1] ?? ''] = decoded(match[2] ?? match[3] ?? '', line)
      end = ATTRIBUTE.lastIndex
    }
    if (text.slice(end).trim() !== '') throw new FileFault(line, FAULT.attribute)
    return found
  }
}

interface Token {
  readonly kind: 'text' | 'open' | 'close' | 'nothing'
  readonly body: string
  readonly to: number
}
/** Null until the rest has arrived. */
function nextToken(text: string, from: number, line: number): Token | null {
  if (text[from] !== '<') {
    const to = text.indexOf('<', from)
    return to < 0 ? null : { kind: 'text', body: decoded(text.slice(from, to), line), to }
  }
  if (text.startsWith('<!--', from)) return until(text, from + 4, '-->', 'nothing')
  if (text.startsWith('<![CDATA[', from)) return until(text, from + 9, ']]>', 'text')
  if (text.startsWith('<?', from)) return until(text, from + 2, '?>', 'nothing')
  if ('<![CDATA['.startsWith(text.slice(from)) || '<!--'.startsWith(text.slice(from))) return null
  if (text.startsWith('<!', from)) throw new FileFault(line, FAULT.documentType)
  return text[from + 1] === '/' ? until(text, from + 2, '>', 'close') : until(text, from + 1, '>', 'open')
}
function until(text: string, from: number, end: string, kind: Token['kind']): Token | null {
  const at = text.indexOf(end, from)
  return at < 0 ? null : { kind, body: text.slice(from, at), to: at + end.length }
}
function newlines(text: string, from: number, to: number): number {
  // Never past `to`: a file in one line would be read to its end for each of its elements.
  let count = 0
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === NEW_LINE) count++
  return count
}
function decoded(text: string, line: number): string {
  return text.replace(ENTITY, (_all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? fault(line, name)
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return isText(code) ? String.fromCodePoint(code) : fault(line, `#${code}`)
  })
}
/** A lone UTF-16 surrogate is not a letter, and the database refuses it. */
const isText = (code: number) => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
function fault(line: number, name: string): never {
  throw new FileFault(line, FAULT.entity(name))
}
/** Name without its namespace. */
const plain = (name: string) => name.slice(name.indexOf(':') + 1)

export const childrenOf = ({ children }: XmlNode, name: string): XmlNode[] => children.filter((child) => child.name === name)
export const textIn = (node: XmlNode, name: string): string => childrenOf(node, name)[0]?.text.trim() ?? ''
