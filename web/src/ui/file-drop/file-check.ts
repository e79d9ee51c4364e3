/** What a file must be before it is sent. The server looks at its bytes again: names and types are only what the browser was told. */
export interface FileKind {
  /** How people call it: `PDF`. */
  name: string
  /** As the browser reports it: `application/pdf`. */
  type: string
  /** With the dot, lower case. */
  extensions: readonly string[]
}

export const PDF: FileKind = { name: 'PDF', type: 'application/pdf', extensions: ['.pdf'] }
export const PNG: FileKind = { name: 'PNG', type: 'image/png', extensions: ['.png'] }
export const JPG: FileKind = { name: 'JPG', type: 'image/jpeg', extensions: ['.jpg', '.jpeg'] }

export interface FileRules {
  kinds: readonly FileKind[]
  bytesMax: number
  filesMax: number
}

export type FileProblem = 'type' | 'size' | 'empty'

export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>, { kinds, bytesMax }: FileRules): FileProblem | null {
  if (!kinds.some((kind) => isOfKind(file, kind))) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > bytesMax ? 'size' : null
}

/** Value of the `accept` attribute. */
export const acceptOf = (kinds: readonly FileKind[]): string => kinds.flatMap(({ type, extensions }) => [type, ...extensions]).join(',')

/** `PNG, JPG o PDF`. */
export const kindNames = (kinds: readonly FileKind[]): string =>
  new Intl.ListFormat('es-CO', { type: 'disjunction' }).format(kinds.map(({ name }) => name))

/** `1,4 MB`, rounded up: a file never looks smaller than the limit that it breaks. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['KB', 1_000] : ['MB', 1_000_000]
  return `${(Math.ceil((bytes * 10) / size) / 10).toLocaleString('es-CO')}\u00a0${unit}`
}

/** A pasted picture has a type and an invented name; a system without file types gives only the name. */
function isOfKind({ name, type }: Pick<File, 'name' | 'type'>, kind: FileKind): boolean {
  const hasExtension = kind.extensions.some((extension) => name.toLowerCase().endsWith(extension))
  return hasExtension && (type === '' || type === kind.type)
}
