/**
 * ZIP in one canonical form: uncompressed members, in order, with plain names and no dates. The same members are the same bytes, so that a
 * reader can compare every byte of an archive with what the product would have written (decision 31). Own code: a library writes what
 * readers accept, and accepts what others wrote.
 */
import { crc32 } from 'node:zlib'

const LOCAL_MARK = 0x04034b50
const CENTRAL_MARK = 0x02014b50
const END_MARK = 0x06054b50
const VERSION = 20
/** The first of January 1980, the earliest day of the format. */
const NO_DATE = 0x0021
export const END_BYTES = 22
/** Upper limits of the 32-bit and 16-bit fields. */
export const ARCHIVE_BYTES_MAX = 0xffff_ffff
export const MEMBERS_MAX = 0xfffe

/** No parent folder, no drive, no other separator, nothing that a screen or a file system reads differently. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,3}$/
const NAME_MAX = 150
export const isSafeName = (name: string): boolean => name.length <= NAME_MAX && NAME.test(name)

export interface Member {
  readonly name: string
  readonly bytes: number
  readonly crc: number
}
export interface PlacedMember extends Member {
  readonly offset: number
}

export const checksum = (content: Uint8Array, before = 0): number => crc32(content, before)

export function localHeader({ name, bytes, crc }: Member): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_MARK, 0)
  writeFacts(header, 4, { name, bytes, crc })
  return Buffer.concat([header, Buffer.from(name)])
}

export function centralHeader({ name, bytes, crc, offset }: PlacedMember): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL_MARK, 0)
  header.writeUInt16LE(VERSION, 4)
  writeFacts(header, 6, { name, bytes, crc })
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, Buffer.from(name)])
}

/** Fields of both headers: version, flags, method, time, date, checksum, both sizes, lengths of the name and of the extra field. */
function writeFacts(header: Buffer, at: number, { name, bytes, crc }: Member): void {
  header.writeUInt16LE(VERSION, at)
  header.writeUInt16LE(NO_DATE, at + 8)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(bytes, at + 14)
  header.writeUInt32LE(bytes, at + 18)
  header.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

export function endRecord({ members, bytes, offset }: { members: number; bytes: number; offset: number }): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_MARK, 0)
  end.writeUInt16LE(members, 8)
  end.writeUInt16LE(members, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** End record as far as it can be read, also of an archive of another program. */
export interface End {
  readonly members: number
  readonly bytes: number
  readonly offset: number
}

/** Last end record in these bytes, and its position. */
export function findEnd(tail: Buffer): { end: End; at: number } | null {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_MARK) continue
    const end = { members: tail.readUInt16LE(at + 10), bytes: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) }
    return { end, at }
  }
  return null
}

export interface ListedMember extends PlacedMember {
  /** Size in the archive; the same as `bytes` in archives of the product. */
  readonly packedBytes: number
  readonly method: number
  /** The header has every byte that the product would write. */
  readonly isOurs: boolean
}

/** A header of the directory and where the next one begins; null when there is none. */
export function readCentral(directory: Buffer, at: number): { member: ListedMember; next: number } | null {
  if (directory.length < at + 46 || directory.readUInt32LE(at) !== CENTRAL_MARK) return null
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
  const next = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  if (directory.length < next) return null
  const member = {
    name: directory.toString('utf8', at + 46, nameEnd),
    crc: directory.readUInt32LE(at + 16),
    bytes: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  }
  const isOurs = directory.subarray(at, next).equals(centralHeader(member))
  return { member: { ...member, packedBytes: directory.readUInt32LE(at + 20), method: directory.readUInt16LE(at + 10), isOurs }, next }
}

export const LOCAL_BYTES = 30
/** Start of the content after a local header; null when the header is invalid. */
export function contentAfter(header: Buffer, offset: number): number | null {
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_MARK) return null
  return offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
}
