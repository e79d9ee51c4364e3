/**
 * Read a ZIP from a file, with bounded memory, and report what differs from `writeZip`: bytes cut off or added, names that leave their
 * folder or repeat, a header changed in one byte. Archives that another program packed are read too, so that each file can be compared.
 */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import {
  ARCHIVE_BYTES_MAX,
  checksum,
  contentAfter,
  END_BYTES,
  endRecord,
  findEnd,
  isSafeName,
  type ListedMember,
  LOCAL_BYTES,
  localHeader,
  readCentral,
} from './format.ts'

const PIECE_BYTES = 1_048_576
/** A comment after the end has at most 65,535 bytes. */
const TAIL_BYTES = 65_535 + END_BYTES
/** Far above the names of as many members as an archive of the product has. */
const DIRECTORY_BYTES_MAX = 16 * 1_048_576
/** Limit of a member that another program packed: far above any file of the product, far below what a few bytes may unpack to. */
const UNPACKED_BYTES_MAX = 256 * 1_048_576
const STORED = 0
const DEFLATED = 8

export interface ReadMember {
  readonly name: string
  readonly bytes: number
  /** Null when the listed member cannot be read. */
  readonly sha256: string | null
}
export interface ReadZip {
  readonly members: readonly ReadMember[]
  readonly findings: readonly string[]
}

export async function readZip(file: FileHandle): Promise<ReadZip> {
  const { size } = await file.stat()
  const directory = await findDirectory(file, size)
  if (!directory) return { members: [], findings: ['the archive is cut off, or is none'] }
  const findings = checkNames(directory.listed)
  if (!(await isAsWritten(file, directory, size).catch(() => false)))
    findings.push('the archive itself was changed, or packed again by another program')
  // Overlapping members, or more than an archive of the product may have: days of hashing, for a few bytes.
  if (isBomb(directory.listed, size))
    return { members: [], findings: [...findings, 'it says more than it has: nothing of it was unpacked'] }
  const members: ReadMember[] = []
  for (const member of directory.listed) members.push({ name: member.name, bytes: member.bytes, sha256: await hashOf(file, member) })
  return { members, findings }
}

function isBomb(listed: readonly ListedMember[], size: number): boolean {
  const total = (of: (member: ListedMember) => number) => listed.reduce((sum, member) => sum + of(member), 0)
  return total(({ packedBytes }) => packedBytes) > size || total(({ bytes }) => bytes) > ARCHIVE_BYTES_MAX
}

interface Directory {
  readonly listed: readonly ListedMember[]
  /** Where it begins, and how long it is. */
  readonly offset: number
  readonly bytes: number
}

async function findDirectory(file: FileHandle, size: number): Promise<Directory | null> {
  const tail = await pieceOf(file, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))
  const { members, offset, bytes } = (tail && findEnd(tail))?.end ?? { members: 0, offset: 0, bytes: 0 }
  const directory = bytes > DIRECTORY_BYTES_MAX ? null : await pieceOf(file, offset, bytes)
  if (!directory || members === 0) return null
  const listed: ListedMember[] = []
  for (let at = 0; at < bytes; ) {
    const read = readCentral(directory, at)
    if (!read) return null
    listed.push(read.member)
    at = read.next
  }
  return listed.length === members ? { listed, offset, bytes } : null
}

/** Longest list that a reader would check. */
const NAME_FINDINGS_MAX = 100

function checkNames(listed: readonly ListedMember[]): string[] {
  const findings: string[] = []
  const names = new Set<string>()
  for (const { name } of listed) {
    if (!isSafeName(name)) findings.push(`${printable(name)}: a name that no file of ours has`)
    // Some file systems ignore case.
    if (names.has(name.toLowerCase())) findings.push(`${printable(name)}: it is there more than once`)
    names.add(name.toLowerCase())
  }
  return findings.slice(0, NAME_FINDINGS_MAX)
}

/** Checks every byte that is no content: headers in their places, nothing between, nothing after. */
async function isAsWritten(file: FileHandle, { listed, offset: directoryAt, bytes }: Directory, size: number): Promise<boolean> {
  let offset = 0
  for (const member of listed) {
    const header = localHeader(member)
    if (!member.isOurs || member.offset !== offset) return false
    if (!(await pieceOf(file, offset, header.length))?.equals(header)) return false
    if (!(await hasChecksum(file, offset + header.length, member))) return false
    offset += header.length + member.bytes
  }
  const end = endRecord({ members: listed.length, bytes, offset })
  const written = await pieceOf(file, size - END_BYTES, END_BYTES)
  return offset === directoryAt && offset + bytes + END_BYTES === size && (written?.equals(end) ?? false)
}

async function hasChecksum(file: FileHandle, from: number, { bytes, crc }: ListedMember): Promise<boolean> {
  let found = 0
  for await (const piece of piecesOf(file, from, bytes)) found = checksum(piece, found)
  return found === crc
}

/** The content of a member that is expected to be small; null when it is not, or cannot be read. */
export async function readMember(file: FileHandle, name: string, bytesMax: number): Promise<Buffer | null> {
  const directory = await findDirectory(file, (await file.stat()).size)
  const member = directory?.listed.find((one) => one.name === name)
  if (!member || member.bytes > bytesMax) return null
  const pieces: Buffer[] = []
  try {
    for await (const piece of contentOf(file, member)) pieces.push(piece)
    return Buffer.concat(pieces)
  } catch {
    return null
  }
}

async function hashOf(file: FileHandle, member: ListedMember): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of contentOf(file, member)) hash.update(piece)
    return hash.digest('hex')
  } catch {
    return null
  }
}

/** @throws when it cannot be read, or is more than it says */
async function* contentOf(file: FileHandle, { offset, bytes, packedBytes, method }: ListedMember): AsyncGenerator<Buffer> {
  const header = await pieceOf(file, offset, LOCAL_BYTES)
  const from = header && contentAfter(header, offset)
  if (from === null || bytes > UNPACKED_BYTES_MAX) throw new Error('no content there')
  if (method === STORED && packedBytes === bytes) return yield* piecesOf(file, from, bytes)
  if (method !== DEFLATED) throw new Error('packed in a way that is not read')
  // An error of the first stream is reported by the second, which is read here.
  const unpacked = pipeline(Readable.from(piecesOf(file, from, packedBytes)), createInflateRaw(), () => undefined)
  let count = 0
  for await (const part of unpacked) {
    if (!Buffer.isBuffer(part)) throw new Error('no bytes')
    count += part.length
    if (count > bytes) throw new Error('more than it says')
    yield part
  }
}

async function* piecesOf(file: FileHandle, from: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; done += PIECE_BYTES) {
    const piece = await pieceOf(file, from + done, Math.min(PIECE_BYTES, bytes - done))
    if (!piece) throw new Error('the content is cut off')
    yield piece
  }
}

/** Null when the file does not have so many bytes there. */
async function pieceOf(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  if (position < 0) return null
  const piece = Buffer.alloc(length)
  const { bytesRead } = await file.read(piece, 0, length, position)
  return bytesRead === length ? piece : null
}

/** Untrusted file name, made safe for the terminal. */
export const printable = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
