/** Statement of a month as PDF and as CSV, and the months that have one. */

import { formatDocumentCode } from '@tunjo/contract/documents'
import { formatAsset } from '@tunjo/contract/money'
import { toCsv } from '../../../platform/csv.ts'
import { dateForSheets } from '../../../platform/date-for-sheets.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { MovementsContext } from '../types.ts'
import { LEDGER_WORDS } from '../words.es.ts'
import { sha256 } from './document-signer.ts'
import { amountText, momentText, monthText } from './figures.es.ts'
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

export async function statementPdf(context: MovementsContext, accountId: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { document, statements, title } = await prepare(context, accountId, name)
  const lines = statements.map(linesOf)
  return issueDocument(context, document, 'pdf', (issue) =>
    renderPdf({ title, facts: document.facts, issue, publicUrl: context.publicUrl, lines }),
  )
}

export async function statementCsv(context: MovementsContext, accountId: string, name: string): Promise<string> {
  const { document, statements } = await prepare(context, accountId, name)
  const rows = statements.flatMap(sheetRows)
  return issueDocument(context, document, 'csv', async ({ code }) =>
    toCsv([
      ['Moneda', 'Fecha', 'Concepto', 'Cantidad', 'Saldo', 'Número del movimiento'],
      ...rows,
      ['Código de verificación', formatDocumentCode(code), null, null, null, null],
    ]),
  )
}

interface Prepared {
  readonly document: DocumentDraft
  readonly statements: readonly AssetStatement[]
  readonly title: string
}

async function prepare(context: MovementsContext, accountId: string, name: string): Promise<Prepared> {
  const month = monthOf(name)
  if (!isComplete(month, context.clock.now())) refuse('movements.no_statement')
  const statements = await statementOf(context, accountId, month)
  if (statements.length === 0) refuse('movements.no_statement')
  const facts = [...(await holderFacts(context, accountId)), ...monthFacts(month, statements)]
  return { document: { accountId, kind: 'statement', subject: name, facts }, statements, title: `Extracto de ${monthText(month.start)}` }
}

function monthFacts({ start, end }: Month, statements: readonly AssetStatement[]): Fact[] {
  const last = new Date(end.getTime() - 1)
  return [
    { name: 'Periodo', value: `${momentText(start)} a ${momentText(last)} (hora de Bogotá)` },
    ...statements.flatMap(({ asset, opening, came, went, closing, entries }) => [
      { name: `Saldo inicial en ${asset}`, value: amountText(asset, opening) },
      { name: `Entró en ${asset}`, value: amountText(asset, came) },
      { name: `Salió en ${asset}`, value: amountText(asset, went) },
      { name: `Saldo final en ${asset}`, value: amountText(asset, closing) },
      { name: `Movimientos de ${asset}`, value: String(entries.length) },
    ]),
    // A change of one line of the document changes this hash.
    { name: 'Huella de los movimientos', value: sha256(JSON.stringify(statements.flatMap(sheetRows))) },
  ]
}

const HEADER = ['Fecha', 'Concepto', 'Cantidad', 'Saldo'] as const

function linesOf({ asset, entries }: AssetStatement): PdfLines {
  const shown = entries.slice(0, PDF_LINES_MAX)
  const left = entries.length - shown.length
  return {
    heading: `Movimientos en ${asset}`,
    header: HEADER,
    rows: shown.map(({ recordedAt, code, amount, posted }) => [
      dateForSheets(recordedAt),
      wordOf(code),
      amountText(asset, amount),
      amountText(asset, posted),
    ]),
    note:
      left > 0 ? `Y ${left} movimientos más, que están en el extracto en CSV.` : entries.length === 0 ? 'Sin movimientos en el mes.' : null,
  }
}

function sheetRows({ asset, opening, closing, entries }: AssetStatement): (string | null)[][] {
  const text = (amount: bigint) => formatAsset(asset, amount)
  return [
    [asset, null, 'Saldo inicial', null, text(opening), null],
    ...entries.map(({ recordedAt, code, amount, posted, ref }) => [
      asset,
      dateForSheets(recordedAt),
      wordOf(code),
      text(amount),
      text(posted),
      ref,
    ]),
    [asset, null, 'Saldo final', null, text(closing), null],
  ]
}

const wordOf = (code: string): string => LEDGER_WORDS[code] ?? 'Movimiento'
