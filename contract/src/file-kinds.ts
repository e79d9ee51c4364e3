/**
 * What a file is, by its first bytes: one rule for the browser, which tells a person before anything is sent, and the server, which decides.
 * Its name, its ending and the type that a system reports count for nothing: phones and mail programs write them wrong or leave them out.
 */
import type { UploadKind } from './endpoint.ts'

export type FoundKind = UploadKind | 'heic' | 'other'

/** As many as the rule looks at. */
export const HEAD_BYTES = 12

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** `%PDF-`. Readers look for it in the first kilobyte: only at the very start can the file be nothing else as well. */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif'])

export function kindOf(head: Uint8Array): FoundKind {
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => head[index] === byte)
  if (startsWith(JPEG) || startsWith(PNG)) return 'image'
  if (startsWith(PDF)) return 'pdf'
  const text = (from: number) => String.fromCharCode(...head.subarray(from, from + 4))
  return text(4) === 'ftyp' && HEIC_BRANDS.has(text(8)) ? 'heic' : 'other'
}
