/**
 * Layout of a file for the UIAF as data: records of fixed positions, validated when the product starts. Each position states whether it was
 * verified.
 */
import { readFileSync } from 'node:fs'
import { parseUnits } from '@tunjo/contract/money'
import type { UiafReport } from '@tunjo/contract/regulatory-files'
import * as z from 'zod'
import { CARF_LAYOUT } from '../carf/carf-layout.ts'

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
const POSITIONED = { operations: OPERATIONS_LAYOUT, clients: CLIENTS_LAYOUT } as const satisfies Record<Exclude<UiafReport, 'carf'>, Layout>
/** Day of the month after by which a monthly file is due. */
export const dueDayOf = (report: keyof typeof POSITIONED): number => POSITIONED[report].dueDay

/** Current layout of a report: fixed positions, or the OECD's schema. */
export function layoutOf(report: UiafReport) {
  if (report === 'carf') return CARF_LAYOUT
  const { name, version, source, fileName } = POSITIONED[report]
  return { name, version, source, fileName, extension: 'txt', verification: verificationOf(POSITIONED[report]) }
}

export function verificationOf({ name, version, header, body, trailer }: Layout) {
  const fields = [...header, ...body, ...trailer]
  return { name, version, fields: fields.length, unverified: fields.filter(({ isVerified }) => !isVerified).length }
}

/** Layout facts that a file keeps: a later layout may have other positions verified. */
export function madeBy({ report, month, version }: { report: UiafReport; month: string; version: number }) {
  const thresholds = report === 'operations' ? OPERATIONS_LAYOUT.thresholds : null
  return { layout: layoutOf(report).verification, thresholds, fileName: fileNameOf(report, month, version) }
}

/** The name shows that positions are not verified. */
export function fileNameOf(report: UiafReport, month: string, version: number): string {
  const { fileName, extension, verification } = layoutOf(report)
  const mark = verification.unverified > 0 ? '-SIN-VERIFICAR' : ''
  const period = report === 'carf' ? month.slice(0, 4) : month
  return `${fileName}-${period}-v${version}${mark}.${extension}`
}
