/** Blocks → tagged paragraphs, headings and lists, so that a screen reader gets the visible structure of the PDF. */

import { BODY, type FontName, HEADING, INK } from '../../../../platform/pdf/theme.ts'
import { plainText } from '../parse-markdown.ts'
import type { Block, Heading, Run } from '../types.ts'

export interface TextContext {
  readonly pdf: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
  /** Turns our own paths into addresses: a PDF is also read outside of our pages. */
  readonly origin: string
}

export function writeBlocks(context: TextContext, blocks: readonly Block[]): void {
  for (const [index, block] of blocks.entries()) writeBlock(context, block, blocks[index + 1])
}

function writeBlock(context: TextContext, block: Block, next: Block | undefined): void {
  switch (block.kind) {
    case 'heading':
      writeHeading(context, block, next)
      break
    case 'paragraph':
      writeParagraph(context, block.runs)
      break
    case 'list':
      writeList(context, block.items, block.isOrdered)
  }
}

function writeHeading({ pdf, root }: TextContext, { level, text }: Heading, next: Block | undefined): void {
  const { size, before, after } = level === 2 ? HEADING[2] : HEADING[3]
  // A heading stays with its section.
  keepTogether(pdf, before + size + after + BODY.lineGap + (next ? undividedHeight(pdf, next) : 0))
  if (pdf.y > pdf.page.margins.top) pdf.y += before
  pdf.outline.addItem(text)
  root.add(
    pdf.struct(`H${level}`, { title: text }, () => {
      pdf.font('bold').fontSize(size).fillColor(INK.green).text(text)
    }),
  )
  pdf.y += after
}

function writeParagraph(context: TextContext, runs: readonly Run[]): void {
  const { pdf, root } = context
  keepTogether(pdf, undividedHeight(pdf, { kind: 'paragraph', runs }))
  root.add(pdf.struct('P', {}, runParts(context, runs, {})))
  pdf.y += BODY.paragraphGap
}

function writeList(context: TextContext, items: readonly (readonly Run[])[], isOrdered: boolean): void {
  const { pdf, root } = context
  const list = pdf.struct('L')
  root.add(list)
  for (const [index, runs] of items.entries()) {
    list.add(listItem(context, runs, isOrdered ? `${index + 1}.` : '•'))
    pdf.x = pdf.page.margins.left
    pdf.y += BODY.itemGap
  }
  list.end()
  pdf.y += BODY.paragraphGap - BODY.itemGap
}

function listItem(context: TextContext, runs: readonly Run[], label: string): PDFKit.PDFStructureElement {
  const { pdf } = context
  const { left } = pdf.page.margins
  const width = pdf.page.width - left - pdf.page.margins.right - BODY.listIndent
  keepTogether(pdf, undividedHeight(pdf, { kind: 'list', isOrdered: false, items: [runs] }))
  const top = pdf.y
  const drawLabel = () => {
    useBodyFont(pdf, 'regular')
    pdf.fillColor(INK.green).text(label, left, top, { lineBreak: false })
  }
  return pdf.struct('LI', {}, [
    pdf.struct('Lbl', {}, drawLabel),
    pdf.struct('LBody', {}, runParts(context, runs, { x: left + BODY.listIndent, y: top, width })),
  ])
}

interface Place {
  x?: number
  y?: number
  width?: number
}

/** One drawing function for each run; links are separate elements. They are called when the paragraph joins the document. */
function runParts({ pdf, origin }: TextContext, runs: readonly Run[], { x, y, width }: Place) {
  return runs.map((run, index) => {
    const draw = () => {
      const { text, isBold, isItalic, href } = run
      useBodyFont(pdf, isBold ? (isItalic ? 'boldItalic' : 'bold') : isItalic ? 'italic' : 'regular')
      const options: PDFKit.Mixins.TextOptions = {
        lineGap: BODY.lineGap,
        continued: index < runs.length - 1,
        underline: href !== null,
        link: href === null ? null : addressOf(href, origin),
        ...(width === undefined ? {} : { width }),
      }
      pdf.fillColor(href === null ? INK.text : INK.green)
      if (index === 0 && x !== undefined) pdf.text(text, x, y, options)
      else pdf.text(text, options)
    }
    return run.href === null ? draw : pdf.struct('Link', { alt: run.text }, draw)
  })
}

const addressOf = (href: string, origin: string): string => (href.startsWith('/') ? origin + href : href)

function useBodyFont(pdf: PDFKit.PDFDocument, name: FontName): void {
  pdf.font(name).fontSize(BODY.size)
}

/** How much of a block must be on one page: all of a short paragraph, the first lines of a long one; of a list its first item. */
function undividedHeight(pdf: PDFKit.PDFDocument, block: Block): number {
  if (block.kind === 'heading') return 0
  const runs = block.kind === 'list' ? (block.items[0] ?? []) : block.runs
  const { left, right } = pdf.page.margins
  const width = pdf.page.width - left - right - (block.kind === 'list' ? BODY.listIndent : 0)
  // Bold, the widest face, so that the estimate is never too small.
  useBodyFont(pdf, 'bold')
  const lineHeight = pdf.currentLineHeight(true) + BODY.lineGap
  const lines = Math.round(pdf.heightOfString(plainText(runs), { width, lineGap: BODY.lineGap }) / lineHeight)
  return (lines <= UNDIVIDED_LINES_MAX ? lines : 3) * lineHeight
}

const UNDIVIDED_LINES_MAX = 5

function keepTogether(pdf: PDFKit.PDFDocument, height: number): void {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
}
