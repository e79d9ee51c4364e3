/** Changes between two versions as HTML: `ins` and `del`, each with a word for readers who hear the page or do not see its colours. */
import { type Change, type ComparedLine, type Piece, wordsIn } from './compare-versions.ts'
import { runsHtml } from './write-html.ts'

const MARKS: Readonly<Record<Exclude<Change, 'kept'>, { tag: string; word: string }>> = {
  added: { tag: 'ins', word: 'agregado' },
  removed: { tag: 'del', word: 'quitado' },
}

export function writeChanges(lines: readonly ComparedLine[]): string {
  return lines.map((line, index) => opening(lines[index - 1], line) + lineHtml(line) + closing(line, lines[index + 1])).join('\n')
}

export function countWords(lines: readonly ComparedLine[], change: Change): number {
  return lines.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + (piece.change === change ? wordsIn(piece.runs) : 0), 0)
}

const opening = (before: ComparedLine | undefined, { kind, tag }: ComparedLine): string =>
  kind === 'point' && before?.tag !== tag ? `<${tag}>\n` : ''
const closing = ({ kind, tag }: ComparedLine, after: ComparedLine | undefined): string =>
  kind === 'point' && after?.tag !== tag ? `\n</${tag}>` : ''

function lineHtml({ kind, tag, number, pieces }: ComparedLine): string {
  const text = pieces.map(pieceHtml).join('')
  if (kind !== 'point') return `<${tag}>${text}</${tag}>`
  return tag === 'ol' ? `<li value="${number}">${text}</li>` : `<li>${text}</li>`
}

function pieceHtml({ change, runs }: Piece): string {
  if (change === 'kept') return runsHtml(runs)
  const { tag, word } = MARKS[change]
  return `<${tag}><span data-mark>[${word}: </span>${runsHtml(runs)}<span data-mark>]</span></${tag}>`
}
