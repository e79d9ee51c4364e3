/** Newer lists that wait for a second officer: the changes of each, before the decision in Aprobaciones. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ScreeningCoverage } from '@tunjo/contract/screening'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../../ui/card.tsx'
import classes from './control-lists.module.css'
import { ListChanges } from './list-changes.tsx'
import { FileSummary } from './proposal.tsx'

export function RequestedLists({ lists }: Pick<ScreeningCoverage, 'lists'>) {
  const { t } = useTranslation('screening')
  return lists.map(
    ({ list, asked }) =>
      asked && (
        <Card key={asked.id} title={t('changes.askedTitle', { list: t(`lists.${list}`) })}>
          <div className={classes.proposal}>
            <p className={classes.note}>{t('changes.askedText')}</p>
            <FileSummary file={asked} />
            <ListChanges file={asked} />
            <Anchor component={Link} to="/application/administrative/approvals">
              {t('hits.toApprovals')}
            </Anchor>
          </div>
        </Card>
      ),
  )
}
