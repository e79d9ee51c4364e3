/**
 * Unpack a web font (WOFF 1.0, W3C) to the TrueType font inside it. The font reader unpacks a whole table again for every glyph that it
 * writes: with a font of six thousand glyphs one document would take a second.
 */
import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16
/** Limit of one table; the embedded fonts have tables below one megabyte. */
const TABLE_BYTES_MAX = 4_194_304

export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(WOFF_HEADER + WOFF_ENTRY * index)
    const table = tableOf(woff, entry)
    const to = SFNT_HEADER + SFNT_ENTRY * index
    entry.copy(head, to, 0, 4)
    entry.copy(head, to + 4, 16, 20)
    head.writeUInt32BE(offset, to + 8)
    head.writeUInt32BE(table.length, to + 12)
    const padding = Buffer.alloc(-table.length & 3)
    tables.push(table, padding)
    offset += table.length + padding.length
  }
  return Buffer.concat([head, ...tables])
}

function tableOf(woff: Buffer, entry: Buffer): Buffer {
  const [from, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
  const content = woff.subarray(from, from + packed)
  return packed < length ? inflateSync(content, { maxOutputLength: TABLE_BYTES_MAX }) : content
}
