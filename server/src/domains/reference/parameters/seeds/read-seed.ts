/** Seed files: lines of fields between tabs; `#` begins a comment. */
import { readFileSync } from 'node:fs'

export function readSeed(name: string): string[][] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))
}
