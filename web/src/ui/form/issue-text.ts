/** User-facing text of a Zod issue, shown next to the field. Zod's own messages are about types. */
import type { TFunction } from 'i18next'
import type * as z from 'zod'
import { group } from '../amount-format.ts'

type Issue = z.core.$ZodIssue
type Translate = TFunction<'ui'>

export function issueText(issue: Issue, value: unknown, t: Translate): string {
  if (isBlank(value)) return t('form.required')
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue, t)
    case 'too_big':
      return tooBig(issue, t)
    case 'invalid_format':
      return formatText(issue.format, t)
    case 'invalid_value':
      return t('form.option')
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'bigint' || issue.expected === 'int') return t('form.number')
      return t(issue.expected === 'date' ? 'form.date' : 'form.required')
    default:
      return t('form.unfit')
  }
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (typeof value === 'string' && value.trim() === '')

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>, t: Translate): string {
  const count = Number(minimum)
  if (origin === 'string') return t('form.short', { count, minimum })
  if (origin === 'array' || origin === 'set' || origin === 'file') return t('form.few', { minimum })
  if (origin === 'date') return t('form.early')
  return t('form.low', { minimum: group(String(minimum)) })
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>, t: Translate): string {
  const count = Number(maximum)
  if (origin === 'string') return t('form.long', { count, maximum })
  if (origin === 'array' || origin === 'set' || origin === 'file') return t('form.many', { maximum })
  if (origin === 'date') return t('form.late')
  return t('form.high', { maximum: group(String(maximum)) })
}

function formatText(format: string, t: Translate): string {
  if (format === 'email') return t('form.email')
  if (format === 'url') return t('form.url')
  if (format === 'date' || format === 'datetime') return t('form.date')
  return t('form.unfit')
}
