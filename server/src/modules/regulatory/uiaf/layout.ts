/**
 * Layout of a file for the UIAF as data: records of fixed positions, validated when the product starts. Each position states whether it was
 * verified.
 */
import { readFileSync } from 'node:fs'
import { parseUnits } from '@tunjo/contract/money'
import type { UiafReport } from '@tunjo/contract/regulatory-files'
import * as z from 'zod'

const SOURCES = [
  'zero', 'end', 'entity.code', 'month.end', 'file.lines', 'line.place', 'line.kind', 'operation.day', 'operation.type', 'operation.asset',
  'operation.amount', 'operation.usd', 'operation.rate', 'operation.id', 'client.documentType', 'client.documentNumber', 'client.name',
  'client.since', 'client.status',
] as const // biome-ignore format: one list
export type FieldSource = (typeof SOURCES)[number]

const Field = z.strictObject({
  name: z.string(),
  /** The first position is 1. */
  from: z.int().min(1),
  length: z.int().min(1).max(400),
  /** Text is left-aligned and padded with blanks, a number right-aligned with zeros, a date as `2026-11-21`. */
  type: z.enum(['text', 'number', 'date']),
  /** Decimals of a number: so many digits at its end, without a point. */
  decimals: z.int().min(0).max(18).default(0),
  source: z.enum(SOURCES),
  /** Codes for our words. */
  codes: z.record(z.string(), z.string()).optional(),
  isVerified: z.boolean(),
})
export type Field = z.output<typeof Field>

/** One field begins where the one before ended. */
const Record = z.array(Field).min(1).refine(isWhole, 'positions overlap or leave a gap')
function isWhole(fields: readonly Field[]): boolean {
  let next = 1
  return fields.every(({ from, length }) => {
    const isNext = from === next
    next = from + length
    return isNext
  })
}

const MICRO_DIGITS = 6
const dollars = z.string().regex(/^\d{1,6}\.\d{2}$/)

const Layout = z.strictObject({
  name: z.string(),
  version: z.int().min(1),
  title: z.string(),
  source: z.string(),
  /** Day of the month after. */
  dueDay: z.int().min(1).max(28),
  fileName: z.string().regex(/^[a-z0-9-]+$/),
  lineEnd: z.enum(['\r\n', '\n']),
  header: Record,
  body: Record,
  trailer: Record,
})
export type Layout = z.output<typeof Layout>
export const OperationsLayout = Layout.extend({ thresholds: z.strictObject({ individualUsd: dollars, multipleUsd: dollars }) })
export type OperationsLayout = z.output<typeof OperationsLayout>
/** `activityMonths`: an active client has an operation in so many months, the last of which is the report's. */
const ClientsLayout = Layout.extend({ activityMonths: z.int().min(1).max(24) })
export type ClientsLayout = z.output<typeof ClientsLayout>

/** In millionths of a dollar. */
export const microUsd = (text: string): bigint => parseUnits(text, MICRO_DIGITS) ?? 0n

const readLayout = (name: string): unknown => JSON.parse(readFileSync(new URL(`./layouts/${name}.json`, import.meta.url), 'utf8'))
export const OPERATIONS_LAYOUT: OperationsLayout = OperationsLayout.parse(readLayout('uiaf-314-2021-annex-1'))
export const CLIENTS_LAYOUT: ClientsLayout = ClientsLayout.parse(readLayout('uiaf-314-2021-annex-2'))
export const CURRENT_LAYOUTS = { operations: OPERATIONS_LAYOUT, clients: CLIENTS_LAYOUT } as const satisfies Record<UiafReport, Layout>

export function verificationOf({ name, version, header, body, trailer }: Layout) {
  const fields = [...header, ...body, ...trailer]
  return { name, version, fields: fields.length, unverified: fields.filter(({ isVerified }) => !isVerified).length }
}

/** Layout facts that a file keeps: a later layout may have other positions verified. */
export function madeBy({ report, month, version }: { report: UiafReport; month: string; version: number }) {
  const layout = CURRENT_LAYOUTS[report]
  const thresholds = report === 'operations' ? OPERATIONS_LAYOUT.thresholds : null
  return { layout: verificationOf(layout), thresholds, fileName: fileNameOf(layout, month, version) }
}

/** The name shows that positions are not verified. */
export function fileNameOf(layout: Layout, month: string, version: number): string {
  const mark = verificationOf(layout).unverified > 0 ? '-SIN-VERIFICAR' : ''
  return `${layout.fileName}-${month}-v${version}${mark}.txt`
}
