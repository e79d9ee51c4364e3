/** What a file is, by its first bytes; its name and the sender's word count for nothing. */
import type { UploadKind } from '@tunjo/contract/endpoint'

type Found = UploadKind | 'heic' | 'other'

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PDF = Buffer.from('%PDF-')
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif'])

export function kindOf(content: Buffer): Found {
  const startsWith = (mark: Buffer) => content.subarray(0, mark.length).equals(mark)
  if (startsWith(JPEG) || startsWith(PNG)) return 'image'
  // Readers look for this mark in the first kilobyte: only at the very start can the file be nothing else as well.
  if (startsWith(PDF)) return 'pdf'
  const isHeic = content.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(content.toString('latin1', 8, 12))
  return isHeic ? 'heic' : 'other'
}
