/** All enhanced due diligence records of a person, newest first, collapsed. */
import type { DiligenceContent, DiligenceRecord, PersonDiligence } from '@tunjo/contract/due-diligence'
import { isPepCause } from '@tunjo/contract/due-diligence'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { Summary, type SummaryLine } from '../../../../../ui/summary.tsx'
import { formatMonthlyAmount } from './diligence-facts.ts'
import classes from './due-diligence.module.css'

/** Calendar day, the same in every time zone. */
export const dayOf = (day: string): string => formatDate(new Date(`${day}T12:00:00-05:00`), 'day')

export function DiligenceRecords({ found }: { found: PersonDiligence }) {
  const { t } = useTranslation('due-diligence')
  if (found.records.length === 0) return null
  return (
    <section aria-label={t('records')}>
      {found.records.map((record) => (
        <details key={record.id} className={classes.record}>
          <summary>
            {t('record', { number: record.number, state: t(`states.${record.state}`), day: formatDate(new Date(record.writtenAt), 'day') })}
          </summary>
          <Record record={record} found={found} />
        </details>
      ))}
    </section>
  )
}

function Record({ record, found }: { record: DiligenceRecord; found: PersonDiligence }) {
  const { t } = useTranslation('due-diligence')
  if (!record.content) return <p className={classes.text}>{t('destroyed')}</p>
  const lines = [...contentLines(record.content, t), ...checkedLines(record.content, found, t), ...signedLines(record, t)]
  return <Summary label={t('recordLabel', { number: record.number })} lines={lines} />
}

type Phrase = TFunction<'due-diligence'>
const written = (text: string) => <span className={classes.text}>{text}</span>

function contentLines(content: DiligenceContent, t: Phrase): SummaryLine[] {
  const { cause, office, entity, officeUntil, fundsOrigin, wealthOrigin, monthlyCop, conclusion, reasons, nextReviewOn } = content
  const amount = formatMonthlyAmount(monthlyCop)
  return [
    { name: t('fields.cause'), value: cause ? t(`causes.${cause}`) : t('empty') },
    ...(isPepCause(cause)
      ? [
          { name: t('fields.office'), value: office || t('empty') },
          { name: t('fields.entity'), value: entity || t('empty') },
          { name: t('fields.officeUntil'), value: officeUntil ? dayOf(officeUntil) : t('stillInOffice') },
        ]
      : []),
    { name: t('fields.fundsOrigin'), value: written(fundsOrigin || t('empty')) },
    { name: t('fields.wealthOrigin'), value: written(wealthOrigin || t('empty')) },
    { name: t('fields.monthlyCop'), value: amount === '' ? t('empty') : `$ ${amount}` },
    { name: t('fields.conclusion'), value: conclusion ? t(`conclusions.${conclusion}`) : t('empty') },
    { name: t('fields.reasons'), value: written(reasons || t('empty')) },
    { name: t('fields.nextReviewOn'), value: nextReviewOn ? dayOf(nextReviewOn) : t('empty') },
  ]
}

function checkedLines({ files, reviews }: DiligenceContent, found: PersonDiligence, t: Phrase): SummaryLine[] {
  const documents = files.map((id) => found.documents.find((document) => document.id === id)?.name ?? t('olderDocument'))
  const checked = reviews.map((id) => t('review', { number: found.reviews.find((review) => review.id === id)?.number ?? 0 }))
  return [{ name: t('fields.checked'), value: written([...documents, ...checked].join('\n') || t('empty')) }]
}

function signedLines({ writtenBy, writtenAt, approval }: DiligenceRecord, t: Phrase): SummaryLine[] {
  return [
    { name: t('writtenBy'), value: `${writtenBy}, ${formatDate(new Date(writtenAt))}` },
    ...(approval ? [{ name: t('approvedBy'), value: `${approval.by} · ${approval.second}, ${formatDate(new Date(approval.at))}` }] : []),
  ]
}
