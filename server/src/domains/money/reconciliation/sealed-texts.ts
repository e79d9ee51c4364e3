/** Sealed texts of the comparison's own rows (docs/decisions/0045-sealed-rows.md). JSON, since subjects and reasons are free text. */
import type { Figure } from './checks.ts'

export interface Explanation extends Figure {
  readonly id: string
  readonly endedBy: string | null
  readonly reason: string | null
}

/** Explanation by an officer of a difference of this size and these facts. Without facts it is the text from before there were any. */
export const explanationText = ({ id, check, asset, subject, expected, actual, facts = '', endedBy, reason }: Explanation): string =>
  JSON.stringify([
    ...['explained-difference', id, check, asset, subject, String(actual - expected), endedBy, reason],
    ...(facts === '' ? [] : [facts]),
  ])

/** Position of a comparison over data that only grows. */
export const placeText = ({ name, seq, text }: { readonly name: string; readonly seq: bigint; readonly text: string }): string =>
  JSON.stringify(['compared-until', name, String(seq), text])
