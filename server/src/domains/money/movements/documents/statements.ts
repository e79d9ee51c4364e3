/** Statement of a month as PDF and as CSV, and the months that have one. */

import { formatDocumentCode } from '@tunjo/contract/documents'
import type { Locale } from '@tunjo/contract/locales'
import { formatAsset } from '@tunjo/contract/money'
import { toCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { MovementsContext, MovementsOwner } from '../types.ts'
import { postingWords } from '../words.ts'
import { sha256 } from './document-signer.ts'
import { DOCUMENT_TEXTS } from './document-words.ts'
import { amountText, momentText, monthText } from './figures.ts'
import { firstPosting } from './first-posting.ts'
import { holderFacts } from './holder.ts'
import { type DocumentDraft, type Fact, issueDocument } from './issue-document.ts'
import { completedMonths, isComplete, type Month, monthOf } from './month.ts'
import { type PdfLines, renderPdf } from './render-pdf.ts'
import { type AssetStatement, statementOf } from './statement.ts'

/** Lines of one asset in the PDF, which people read; the CSV has all. */
const PDF_LINES_MAX = 500

export async function statementMonths(context: MovementsContext, accountId: string): Promise<string[]> {
  const first = await firstPosting(context, accountId)
  return first ? completedMonths(first, context.clock.now()) : []
}

export async function statementPdf(context: MovementsContext, owner: MovementsOwner, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { document, statements, title } = await prepare(context, owner, name)
  const { locale } = owner
  const lines = statements.map((one) => linesOf(one, locale))
  return issueDocument(context, document, 'pdf', (issue) =>
    renderPdf({ title, facts: document.facts, issue, publicUrl: context.publicUrl, lines, locale }),
  )
}

export async function statementCsv(context: MovementsContext, owner: MovementsOwner, name: string): Promise<string> {
  const { document, statements } = await prepare(context, owner, name)
  const { code: codeWord, statement: texts } = DOCUMENT_TEXTS[owner.locale]
  const rows = statements.flatMap((one) => sheetRows(one, owner.locale))
  return issueDocument(context, document, 'csv', async ({ code }) =>
    toCsv([
      [texts.asset, texts.date, texts.concept, texts.amount, texts.balance, texts.movementId],
      ...rows,
      [codeWord, formatDocumentCode(code), null, null, null, null],
    ]),
  )
}

interface Prepared {
  readonly document: DocumentDraft
  readonly statements: readonly AssetStatement[]
  readonly title: string
}

async function prepare(context: MovementsContext, owner: MovementsOwner, name: string): Promise<Prepared> {
  const { accountId, locale } = owner
  const month = monthOf(name)
  if (!isComplete(month, context.clock.now())) refuse('movements.no_statement')
  const statements = await statementOf(context, accountId, month)
  if (statements.length === 0) refuse('movements.no_statement')
  const facts = [...(await holderFacts(context, owner)), ...monthFacts(month, statements, locale)]
  const title = DOCUMENT_TEXTS[locale].statement.title(monthText(month.start, locale))
  return { document: { accountId, kind: 'statement', subject: name, facts }, statements, title }
}

function monthFacts({ start, end }: Month, statements: readonly AssetStatement[], locale: Locale): Fact[] {
  const texts = DOCUMENT_TEXTS[locale].statement
  const last = new Date(end.getTime() - 1)
  return [
    { name: texts.period, value: texts.fromTo(momentText(start, locale), momentText(last, locale)) },
    ...statements.flatMap(({ asset, opening, came, went, closing, entries }) => [
      { name: texts.openingIn(asset), value: amountText(asset, opening) },
      { name: texts.cameIn(asset), value: amountText(asset, came) },
      { name: texts.wentOut(asset), value: amountText(asset, went) },
      { name: texts.closingIn(asset), value: amountText(asset, closing) },
      { name: texts.movementsOf(asset), value: String(entries.length) },
    ]),
    // A change of one line of the document changes this hash.
    { name: texts.hash, value: sha256(JSON.stringify(statements.flatMap((one) => sheetRows(one, locale)))) },
  ]
}

function linesOf({ asset, entries }: AssetStatement, locale: Locale): PdfLines {
  const texts = DOCUMENT_TEXTS[locale].statement
  const shown = entries.slice(0, PDF_LINES_MAX)
  const left = entries.length - shown.length
  return {
    heading: texts.movementsIn(asset),
    header: [texts.date, texts.concept, texts.amount, texts.balance],
    rows: shown.map(({ recordedAt, code, amount, posted }) => [
      dateForSheets(recordedAt),
      postingWords(code, locale),
      amountText(asset, amount),
      amountText(asset, posted),
    ]),
    note: left > 0 ? texts.more(left) : entries.length === 0 ? texts.none : null,
  }
}

function sheetRows({ asset, opening, closing, entries }: AssetStatement, locale: Locale): (string | null)[][] {
  const texts = DOCUMENT_TEXTS[locale].statement
  const text = (amount: bigint) => formatAsset(asset, amount)
  return [
    [asset, null, texts.opening, null, text(opening), null],
    ...entries.map(({ recordedAt, code, amount, posted, ref }) => [
      asset,
      dateForSheets(recordedAt),
      postingWords(code, locale),
      text(amount),
      text(posted),
      ref,
    ]),
    [asset, null, texts.closing, null, text(closing), null],
  ]
}
