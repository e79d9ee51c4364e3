/**
 * Amounts during typing or pasting, key by key. The field inserts the thousands separators, so a typed point is the person's: a
 * thousands separator when three digits follow it, otherwise a decimal one. It is never dropped, as `1.5` would become 15.
 * Pesos are whole (MON-04): digits after their comma, or after such a point, do not become pesos, and are reported as ignored.
 */
import { cutAtPoint, isAmount, regroup, withDecimalComma, withoutCents } from './amount-parse.ts'

export interface TypedAmount {
  readonly text: string
  /** Text before a point that the person typed. */
  readonly beforePoint: string | null
  /** For pesos: the separator after which digits are ignored; null without one. */
  readonly ignoredAfter: 'comma' | 'point' | null
}

export const typedAmount = (text: string): TypedAmount => ({ text, beforePoint: null, ignoredAfter: null })

/** @param isAtEnd whether the cursor is at the end of the text: only there separators are inserted while typing. */
export function typePesos(before: TypedAmount, next: string, isAtEnd: boolean): TypedAmount {
  const pesos = withoutCents(next)
  if (pesos !== null) return { ...typedAmount(pesos), ignoredAfter: 'comma' }
  const isLonger = next.length > before.text.length
  if (before.ignoredAfter === 'comma' && isLonger) return before
  if (before.beforePoint !== null && isLonger) return typeAfterPoint(before.beforePoint, next)
  if (isPointTyped(before, next, isAtEnd)) return { ...typedAmount(next), beforePoint: before.text }
  const cut = isPasted(before, next) ? cutAtPoint(next) : null
  if (cut !== null) return { ...typedAmount(cut), ignoredAfter: 'point' }
  return typedAmount(isAtEnd ? regroup(next) : next)
}

function typeAfterPoint(beforePoint: string, next: string): TypedAmount {
  const digits = next.slice(beforePoint.length + 1)
  return /^\d{0,2}$/.test(digits) ? { ...typedAmount(next), beforePoint } : typedAmount(regroup(next))
}

/** Pesos when the field is left: a point without three digits was a decimal one. */
export function leavePesos({ text, beforePoint }: TypedAmount): TypedAmount {
  if (beforePoint === null) return typedAmount(regroup(text))
  return { ...typedAmount(regroup(beforePoint)), ignoredAfter: text === `${beforePoint}.` ? null : 'point' }
}

/**
 * Amount of an asset with decimals. A point that the person typed stays until the field is left. All others are the field's own: an edit in
 * the middle moves them too, as `12.345` without its 4 would be read with a decimal point. An ambiguous text stays, and is refused.
 */
export function typeDecimals(before: TypedAmount, next: string, isAtEnd: boolean): TypedAmount {
  if (isPointTyped(before, next, isAtEnd)) return { ...typedAmount(next), beforePoint: before.text }
  const { beforePoint } = before
  if (beforePoint !== null && next.startsWith(`${beforePoint}.`)) return { ...typedAmount(next), beforePoint }
  if (isPasted(before, next)) return typedAmount(isAmount(next) ? regroup(withDecimalComma(next)) : next)
  if (pointsOf(next) > pointsOf(before.text)) return { ...typedAmount(next), beforePoint: next.slice(0, next.lastIndexOf('.')) }
  return typedAmount(regroup(next))
}

export const leaveDecimals = (typed: TypedAmount): TypedAmount =>
  isAmount(typed.text) ? typedAmount(regroup(withDecimalComma(typed.text))) : typed

const pointsOf = (text: string): number => text.split('.').length

const isPointTyped = (before: TypedAmount, next: string, isAtEnd: boolean): boolean =>
  isAtEnd && before.text !== '' && next === `${before.text}.`

const isPasted = (before: TypedAmount, next: string): boolean => next.length > before.text.length + 1
