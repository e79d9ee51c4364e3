/**
 * Comparison of two versions of a policy, as a text with the removed and added words. Blocks are compared first, then the words of the
 * changed blocks.
 */
import { diffArrays } from 'diff'
import type { Block, Run } from './types.ts'

/** Stretch of text that is unchanged, added or removed. */
export interface Piece {
  readonly change: Change
  readonly runs: readonly Run[]
}
export type Change = 'kept' | 'added' | 'removed'

/** A heading, a paragraph, or one point of a list. */
export interface ComparedLine {
  readonly kind: 'heading' | 'paragraph' | 'point'
  /** `h2`, `h3`, `p`, or the list that the point belongs to. */
  readonly tag: 'h2' | 'h3' | 'p' | 'ul' | 'ol'
  /** Number of a point of an ordered list, in the version that has it. */
  readonly number: number
  readonly pieces: readonly Piece[]
}
type Line = Omit<ComparedLine, 'pieces'> & { readonly runs: readonly Run[] }

export function compareVersions(before: readonly Block[], after: readonly Block[]): ComparedLine[] {
  const changes = diffArrays(before.flatMap(linesOf), after.flatMap(linesOf), { comparator: isSameLine })
  return changes.flatMap(({ value, added, removed }, index) => {
    if (added) return changes[index - 1]?.removed ? [] : value.map((line) => whole('added', line))
    if (!removed) return value.map((line) => whole('kept', line))
    const next = changes[index + 1]
    return next?.added ? replaced(value, next.value) : value.map((line) => whole('removed', line))
  })
}

const PLAIN: Omit<Run, 'text'> = { isBold: false, isItalic: false, href: null }

function linesOf(block: Block): Line[] {
  if (block.kind === 'heading')
    return [{ kind: 'heading', tag: block.level === 2 ? 'h2' : 'h3', number: 0, runs: [{ ...PLAIN, text: block.text }] }]
  if (block.kind === 'paragraph') return [{ kind: 'paragraph', tag: 'p', number: 0, runs: block.runs }]
  const tag = block.isOrdered ? 'ol' : 'ul'
  return block.items.map((runs, index) => ({ kind: 'point', tag, number: index + 1, runs }))
}

const isSameLine = (one: Line, other: Line): boolean =>
  one.tag === other.tag && one.runs.length === other.runs.length && one.runs.every((run, index) => isSameRun(run, other.runs[index]))

function isSameRun(one: Run, other: Run | undefined): boolean {
  return one.text === other?.text && one.isBold === other.isBold && one.isItalic === other.isItalic && one.href === other.href
}

const whole = (change: Change, { runs, ...line }: Line): ComparedLine => ({ ...line, pieces: [{ change, runs }] })

/** Half of the words are the same: it counts as the same sentence, edited. */
const ALIKE = 0.5

/** Removed lines that others replace: similar ones are shown as one, in the order of the new text. */
function replaced(oldLines: readonly Line[], come: readonly Line[]): ComparedLine[] {
  const left = [...oldLines]
  const lines: ComparedLine[] = []
  for (const line of come) {
    const match = left.findIndex((candidate) => candidate.tag === line.tag && alikeness(candidate, line) >= ALIKE)
    const before = left[match]
    if (before) {
      lines.push(...left.splice(0, match).map((skipped) => whole('removed', skipped)))
      left.shift()
      lines.push(mended(before, line))
    } else lines.push(whole('added', line))
  }
  return [...lines, ...left.map((line) => whole('removed', line))]
}

function alikeness(one: Line, other: Line): number {
  const pieces = comparedWords(one, other)
  const count = (change: Change) => pieces.filter((piece) => piece.change === change).reduce((sum, { runs }) => sum + wordsIn(runs), 0)
  return (2 * count('kept')) / Math.max(1, wordsIn(one.runs) + wordsIn(other.runs))
}

export const wordsIn = (runs: readonly Run[]): number =>
  runs.flatMap(({ text }) => text.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []).length

function mended(before: Line, { runs, ...after }: Line): ComparedLine {
  return { ...after, pieces: comparedWords(before, { ...after, runs }) }
}

function comparedWords(before: Line, after: Line): Piece[] {
  return diffArrays(words(before.runs), words(after.runs), { comparator: isSameWord }).map(({ value, added, removed }) => ({
    change: added ? 'added' : removed ? 'removed' : 'kept',
    runs: value,
  }))
}

/** Ignores the space after a word: the last word of a text has none. */
const isSameWord = (one: Run, other: Run): boolean => isSameRun({ ...one, text: one.text.trim() }, { ...other, text: other.text.trim() })

/** Each word with the space after it, in its style. */
const words = (runs: readonly Run[]): Run[] =>
  runs.flatMap((run) => (run.text.match(/\s*\S+\s*|\s+/g) ?? []).map((text) => ({ ...run, text })))
