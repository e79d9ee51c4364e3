/**
 * Amounts as they are typed or pasted, key by key. Dots are put between thousands by the field, so a point that a person types is one of
 * theirs: of thousands when three digits follow it, otherwise of decimals. It never vanishes, as `1.5` would become 15.
 * Pesos move whole (MON-04): what stands after their comma, or after such a point, does not become pesos, and is said to be left out.
 */
import { cutAtPoint, isAmount, regroup, withoutCents } from './amount-parse.ts'

export interface TypedAmount {
  readonly text: string
  /** The text before a point that the person typed. */
  readonly beforePoint: string | null
  /** Of pesos: the sign after which digits are left out; null when nothing is. */
  readonly ignoredAfter: 'comma' | 'point' | null
}

export const typedAmount = (text: string): TypedAmount => ({ text, beforePoint: null, ignoredAfter: null })

/** @param isAtEnd whether the cursor stands behind the text: only there dots are put while typing. */
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

/** Pesos when the field is left: a point without its three digits was one of decimals. */
export function leavePesos({ text, beforePoint }: TypedAmount): TypedAmount {
  if (beforePoint === null) return typedAmount(regroup(text))
  return { ...typedAmount(regroup(beforePoint)), ignoredAfter: text === `${beforePoint}.` ? null : 'point' }
}

/** Of an asset with decimals. What may be read in two ways stays as it was typed, and is refused. */
export function typeDecimals(before: TypedAmount, next: string, isAtEnd: boolean): TypedAmount {
  if (isPointTyped(before, next, isAtEnd)) return { ...typedAmount(next), beforePoint: before.text }
  const { beforePoint } = before
  if (beforePoint !== null && next.startsWith(`${beforePoint}.`)) return { ...typedAmount(next), beforePoint }
  const isDoubtful = isPasted(before, next) && !isAmount(next)
  return typedAmount(isAtEnd && !isDoubtful ? regroup(next) : next)
}

export const leaveDecimals = (typed: TypedAmount): TypedAmount => (isAmount(typed.text) ? { ...typed, text: regroup(typed.text) } : typed)

const isPointTyped = (before: TypedAmount, next: string, isAtEnd: boolean): boolean =>
  isAtEnd && before.text !== '' && next === `${before.text}.`

const isPasted = (before: TypedAmount, next: string): boolean => next.length > before.text.length + 1
