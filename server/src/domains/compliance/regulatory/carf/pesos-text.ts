/** Cents as pesos with exactly two decimals, as the schema requires: `-1234.50`. */
export function pesosText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
