/** Newer lists fetched from their publishers: each is requested here, or left. */
import type { ScreeningCoverage } from '@tunjo/contract/screening'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../../ui/card.tsx'
import { formatDate } from '../../../../ui/date-time.tsx'
import classes from './control-lists.module.css'
import { Proposal } from './proposal.tsx'

export function FetchedLists({ lists }: Pick<ScreeningCoverage, 'lists'>) {
  const { t } = useTranslation('screening')
  return lists.map(
    ({ list, fetched }) =>
      fetched && (
        <Card key={fetched.id} title={t('fetch.title', { list: t(`lists.${list}`) })}>
          <div className={classes.form}>
            <p className={classes.note}>{t('fetch.text', { at: formatDate(new Date(fetched.fetchedAt)) })}</p>
            <Proposal file={fetched} />
          </div>
        </Card>
      ),
  )
}
