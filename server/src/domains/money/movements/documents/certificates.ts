/** Certificate of a year as PDF and as CSV, and the years that have one. */
import { formatDocumentCode } from '@tunjo/contract/documents'
import type { Locale } from '@tunjo/contract/locales'
import { type AssetCode, formatAsset } from '@tunjo/contract/money'
import { toCsv } from '../../../../platform/csv/csv.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { valueInCop } from '../../pricing/index.ts'
import type { MovementsContext, MovementsOwner } from '../types.ts'
import { type AssetYear, certificateOf } from './certificate.ts'
import { assetFacts, type CertificateLine, linesOf, priceFact, titleOf, yearFacts } from './certificate-text.ts'
import { CERTIFICATE_TEXTS } from './certificate-words.ts'
import { recordMismatch } from './document-store.ts'
import { DOCUMENT_TEXTS } from './document-words.ts'
import { amountText } from './figures.ts'
import { firstPosting } from './first-posting.ts'
import { documentNumber, holderFacts, withDocument } from './holder.ts'
import { type DocumentDraft, type Fact, issueDocument } from './issue-document.ts'
import { type PdfLines, renderPdf } from './render-pdf.ts'
import { StatementMismatch } from './statement.ts'
import { type Year, yearOf, yearsSince } from './year.ts'

export async function certificateYears(context: MovementsContext, accountId: string): Promise<{ year: string; isPartial: boolean }[]> {
  const first = await firstPosting(context, accountId)
  return first ? yearsSince(first, context.clock.now()).map(({ name, isPartial }) => ({ year: name, isPartial })) : []
}

export async function certificatePdf(context: MovementsContext, owner: MovementsOwner, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { document, about, assets, year } = await prepare(context, owner, name)
  const { locale } = owner
  const lines = assets.map(({ asset, lines }) => tableOf(asset, lines, locale))
  const title = titleOf(year, locale)
  return issueDocument(context, document, 'pdf', (issue) =>
    renderPdf({ title, facts: about, issue, publicUrl: context.publicUrl, lines, locale }),
  )
}

export async function certificateCsv(context: MovementsContext, owner: MovementsOwner, name: string): Promise<string> {
  const { document, about, assets } = await prepare(context, owner, name)
  const { asset, concept, operations, units, cop, note } = CERTIFICATE_TEXTS[owner.locale].columns
  return issueDocument(context, document, 'csv', async ({ code }) =>
    toCsv([
      [asset, concept, operations, units, cop, note],
      ...assets.flatMap(({ asset, lines }) => lines.map((line) => sheetRow(asset, line))),
      ...about.map(({ name, value }) => [null, name, null, null, null, value]),
      [null, DOCUMENT_TEXTS[owner.locale].code, null, null, null, formatDocumentCode(code)],
    ]),
  )
}

interface Prepared {
  readonly year: Year
  readonly document: DocumentDraft
  /**
   * Facts about the whole, with the complete number of the identity document: only the owner's file has it, not the verification by code.
   */
  readonly about: readonly Fact[]
  readonly assets: readonly { readonly asset: AssetCode; readonly lines: readonly CertificateLine[] }[]
}

async function prepare(context: MovementsContext, owner: MovementsOwner, name: string): Promise<Prepared> {
  const { accountId, locale } = owner
  const year = yearOf(name, context.clock.now()) ?? refuse('movements.no_certificate')
  const found = await figuresOf(context, accountId, year)
  if (found.length === 0) refuse('movements.no_certificate')
  const priced = await Promise.all(found.map((one) => valued(context, one, year, locale)))
  const assets = priced.map(({ asset, lines }) => ({ asset, lines }))
  const prices = priced.flatMap(({ price }) => (price ? [price] : []))
  const [masked, number] = await Promise.all([holderFacts(context, owner), documentNumber(context, accountId)])
  const about = [...masked, ...yearFacts(year, locale), ...prices]
  const facts = [...about, ...assets.flatMap(({ asset, lines }) => assetFacts(asset, lines, locale))]
  return { year, document: { accountId, kind: 'certificate', subject: name, facts }, about: withDocument(about, number, locale), assets }
}

/** Figures that do not add up are never issued, and have to be investigated: the metric `movements` and the log report it. */
async function figuresOf(context: MovementsContext, accountId: string, year: Year): Promise<readonly AssetYear[]> {
  const { db, clock, log } = context
  try {
    return await readTwice(() => certificateOf(context, accountId, year))
  } catch (error) {
    if (!(error instanceof StatementMismatch)) throw error
    const { asset, period } = error
    await recordMismatch(db, { id: newId(), accountId, year: year.name, asset, at: clock.now() })
    log.error({ securityEvent: 'certificate_mismatch', accountId, asset, period }, 'a certificate does not add up')
    return refuse('movements.certificate_mismatch')
  }
}

/** A posting of the last instant may be committed between two reads of it: a difference that then disappears is no fault of the books. */
async function readTwice<F>(read: () => Promise<F>): Promise<F> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StatementMismatch) return read()
    throw error
  }
}

async function valued({ pricing }: MovementsContext, figures: AssetYear, year: Year, locale: Locale) {
  const { asset, closing } = figures
  if (asset === 'COP') return { asset, lines: linesOf(figures, year.isPartial ? null : closing, locale), price: null }
  const price = year.isPartial ? null : await pricing.closingCopPrice(asset, `${year.name}-12-31`)
  return {
    asset,
    lines: linesOf(figures, price && valueInCop(asset, closing, price), locale),
    price: priceFact(asset, year, price, locale),
  }
}

function tableOf(asset: AssetCode, lines: readonly CertificateLine[], locale: Locale): PdfLines {
  const { concept, operations, units, cop } = CERTIFICATE_TEXTS[locale].columns
  return {
    heading: asset,
    columns: [0, 222, 288, 390],
    header: [concept, operations, units, cop],
    rows: lines.map(({ concept, count, units, cop }) => [
      concept,
      count === null ? '' : String(count),
      amountText(asset, units),
      cop === null ? '' : amountText('COP', cop),
    ]),
    note: null,
  }
}

const sheetRow = (asset: AssetCode, { concept, count, units, cop }: CertificateLine): (string | null)[] => [
  asset,
  concept,
  count === null ? null : String(count),
  formatAsset(asset, units),
  cop === null ? null : formatAsset('COP', cop),
  null,
]
