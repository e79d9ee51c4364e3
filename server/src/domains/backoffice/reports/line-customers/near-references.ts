/** References of ten digits that a payer may have mistyped: one digit wrong, missing or too many, or two swapped. */

const DIGITS = 10

/** The written number comes first; none of them needs to exist. */
export function nearReferences(...texts: readonly string[]): string[] {
  const written = texts.flatMap((text) => [...text.matchAll(/\d(?:[ .-]?\d)*/g)].map(([number]) => number.replace(/\D/g, '')))
  const near = written.flatMap((number) => [number, ...oneAway(number)])
  return [...new Set(near.filter((number) => number.length === DIGITS && !number.startsWith('0')))]
}

function oneAway(number: string): string[] {
  if (number.length === DIGITS) return [...replaced(number), ...swapped(number)]
  if (number.length === DIGITS - 1)
    return places(DIGITS).flatMap((at) => digits.map((digit) => number.slice(0, at) + digit + number.slice(at)))
  if (number.length === DIGITS + 1) return places(number.length).map((at) => number.slice(0, at) + number.slice(at + 1))
  return []
}

const places = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const digits = places(10).map(String)
const replaced = (number: string): string[] =>
  places(DIGITS).flatMap((at) => digits.map((digit) => number.slice(0, at) + digit + number.slice(at + 1)))
const swapped = (number: string): string[] =>
  places(DIGITS - 1).map((at) => number.slice(0, at) + number.charAt(at + 1) + number.charAt(at) + number.slice(at + 2))
