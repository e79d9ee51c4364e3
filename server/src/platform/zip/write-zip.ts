/** Write a ZIP member by member, so that no more than one of them is in memory. Its size is known before its first byte. */
import {
  ARCHIVE_BYTES_MAX,
  centralHeader,
  END_BYTES,
  endRecord,
  isSafeName,
  localHeader,
  MEMBERS_MAX,
  type Member,
  type PlacedMember,
} from './format.ts'

export interface MemberToWrite extends Member {
  /** Called when the member is written; must match `bytes` and `crc`. */
  content(): Promise<Uint8Array>
}

/** @throws when names repeat or are not safe, or it is more than the format holds */
export function sizeOfZip(members: readonly Member[]): number {
  const names = new Set(members.map(({ name }) => name.toLowerCase()))
  if (names.size !== members.length || !members.every(({ name }) => isSafeName(name))) throw new Error('names that no archive may have')
  const size = members.reduce((sum, { name, bytes }) => sum + 30 + 46 + 2 * name.length + bytes, END_BYTES)
  if (size > ARCHIVE_BYTES_MAX || members.length > MEMBERS_MAX) throw new Error('more than a ZIP of this form holds')
  return size
}

export async function* writeZip(members: readonly MemberToWrite[]): AsyncGenerator<Uint8Array> {
  const placed: PlacedMember[] = []
  let offset = 0
  for (const { content, ...member } of members) {
    const bytes = await content()
    if (bytes.length !== member.bytes) throw new Error(`${member.name} is not what was announced`)
    const header = localHeader(member)
    yield header
    yield bytes
    placed.push({ ...member, offset })
    offset += header.length + bytes.length
  }
  const directory = Buffer.concat(placed.map(centralHeader))
  yield directory
  yield endRecord({ members: placed.length, bytes: directory.length, offset })
}
