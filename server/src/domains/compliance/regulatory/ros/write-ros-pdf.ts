/** A suspicious transaction report as a tagged PDF for the file of the case. The same report gives the same bytes. */
import { figureOfText } from '@tunjo/contract/amount-text'
import type { Ros, RosEpisode, RosMovement } from '@tunjo/contract/regulatory-ros'
import { PUBLISHER } from '../../../../platform/mail/brand.ts'
import { drawGoldLine, newPdf, pdfBytes, writeBrand, writeFooters } from '../../../../platform/pdf/document.ts'
import { type Canvas, FACT_SIZE, makeRoom, writeFact, writeText } from '../../../../platform/pdf/facts.ts'
import { HEADING, INK } from '../../../../platform/pdf/theme.ts'
import { formatDateTime, formatDay } from '../../../../platform/time/format-date.ts'
import { STORED_WORDS } from '../regulatory-words.ts'

const WORDS = STORED_WORDS.pdf
const ROOM = 60

export function writeRosPdf(ros: Ros, content: NonNullable<Ros['content']>): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = newPdf({ title: WORDS.title, subject: ros.id, createdAt: new Date(ros.changedAt) })
  const bytes = pdfBytes(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const canvas = { pdf, root }
  writeBrand(pdf, root)
  writeText(canvas, 'H1', () => pdf.font('bold').fontSize(HEADING[1].size).fillColor(INK.text).text(WORDS.title))
  paragraph(canvas, WORDS.warning, 'quiet')
  drawGoldLine(pdf)
  for (const [name, value] of factsOf(ros, content)) writeFact(canvas, { name, value })
  heading(canvas, WORDS.facts)
  paragraph(canvas, content.narrative)
  if (content.involved.length > 0) heading(canvas, WORDS.others)
  for (const { name, document, relation } of content.involved) fact(canvas, name, [document, relation].filter(Boolean).join(' · ') || '—')
  if (content.evidence.episodes.length > 0) heading(canvas, WORDS.alerts)
  for (const episode of content.evidence.episodes) writeEpisode(canvas, episode)
  if (content.evidence.movements.length > 0) heading(canvas, WORDS.movements)
  for (const movement of content.evidence.movements) fact(canvas, moment(movement.createdAt), movementText(movement))
  heading(canvas, WORDS.history)
  for (const { state, at, by } of ros.history) fact(canvas, moment(at), `${WORDS.states[state]} · ${by ?? WORDS.system}`)
  root.end()
  writeFooters(pdf, `ROS ${ros.id} · ${PUBLISHER}`)
  pdf.end()
  return bytes
}

const moment = (at: string): string => formatDateTime(new Date(at))

function factsOf(ros: Ros, { urgency, period }: NonNullable<Ros['content']>): [string, string][] {
  return [
    [WORDS.person, ros.person.name ?? ros.person.email],
    [WORDS.document, ros.document ?? WORDS.unverified],
    [WORDS.email, ros.person.email],
    [WORDS.urgency, WORDS.urgencies[urgency]],
    [WORDS.period, period ? WORDS.fromTo(formatDay(period.from), formatDay(period.to)) : '—'],
    [WORDS.state, WORDS.states[ros.state]],
    ...(ros.filed ? ([[WORDS.filing, `${ros.filed.number}, ${formatDay(ros.filed.on)}`]] as [string, string][]) : []),
    [STORED_WORDS.number, STORED_WORDS.ros.ofVersion(ros.id, ros.version)],
  ]
}

function writeEpisode(canvas: Canvas, { name, openedAt, closedAt, findings }: RosEpisode): void {
  fact(canvas, name, `${WORDS.opened(moment(openedAt))}${closedAt ? WORDS.closed(moment(closedAt)) : WORDS.stillOpen}`)
  for (const { at, text } of findings) paragraph(canvas, `${moment(at)}: ${text}`)
}

function movementText({ kind, asset, amount, received, reference, id }: RosMovement): string {
  const sums = [{ asset, amount }, ...(received ? [received] : [])].map((sum) => `${figureOfText(sum.amount)} ${sum.asset}`).join(' → ')
  return `${WORDS.movement(WORDS.moved[kind], sums)}\n${reference === null ? '' : WORDS.reference(reference)}${WORDS.movementId(id)}`
}

function fact(canvas: Canvas, name: string, value: string): void {
  makeRoom(canvas.pdf, ROOM)
  writeFact(canvas, { name, value })
}

function heading(canvas: Canvas, text: string): void {
  const { pdf } = canvas
  makeRoom(pdf, ROOM)
  pdf.y += 8
  writeText(canvas, 'H2', () => pdf.font('bold').fontSize(HEADING[2].size).fillColor(INK.text).text(text, pdf.page.margins.left))
  pdf.y += HEADING[2].after
}

function paragraph(canvas: Canvas, text: string, ink: 'text' | 'quiet' = 'text'): void {
  const { pdf } = canvas
  writeText(canvas, 'P', () => pdf.font('regular').fontSize(FACT_SIZE).fillColor(INK[ink]).text(text, pdf.page.margins.left))
  pdf.y += 6
}
