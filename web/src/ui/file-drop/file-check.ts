/** File check before the upload. The server checks the bytes again, by the same rule. */
import type { UploadKind } from '@tunjo/contract/endpoint'
import { type FoundKind, HEAD_BYTES, kindOf } from '@tunjo/contract/file-kinds'

export interface FileKind {
  kind: UploadKind
  /** Display name: `PDF`. */
  name: string
  /** Filter of the system's file dialog: a type and extensions with the dot. Not a condition. */
  type: string
  extensions: readonly string[]
}

export const PDF: FileKind = { kind: 'pdf', name: 'PDF', type: 'application/pdf', extensions: ['.pdf'] }
export const PNG: FileKind = { kind: 'image', name: 'PNG', type: 'image/png', extensions: ['.png'] }
export const JPG: FileKind = { kind: 'image', name: 'JPG', type: 'image/jpeg', extensions: ['.jpg', '.jpeg', '.jfif', '.jpe'] }

export interface FileRules {
  kinds: readonly FileKind[]
  bytesMax: number
  filesMax: number
}

export type FileProblem = 'type' | 'heic' | 'size' | 'empty'

export async function checkFile(file: File, { kinds, bytesMax }: Omit<FileRules, 'filesMax'>): Promise<FileProblem | null> {
  if (file.size === 0) return 'empty'
  const found = await foundIn(file)
  if (found === 'heic' && kinds.some(({ kind }) => kind === 'image')) return 'heic'
  if (!kinds.some(({ kind }) => kind === found)) return 'type'
  return file.size > bytesMax ? 'size' : null
}

/** Detect the type; a folder, or a file that was removed meanwhile, cannot be read. */
export const foundIn = async (file: File): Promise<FoundKind> =>
  file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .then((head) => kindOf(new Uint8Array(head)))
    .catch(() => 'other')

/** Value of the `accept` attribute. */
export const acceptOf = (kinds: readonly FileKind[]): string => kinds.flatMap(({ type, extensions }) => [type, ...extensions]).join(',')

/** `PNG, JPG o PDF`. */
export const kindNames = (kinds: readonly FileKind[]): string =>
  new Intl.ListFormat('es-CO', { type: 'disjunction' }).format(kinds.map(({ name }) => name))

/** `1,4 MB`, rounded up: a file never looks smaller than the limit that it exceeds. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['KB', 1_000] : ['MB', 1_000_000]
  return `${(Math.ceil((bytes * 10) / size) / 10).toLocaleString('es-CO')}\u00a0${unit}`
}
