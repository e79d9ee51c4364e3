/** Keyset pagination of the history: the cost of a page does not depend on the number of movements. */
import { ASSET_CODES, ASSETS, type AssetCode, formatAsset, parseUnits } from '@tunjo/contract/money'
import { MOVEMENT_STATE_GROUP, MOVEMENT_STATES, type Movement, type MovementFilters } from '@tunjo/contract/movements'
import type * as z from 'zod'
import { foldText } from '../../../platform/database/list-query.ts'
import { findMovements, type MovementRow, type MovementSearch, type Place, type SearchWords } from './movement-store.ts'
import type { MovementsContext } from './types.ts'

export type Filters = z.output<typeof MovementFilters>

export async function listMovements(
  context: MovementsContext,
  accountId: string,
  { after, size, ...filters }: Filters & { after?: string | undefined; size: number },
): Promise<{ results: Movement[]; next: string | null }> {
  const search = searchOf(context, accountId, filters)
  // One extra row shows whether there is a next page.
  const rows = await findMovements(context.db, search, { after: after === undefined ? null : placeOf(after), limit: size + 1 })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { results: shown.map((row) => viewMovement(context, row)), next: rows.length > size && last ? cursorOf(last) : null }
}

export function searchOf({ parameters }: MovementsContext, accountId: string, filters: Filters): MovementSearch {
  const { kind, rail, asset, stateGroup, from, to, text } = filters
  return {
    accountId,
    kind,
    rail,
    asset,
    states: stateGroup && MOVEMENT_STATES.filter((state) => MOVEMENT_STATE_GROUP[state] === stateGroup),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    words: text?.trim() ? wordsOf(parameters.banks, text.trim()) : undefined,
  }
}

function wordsOf(banks: MovementsContext['parameters']['banks'], given: string): SearchWords {
  const text = foldText(given)
  return {
    text,
    banks: banks.filter(({ name }) => foldText(name).includes(text)).map(({ id }) => id),
    amounts: ASSET_CODES.flatMap((asset) => {
      const amount = amountOf(asset, given)
      return amount === null ? [] : [{ asset, amount }]
    }),
  }
}

/** Amount in Colombian notation: `$ 1.234.567,89`. */
function amountOf(asset: AssetCode, text: string): bigint | null {
  const figure = /^\$?\s*(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d+))?$/.exec(text)
  if (!figure) return null
  const [, whole = '', fraction] = figure
  return parseUnits(`${whole.replaceAll('.', '')}${fraction ? `.${fraction}` : ''}`, ASSETS[asset].scale)
}

export const cursorOf = ({ createdAt, id }: Place): string => `${createdAt.getTime()}.${id}`

/** The contract validated its form. */
function placeOf(cursor: string): Place {
  const [at = '', id = ''] = cursor.split('.')
  return { createdAt: new Date(Number(at)), id }
}

export function viewMovement({ parameters }: Pick<MovementsContext, 'parameters'>, row: MovementRow): Movement {
  const { id, kind, rail, state, asset, amount, receivedAsset, receivedAmount, createdAt, endedAt } = row
  return {
    id,
    kind,
    rail,
    state,
    stateGroup: MOVEMENT_STATE_GROUP[state],
    asset,
    amount: formatAsset(asset, amount),
    received:
      receivedAsset && receivedAmount !== null ? { asset: receivedAsset, amount: formatAsset(receivedAsset, receivedAmount) } : null,
    place: placeText(parameters, row),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** A deposit by PSE is paid from any account of the bank; a withdrawal goes to one. */
function placeText(parameters: MovementsContext['parameters'], { rail, bankId, ending, address }: MovementRow): string | null {
  if (bankId === null) return address
  const bank = parameters.bank(bankId)?.name ?? ''
  return rail === 'PSE' ? `PSE · ${bank}` : `${bank} ·· ${ending}`
}
