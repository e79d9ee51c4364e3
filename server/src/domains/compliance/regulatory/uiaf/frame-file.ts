/** Header, trailer, bytes and problems of a monthly file around its lines, for any report. */
import type { UiafFile } from '@tunjo/contract/regulatory-files'
import { type FieldProblem, formatLine, type Values } from './format-line.ts'
import type { Layout } from './layout.ts'
import { boundsOf } from './operations.ts'
import { bytesOf, type Frame } from './pieces.ts'

type Result = NonNullable<UiafFile['result']>
export type Problem = Result['problems'][number]

export interface BuiltFile<Line extends { readonly text: string }> extends Pick<Result, 'totals' | 'clients' | 'rates' | 'carf'> {
  readonly frame: Frame
  readonly lines: readonly Line[]
  readonly bytes: Buffer
  readonly problems: readonly Problem[]
  /** Presented versions that it continues; only of the yearly report. */
  readonly basedOn?: readonly string[]
}
export interface FrameFacts {
  readonly month: string
  readonly layout: Layout
  readonly entityCode: string | null
}

export function frameFile({ month, layout, entityCode }: FrameFacts, texts: readonly string[]) {
  const ends: Values = {
    'entity.code': entityCode,
    'month.end': boundsOf(month).lastDay,
    'file.lines': { units: BigInt(texts.length), decimals: 0 },
  }
  const [header, trailer] = [formatLine(layout.header, ends), formatLine(layout.trailer, ends)]
  const frame: Frame = { header: header.text, trailer: trailer.text, lineEnd: layout.lineEnd }
  return { frame, bytes: bytesOf(frame, texts), problems: header.problems.map((problem) => presentProblem(problem, null)) }
}

interface AboutLine {
  readonly movementId?: string
  readonly userId: string
}
/** A missing fact is named by the data to find. */
export function presentProblem({ problem, field, source }: FieldProblem, line: AboutLine | null): Problem {
  const about = { field, movementId: line?.movementId ?? null, userId: line?.userId ?? null }
  if (problem !== 'missing') return { problem, ...about }
  if (source === 'entity.code') return { problem: 'entity_code', ...about }
  if (source === 'client.name') return { problem: 'client_name', ...about }
  return { problem: source === 'operation.rate' ? 'rate' : 'client_document', ...about }
}
