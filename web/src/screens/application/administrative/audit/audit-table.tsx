/** Audit trail entries: action, actor, subject, and each field before and after. */
import type { AuditEntry } from '@tunjo/contract/audit-trail'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import classes from './audit.module.css'
import { relevantChanges } from './relevant-changes.ts'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('audit')
  return <DataTable label={t('title')} columns={columnsOf(t)} rows={entries} rowKey={({ id }) => id} />
}

const columnsOf = (t: TFunction<'audit'>): readonly Column<AuditEntry>[] => [
  { key: 'title', header: t('what'), isLead: true, render: ({ title }) => title },
  { key: 'at', header: t('at'), render: ({ at }) => <DateTime value={new Date(at)} /> },
  { key: 'by', header: t('by'), render: ({ actor, systemName }) => (actor ? actor.email || actor.id : t('system', { name: systemName })) },
  { key: 'about', header: t('about'), render: (entry) => <About entry={entry} /> },
  { key: 'changes', header: t('changes'), render: (entry) => <Changes entry={entry} /> },
  { key: 'seal', header: t('seal'), render: ({ seal }) => seal ?? t('unsealed') },
]

function About({ entry: { person, object } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  if (!person) return <span className={classes.object}>{`${object.type === 'report' ? t('report') : object.type} ${object.id}`}</span>
  return (
    <span className={classes.about}>
      {person.email}
      <PersonLink id={person.id} />
    </span>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { reason } = entry
  const changes = relevantChanges(entry.changes)
  if (changes.length === 0 && !reason) return '—'
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes.field}>{nameOf(field, t)}</span> {before !== null && `${wordOf(before, t)} → `}
          {after === null ? t('noValue') : wordOf(after, t)}
        </li>
      ))}
      {reason && <li>{t('reason', { reason })}</li>}
    </ul>
  )
}

const FIELDS = [
  'accountId', 'allow', 'amountOrder', 'approvalRequestId', 'aprobador', 'asset', 'checkerId', 'currentLevel', 'date', 'factsHash',
  'files', 'folder', 'isListed', 'isPep', 'isVerified', 'itemsPerPage', 'kind', 'label', 'level', 'makerId', 'only', 'outcome',
  'pageIndex', 'part', 'review', 'rows', 'state', 'text', 'timeOrder', 'transactionId', 'transactionType', 'userId', 'value',
] as const // biome-ignore format: one list
const WORDS = ['true', 'false', '—', 'ROLE_ADMIN', 'ROLE_USER'] as const

/** Common fields have a label; the others are shown as stored. */
function nameOf(field: string, t: TFunction<'audit'>): string {
  const known = FIELDS.find((one) => one === field)
  return known ? t(`fields.${known}`) : field
}

function wordOf(value: string, t: TFunction<'audit'>): string {
  const known = WORDS.find((one) => one === value)
  return known ? t(`words.${known}`) : value
}
