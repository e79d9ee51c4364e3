/** Receipt of a movement, only of a completed one: a document about money that has not moved would be used as if it had. */
import type { Locale } from '@tunjo/contract/locales'
import { MOVEMENT_STATE_GROUP } from '@tunjo/contract/movements'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../../../platform/http/refusal.ts'
import { viewMovement } from '../list-movements.ts'
import { type Execution, findExecution, findMovement, type MovementRow } from '../movement-store.ts'
import type { MovementsContext, MovementsOwner } from '../types.ts'
import { MOVEMENT_WORDS } from '../words.ts'
import { DOCUMENT_TEXTS, type DocumentTexts } from './document-words.ts'
import { executionFacts } from './execution-facts.ts'
import { amountText, momentText } from './figures.ts'
import { holderFacts } from './holder.ts'
import { type Fact, issueDocument } from './issue-document.ts'
import { renderPdf } from './render-pdf.ts'

type ReceiptTexts = DocumentTexts['receipt']

export async function receipt(context: MovementsContext, owner: MovementsOwner, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const { accountId, locale } = owner
  const row = isUuid(id) ? await findMovement(context.db, accountId, id) : null
  if (!row) refuse('movements.not_found')
  if (MOVEMENT_STATE_GROUP[row.state] !== 'complete') refuse('movements.not_complete')
  const execution = row.kind === 'SWAP' ? await findExecution(context.db, row.id) : undefined
  const facts = [...(await holderFacts(context, owner)), ...movementFacts(context, row, execution, locale)]
  const title = DOCUMENT_TEXTS[locale].receipt.title(MOVEMENT_WORDS[locale].kinds[row.kind])
  return issueDocument(context, { accountId, kind: 'receipt', subject: row.id, facts }, 'pdf', (issue) =>
    renderPdf({ title, facts, issue, publicUrl: context.publicUrl, lines: null, locale }),
  )
}

function movementFacts(context: MovementsContext, row: MovementRow, execution: Execution | undefined, locale: Locale): Fact[] {
  const texts = DOCUMENT_TEXTS[locale].receipt
  const words = MOVEMENT_WORDS[locale]
  const { kind, rail, asset, amount, receivedAsset, receivedAmount, state, createdAt, endedAt, alias, reference, id } = row
  const { place } = viewMovement(context, row)
  const isSwap = receivedAsset !== null && receivedAmount !== null
  const optional: (Fact | null)[] = [
    isSwap ? { name: texts.received, value: amountText(receivedAsset, receivedAmount) } : null,
    ...(isSwap && execution ? executionFacts({ sold: asset, bought: receivedAsset }, execution, DOCUMENT_TEXTS[locale].execution) : []),
    { name: texts.rail, value: words.rails[rail] },
    place === null ? null : { name: placeName(row, texts), value: place },
    alias === null ? null : { name: texts.alias, value: alias },
    { name: texts.requested, value: momentText(createdAt, locale) },
    endedAt && { name: texts.completed, value: momentText(endedAt, locale) },
    { name: texts.state, value: words.states[state] },
    reference === null ? null : { name: texts.reference, value: reference },
    { name: texts.id, value: id },
  ]
  return [
    { name: texts.movement, value: words.kinds[kind] },
    { name: isSwap ? texts.given : texts.amount, value: amountText(asset, amount) },
    ...optional.filter((fact) => fact !== null),
  ]
}

/** For received tokens only the receiving address is known for certain: the sender may be an exchange. */
const placeName = ({ kind, rail }: MovementRow, texts: ReceiptTexts): string =>
  kind === 'WITHDRAWAL' ? texts.destination : rail === 'ERC20' ? texts.receivingAddress : texts.origin
