/**
 * Pesos without cents, as they are typed or pasted: what stands after a comma does not become pesos (MON-04). A point is one of the
 * thousands when three digits follow it; otherwise it was meant as a comma, and counts as one.
 */
import { cutAtPoint, regroup, withoutCents } from './amount-parse.ts'

export interface PesosTyped {
  readonly text: string
  /** The text before a point whose three digits have not all come. */
  readonly beforePoint: string | null
  /** The sign after which digits are left out; null when nothing is. */
  readonly ignoredAfter: 'comma' | 'point' | null
}

export const pesosOf = (text: string): PesosTyped => ({ text, beforePoint: null, ignoredAfter: null })

/** @param isAtEnd whether the cursor stands behind the text: only there dots are put while typing. */
export function typePesos(before: PesosTyped, next: string, isAtEnd: boolean): PesosTyped {
  const pesos = withoutCents(next)
  if (pesos !== null) return { ...pesosOf(pesos), ignoredAfter: 'comma' }
  const isLonger = next.length > before.text.length
  if (before.ignoredAfter === 'comma' && isLonger) return before
  if (before.beforePoint !== null && isLonger) return typeAfterPoint(before.beforePoint, next)
  if (isAtEnd && before.text !== '' && next === `${before.text}.`) return { ...pesosOf(next), beforePoint: before.text }
  const isPasted = next.length > before.text.length + 1
  const cut = isPasted ? cutAtPoint(next) : null
  if (cut !== null) return { ...pesosOf(cut), ignoredAfter: 'point' }
  return pesosOf(isAtEnd ? regroup(next) : next)
}

function typeAfterPoint(beforePoint: string, next: string): PesosTyped {
  const digits = next.slice(beforePoint.length + 1)
  return /^\d{0,2}$/.test(digits) ? { ...pesosOf(next), beforePoint } : pesosOf(regroup(next))
}

/** The field is left: a point without its three digits was one of decimals. */
export function leavePesos({ text, beforePoint }: PesosTyped): PesosTyped {
  if (beforePoint === null) return pesosOf(regroup(text))
  return { ...pesosOf(regroup(beforePoint)), ignoredAfter: text === `${beforePoint}.` ? null : 'point' }
}
