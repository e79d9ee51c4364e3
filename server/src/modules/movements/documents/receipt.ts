/** Receipt of a movement, only of a completed one: a document about money that has not moved would be used as if it had. */
import { MOVEMENT_STATE_GROUP } from '@tunjo/contract/movements'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../../platform/refusal.ts'
import { viewMovement } from '../list-movements.ts'
import { type Execution, findExecution, findMovement, type MovementRow } from '../movement-store.ts'
import type { MovementsContext } from '../types.ts'
import { KIND_WORDS, RAIL_WORDS, STATE_WORDS } from '../words.es.ts'
import { executionFacts } from './execution-facts.ts'
import { amountText, momentText } from './figures.es.ts'
import { holderFacts } from './holder.ts'
import { type Fact, issueDocument } from './issue-document.ts'
import { renderPdf } from './render-pdf.ts'

export async function receipt(context: MovementsContext, accountId: string, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const row = isUuid(id) ? await findMovement(context.db, accountId, id) : null
  if (!row) refuse('movements.not_found')
  if (MOVEMENT_STATE_GROUP[row.state] !== 'complete') refuse('movements.not_complete')
  const execution = row.kind === 'SWAP' ? await findExecution(context.db, row.id) : undefined
  const facts = [...(await holderFacts(context, accountId)), ...movementFacts(context, row, execution)]
  return issueDocument(context, { accountId, kind: 'receipt', subject: row.id, facts }, 'pdf', (issue) =>
    renderPdf({ title: `Comprobante de ${KIND_WORDS[row.kind].toLowerCase()}`, facts, issue, publicUrl: context.publicUrl, lines: null }),
  )
}

function movementFacts(context: MovementsContext, row: MovementRow, execution: Execution | undefined): Fact[] {
  const { kind, rail, asset, amount, receivedAsset, receivedAmount, state, createdAt, endedAt, alias, reference, id } = row
  const { place } = viewMovement(context, row)
  const isSwap = receivedAsset !== null && receivedAmount !== null
  const optional: (Fact | null)[] = [
    isSwap ? { name: 'Recibido', value: amountText(receivedAsset, receivedAmount) } : null,
    ...(isSwap && execution ? executionFacts({ sold: asset, bought: receivedAsset }, execution) : []),
    { name: 'Medio', value: RAIL_WORDS[rail] },
    place === null ? null : { name: placeName(row), value: place },
    alias === null ? null : { name: 'Cuenta guardada como', value: alias },
    { name: 'Solicitado', value: momentText(createdAt) },
    endedAt && { name: 'Completado', value: momentText(endedAt) },
    { name: 'Estado', value: STATE_WORDS[state] },
    reference === null ? null : { name: 'Referencia', value: reference },
    { name: 'Número del movimiento', value: id },
  ]
  return [
    { name: 'Movimiento', value: KIND_WORDS[kind] },
    { name: isSwap ? 'Entregado' : 'Cantidad', value: amountText(asset, amount) },
    ...optional.filter((fact) => fact !== null),
  ]
}

/** For received tokens only the receiving address is known for certain: the sender may be an exchange. */
const placeName = ({ kind, rail }: MovementRow): string =>
  kind === 'WITHDRAWAL' ? 'Destino' : rail === 'ERC20' ? 'Dirección que recibió' : 'Origen'
