/** Shared helpers of the screening measurements: the split by person, and the shares that are kept. */
import { recordFigure } from './figures.ts'

export type Part = 'dev' | 'held-out'

/** FNV-1a. */
function hash(text: string): number {
  let mixed = 2_166_136_261
  for (const letter of text) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return mixed >>> 0
}
export const partOf = (person: string): Part => (hash(person) % 100 < 50 ? 'dev' : 'held-out')
export const percent = (share: number, of: number): string => (of === 0 ? '–' : `${((100 * share) / of).toFixed(2)} %`)

/** Records a share in per cent. */
export function recordShare(name: string, share: number, of: number, goal: { atLeast?: number; atMost?: number } = {}): void {
  if (of > 0) recordFigure({ name, value: (100 * share) / of, unit: '%', ...goal })
}
