/** Monthly file of operations, on plain values: lines, frame, totals and problems. The same facts give the same bytes. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import type { UiafFile, UiafLine } from '@tunjo/contract/regulatory-files'
import type { Dossier } from '../../../customers/kyc/index.ts'
import { STORED_WORDS } from '../regulatory-words.ts'
import { formatLine } from './format-line.ts'
import { type BuiltFile, type FrameFacts, frameFile, presentProblem } from './frame-file.ts'
import { microUsd, type OperationsLayout } from './layout.ts'
import { OPERATIONS_MAX, type Operation } from './operations.ts'
import { operationType, type Reported, select } from './select.ts'

type Result = NonNullable<UiafFile['result']>
type Client = Pick<Dossier, 'fullName' | 'documentType' | 'documentNumber'> | null

export interface FileFacts extends FrameFacts {
  readonly layout: OperationsLayout
  /** Grouped by client. */
  readonly operations: readonly Operation[]
  clientOf(accountId: string): Client
}

const MICRO_DIGITS = 6
const RATE_DIGITS = 8
const CENTS = 10_000n

export function buildFile(facts: FileFacts): BuiltFile<UiafLine> {
  const { layout, operations } = facts
  const thresholds = { individual: microUsd(layout.thresholds.individualUsd), multiple: microUsd(layout.thresholds.multipleUsd) }
  const selections = byClient(operations).map((own) => select(own, thresholds))
  const reported = selections.flatMap((selection) => selection.reported)
  const unvalued = selections.flatMap((selection) => selection.unvalued)
  const written = reported.map((one, index) => lineOf(facts, one, index + 1))
  const lines = written.map(({ line }) => line)
  const {
    frame,
    bytes,
    problems: found,
  } = frameFile(
    facts,
    lines.map(({ text }) => text),
  )
  const problems = [
    ...found,
    ...(operations.length > OPERATIONS_MAX ? [{ problem: 'lines', field: null, movementId: null, userId: null } as const] : []),
    ...unvalued.map(({ id, accountId }) => ({ problem: 'rate', field: null, movementId: id, userId: accountId }) as const),
    ...written.flatMap(({ problems: own, line }) => own.map((problem) => presentProblem(problem, line))),
  ]
  return { frame, lines, bytes, totals: totalsOf(reported), clients: null, carf: null, rates: ratesOf(reported), problems }
}

function byClient(operations: readonly Operation[]): Operation[][] {
  const clients = new Map<string, Operation[]>()
  for (const operation of operations) {
    const own = clients.get(operation.accountId)
    if (own) own.push(operation)
    else clients.set(operation.accountId, [operation])
  }
  return [...clients.values()]
}

/** The virtual asset of an operation is the side that is not pesos; the received one if both are. */
function virtualSide({ asset, amount, receivedAsset, receivedAmount }: Operation) {
  const isPesos = asset === 'COP' && receivedAsset !== null && receivedAmount !== null
  return isPesos ? { asset: receivedAsset, amount: receivedAmount } : { asset, amount }
}

function lineOf({ layout, clientOf }: FileFacts, { operation, kind, value }: Reported, place: number) {
  const { id, accountId, endedAt, copRate } = operation
  const client = clientOf(accountId)
  const { asset, amount } = virtualSide(operation)
  const { scale } = ASSETS[asset]
  const type = operationType(operation)
  const { text, problems } = formatLine(layout.body, {
    'line.place': { units: BigInt(place), decimals: 0 },
    'line.kind': kind,
    'operation.day': bogotaDay(endedAt),
    'operation.type': type,
    'operation.asset': asset,
    'operation.amount': { units: amount, decimals: scale },
    'operation.usd': { units: value, decimals: MICRO_DIGITS },
    'operation.rate': copRate === null ? null : { units: copRate, decimals: RATE_DIGITS },
    'operation.id': id,
    'client.documentType': client?.documentType ?? null,
    'client.documentNumber': client?.documentNumber ?? null,
    'client.name': client?.fullName ?? null,
  })
  const line: UiafLine = {
    place,
    kind,
    movementId: id,
    userId: accountId,
    name: client?.fullName ?? null,
    document: client ? `${client.documentType} ${client.documentNumber}` : null,
    at: endedAt.toISOString(),
    operation: type,
    asset,
    amount: formatUnits(amount, scale),
    usd: usdText(value),
    rate: copRate === null ? null : formatUnits(copRate, RATE_DIGITS),
    text,
  }
  return { line, problems }
}

const usdText = (value: bigint): string => {
  const cents = value / CENTS
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

function totalsOf(reported: readonly Reported[]): Result['totals'] {
  const of = (kind: UiafLine['kind']) => reported.filter((one) => one.kind === kind)
  const usd = (some: readonly Reported[]) => usdText(some.reduce((sum, { value }) => sum + value, 0n))
  const [individual, multiple] = [of('individual'), of('multiple')]
  const clients = new Set(multiple.map(({ operation }) => operation.accountId)).size
  return {
    individual: { lines: individual.length, usd: usd(individual) },
    multiple: { lines: multiple.length, clients, usd: usd(multiple) },
  }
}

function ratesOf(reported: readonly Reported[]): Result['rates'] {
  const rates = reported.flatMap(({ operation: { copRate } }) => (copRate === null ? [] : [copRate])).toSorted((a, b) => (a < b ? -1 : 1))
  const [lowest, highest] = [rates[0], rates.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  return { source: STORED_WORDS.file.rateSource, lowest: formatUnits(lowest, RATE_DIGITS), highest: formatUnits(highest, RATE_DIGITS) }
}
