/** A page that has nothing to show yet: its title and one calm sentence. */
import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export default function PlainScreen() {
  const { t } = useTranslation('shell')
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHeader title={title ? t(`title.${title}`) : t('product')} />
      <Card>
        <EmptyState title={t('nothingYet')} />
      </Card>
    </>
  )
}
