/** Names of the archive's entries, and the part of the manifest that each belongs to. */

export const MANIFEST = 'manifest.json'
export const MANIFEST_MAC = 'manifest.mac'
export const CHAIN_DEPLOYMENT = 'chain-deployment.json'
export const DUMP = 'database/dump'
export const FILES = 'files'

export const tablePart = (index: number, { schema, name }: { schema: string; name: string }): string =>
  `database/${String(index).padStart(4, '0')}-${schema}.${name}`

/** Pieces of one table or dump sort by their names, so that `cat` puts them together. */
export const pieceOf = (part: string, index: number): string => `${part}/${String(index).padStart(6, '0')}`

export function partOf(name: string): string {
  if (name.startsWith(`${FILES}/`)) return FILES
  return name.startsWith('database/') ? name.split('/').slice(0, 2).join('/') : name
}
