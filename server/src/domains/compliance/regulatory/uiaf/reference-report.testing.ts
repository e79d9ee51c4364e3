/**
 * Second implementation of the selection of reported operations, written from the text of Resolución 314 de 2021 in secondary sources, for
 * comparison with `build-file.ts`. It shares no code with it, and follows the text sentence by sentence.
 */
export interface ReferenceOperation {
  readonly id: string
  readonly sides: readonly { readonly asset: string; readonly amount: bigint }[]
  /** Whole pesos for a dollar, whole dollars for a bitcoin. */
  readonly pesosForDollar: bigint
  readonly dollarsForBitcoin: bigint
}
export interface ReferenceLine {
  readonly id: string
  readonly kind: 'individual' | 'multiple'
  /** Truncated to cents. */
  readonly usd: string
}

const CENTAVOS = 100n
const SATOSHIS = 100_000_000n
const MILLIONTHS = 1_000_000n

/** "O su equivalente en otras monedas": dollars as they are, else the pesos, else the bitcoins. */
function millionthsOfDollar({ sides, pesosForDollar, dollarsForBitcoin }: ReferenceOperation): bigint {
  for (const asset of ['USDT', 'COP', 'BTC'])
    for (const side of sides) {
      if (side.asset !== asset) continue
      if (asset === 'USDT') return side.amount
      if (asset === 'COP') return (side.amount * MILLIONTHS) / (CENTAVOS * pesosForDollar)
      return (side.amount * dollarsForBitcoin * MILLIONTHS) / SATOSHIS
    }
  throw new Error('an operation of no known asset')
}

/** `operations`: all of one client in one month. */
export function referenceReport(operations: readonly ReferenceOperation[]): ReferenceLine[] {
  const kinds = new Map<ReferenceOperation, ReferenceLine['kind']>()
  // "Transacciones múltiples: las que en su conjunto igualen o superen los 450 dólares."
  let together = 0n
  for (const operation of operations) together += millionthsOfDollar(operation)
  if (operations.length >= 2 && together >= 450n * MILLIONTHS) for (const operation of operations) kinds.set(operation, 'multiple')
  // "Transacciones individuales: las que igualen o superen los 150 dólares y que no fueron reportadas como múltiples."
  for (const operation of operations)
    if (!kinds.has(operation) && millionthsOfDollar(operation) >= 150n * MILLIONTHS) kinds.set(operation, 'individual')
  const lines: ReferenceLine[] = []
  for (const operation of operations) {
    const kind = kinds.get(operation)
    if (kind) lines.push({ id: operation.id, kind, usd: (Number(millionthsOfDollar(operation) / 10_000n) / 100).toFixed(2) })
  }
  return lines
}
