/** Blocks → HTML for our own pages. Every text and every address is escaped. */
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { Block, Run } from './types.ts'

export function writeHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('\n')
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} id="${escapeHtml(block.id)}">${escapeHtml(block.text)}</h${block.level}>`
    case 'paragraph':
      return `<p>${runsHtml(block.runs)}</p>`
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul'
      return `<${tag}>\n${block.items.map((runs) => `<li>${runsHtml(runs)}</li>`).join('\n')}\n</${tag}>`
    }
  }
}

export const runsHtml = (runs: readonly Run[]): string => runs.map(runHtml).join('')

function runHtml({ text, isBold, isItalic, href }: Run): string {
  const emphasis = isItalic ? `<em>${escapeHtml(text)}</em>` : escapeHtml(text)
  const strong = isBold ? `<strong>${emphasis}</strong>` : emphasis
  return href === null ? strong : `<a href="${escapeHtml(href)}">${strong}</a>`
}
