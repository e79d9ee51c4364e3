/** Entries of the parts of a case archive as lines of its summary. */
import { SYSTEM_REVIEWER } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { approvalKind, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import { slotNames } from '@tunjo/contract/slot-names'
import { fieldOf } from '../../../../platform/http/field-of.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import type { Entry, PartName } from './parts.ts'
import { ARCHIVE_WORDS } from './words.ts'

export interface SummaryItem {
  readonly lead: string
  readonly lines: readonly string[]
}
type Write = (entry: Entry, locale: Locale) => SummaryItem

/** Empty for a missing value. */
const text = (entry: Entry, name: string): string => {
  const value = entry[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
const when = (entry: Entry, locale: Locale, name = 'at'): string =>
  text(entry, name) === '' ? '' : formatDateTime(new Date(text(entry, name)), locale)
const said = (label: string, value: string): string[] => (value === '' ? [] : [`${label}: ${value}`])
/** Phrase of a code; undefined for a code without one. */
const phrase = (phrases: Readonly<Record<string, string>>, code: string): string | undefined => phrases[code]
const reviewer = (entry: Entry, name: string): string => text(entry, name) || SYSTEM_REVIEWER

function byText(entry: Entry, locale: Locale): string[] {
  const { items } = ARCHIVE_WORDS[locale]
  const [first, second] = [reviewer(entry, 'by'), text(entry, 'bySecond')]
  return [`${items.by}: ${second === '' ? first : items.bySecond(first, second)}`]
}

const decision: Write = (entry, locale) => {
  const { items, decisions, reasons, values } = ARCHIVE_WORDS[locale]
  const valueText = (value: string) => phrase(values, value) ?? value
  const [before, after, what] = [text(entry, 'before'), text(entry, 'after'), text(entry, 'what')]
  const change = after === '' ? '' : items.change(valueText(before), valueText(after))
  const slots = Array.isArray(entry.items) ? entry.items.map((item) => String(fieldOf(item, 'slot'))) : []
  const codes = Array.isArray(entry.reasonCodes) ? entry.reasonCodes.map(String) : []
  return {
    lead: `${when(entry, locale)} · ${phrase(decisions, what) ?? what}${change}`,
    lines: [
      ...byText(entry, locale),
      ...said(items.what, slotNames(slots.join(','), locale)),
      ...said(items.reasons, codes.map((code) => phrase(reasons, code) ?? code).join(', ')),
      ...said(items.reason, text(entry, 'reason')),
      ...said(items.internalNote, text(entry, 'note')),
    ],
  }
}

const alert: Write = (entry, locale) => {
  const { items, verdicts } = ARCHIVE_WORDS[locale]
  const name = nameOfAlert(text(entry, 'kind'), locale) ?? text(entry, 'kind')
  const closed = when(entry, locale, 'closedAt')
  return {
    lead: `${when(entry, locale)} · ${name} · ${closed === '' ? items.open : items.closedAt(closed)}`,
    lines: [
      items.openedBy(reviewer(entry, 'byOpened'), text(entry, 'openingComment')),
      ...(closed === '' ? [] : [items.closedBy(reviewer(entry, 'byClosed'), text(entry, 'closingComment'))]),
      ...said(items.verdict, phrase(verdicts, text(entry, 'verdict')) ?? ''),
    ],
  }
}

const hit: Write = (entry, locale) => {
  const { items, hitStates } = ARCHIVE_WORDS[locale]
  const listed = fieldOf(fieldOf(entry.facts, 'entry'), 'names')
  const name = Array.isArray(listed) ? String(listed[0] ?? '') : ''
  const state = phrase(hitStates, text(entry, 'state')) ?? text(entry, 'state')
  return {
    lead: `${when(entry, locale)} · ${text(entry, 'list').toUpperCase()} ${text(entry, 'entryId')} · ${state}`,
    lines: [
      ...said(items.listedAs, name),
      items.score(Math.round(100 * Number(entry.score))),
      ...(text(entry, 'decidedAt') === '' ? [] : [items.decidedAt(when(entry, locale, 'decidedAt')), ...byText(entry, locale)]),
      ...said(items.reason, text(entry, 'reason')),
    ],
  }
}

/** Unknown results are shown as unknown: a failed source is never read as clean. */
const check: Write = (entry, locale) => {
  const { items, checkStates } = ARCHIVE_WORDS[locale]
  const known = (name: string) => (entry[name] === true ? items.yes : entry[name] === false ? items.no : items.unknown)
  const failed = Array.isArray(entry.failedSources) ? entry.failedSources.map(String) : []
  const reports = Array.isArray(entry.reports) ? entry.reports : []
  const found = { listed: known('isListed'), pep: known('isPep'), validated: known('isValidated') }
  const gravest = text(entry, 'gravest')
  return {
    lead: `${when(entry, locale)} · ${phrase(checkStates, text(entry, 'state')) ?? text(entry, 'state')}`,
    lines: [
      ...byText(entry, locale),
      ...(gravest === '' ? [] : [items.finding(gravest, failed.length > 0, found)]),
      ...said(items.failedSources, failed.join(', ')),
      ...reports.map((report) => items.report(String(fieldOf(report, 'sha256')))),
    ],
  }
}

const note: Write = (entry, locale) => {
  const { items, categories } = ARCHIVE_WORDS[locale]
  const corrects = text(entry, 'corrects') === '' ? '' : items.corrects
  return {
    lead: `${when(entry, locale)} · ${phrase(categories, text(entry, 'category')) ?? ''}${corrects}`,
    lines: [...byText(entry, locale), text(entry, 'text')],
  }
}

const message: Write = (entry, locale) => {
  const { items, topics, authors, messages } = ARCHIVE_WORDS[locale]
  const by = text(entry, 'by') || (phrase(authors, text(entry, 'author')) ?? '')
  return {
    lead: `${when(entry, locale)} · ${phrase(topics, text(entry, 'topic')) ?? ''} · ${by}`,
    lines: [
      ...said(items.happened, phrase(messages, text(entry, 'kind')) ?? ''),
      ...said(items.amount, text(entry, 'amount')),
      ...said(items.reason, text(entry, 'reason')),
      ...said(items.said, text(entry, 'text')),
    ],
  }
}

const dataRequest: Write = (entry, locale) => {
  const { items, authors, requests, requestSteps } = ARCHIVE_WORDS[locale]
  const request = phrase(requests, text(entry, 'request')) ?? ''
  const by = text(entry, 'by') || (phrase(authors, text(entry, 'author')) ?? '')
  return {
    lead: `${when(entry, locale)} · ${text(entry, 'number')} · ${request} · ${phrase(requestSteps, text(entry, 'kind')) ?? ''}`,
    lines: [`${items.by}: ${by}`, ...said(items.said, text(entry, 'text'))],
  }
}

const approval: Write = (entry, locale) => {
  const { items, approvalStates } = ARCHIVE_WORDS[locale]
  const kind = approvalKind.safeParse(entry.kind)
  const title = kind.success ? titleOfApproval(kind.data, locale) : text(entry, 'kind')
  return {
    lead: `${when(entry, locale)} · ${title} · ${phrase(approvalStates, text(entry, 'state')) ?? ''}`,
    lines: [
      `${items.askedBy}: ${text(entry, 'by')}`,
      ...said(items.decidedBy, text(entry, 'byDecided')),
      ...said(items.reason, text(entry, 'reason')),
      ...said(items.note, text(entry, 'note')),
    ],
  }
}

const legalHold: Write = (entry, locale) => {
  const { items } = ARCHIVE_WORDS[locale]
  const state = text(entry, 'liftedAt') === '' ? items.inForce : items.liftedAt(when(entry, locale, 'liftedAt'))
  return {
    lead: `${when(entry, locale)} · ${state}`,
    lines: [...byText(entry, locale), ...said(items.reason, text(entry, 'reason')), ...said(items.liftedBy, text(entry, 'byLifted'))],
  }
}

/** For the other parts the counts are enough: they are in their own files. */
export const ITEM_OF: Readonly<Partial<Record<PartName, Write>>> = {
  decisiones: decision,
  alertas: alert,
  coincidencias: hit,
  antecedentes: check,
  notas: note,
  mensajes: message,
  'solicitudes-de-datos': dataRequest,
  aprobaciones: approval,
  acceso: decision,
  'conservacion-legal': legalHold,
}
