/**
 * File type detection by magic bytes: one rule for the browser, which warns before the upload, and the server, which decides.
 * The name, its extension and the reported type are ignored: phones and mail programs set them wrongly or leave them out.
 */
import type { UploadKind } from './endpoint.ts'

export type FoundKind = UploadKind | 'heic' | 'other'

/** Number of bytes that the rule reads. */
export const HEAD_BYTES = 12

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** `%PDF-`. Readers search for it in the first kilobyte; required at the very start, so that the file cannot be another type as well. */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif'])

export function kindOf(head: Uint8Array): FoundKind {
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => head[index] === byte)
  if (startsWith(JPEG) || startsWith(PNG)) return 'image'
  if (startsWith(PDF)) return 'pdf'
  const text = (from: number) => String.fromCharCode(...head.subarray(from, from + 4))
  return text(4) === 'ftyp' && HEIC_BRANDS.has(text(8)) ? 'heic' : 'other'
}
