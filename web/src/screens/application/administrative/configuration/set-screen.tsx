/** /application/administrative/configuration/:set (ADM-13): the version of one set in force, its history, and the change form. */
import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConfigurationDetail } from '@tunjo/contract/configuration'
import { isSetName, type SetName, wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setQuery } from '../../../../api/configuration.ts'
import { errorText } from '../../../../api/error-text.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { useAccount } from '../../../../session.ts'
import { Card } from '../../../../ui/card.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { usePathParam } from '../../../../ui/use-path-param.ts'
import { CodeList } from './code-list.tsx'
import classes from './configuration.module.css'
import { numberLines } from './set-texts.ts'
import { SetVersions } from './set-versions.tsx'

const ChangeModal = lazyComponent(async () => (await import('./change-modal.tsx')).ChangeModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

export default function SetScreen() {
  const { t } = useTranslation('platform-configuration')
  const set = usePathParam('set')
  return (
    <>
      <Anchor renderRoot={(props) => <Link to="/application/administrative/configuration" {...props} />} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden /> {t('back')}
      </Anchor>
      {isSetName(set) ? <OneSet key={set} set={set} /> : <h1>{t('missing')}</h1>}
    </>
  )
}

function OneSet({ set }: { set: SetName }) {
  const { t } = useTranslation('platform-configuration')
  const mayChange = useAccount()?.permissions.includes('configuration.change') ?? false
  const [isChanging, setIsChanging] = useState(false)
  const detail = useQuery(setQuery(set))
  const { title, about } = wordsOfSet(set)
  const { data } = detail
  return (
    <>
      <PageHeader
        title={title[currentLanguage()]}
        text={about[currentLanguage()]}
        actions={mayChange && data && !data.changeWaits && <Button onClick={() => setIsChanging(true)}>{t('propose')}</Button>}
      />
      {detail.isPending && <RowsSkeleton rows={6} />}
      {detail.isLoadingError && <ErrorState message={errorText(detail.error)} onRetry={() => void detail.refetch()} />}
      {data && (
        <div className={classes.cards}>
          <Today detail={data} />
          <SetVersions detail={data} />
        </div>
      )}
      {data && isChanging && <ChangeModal detail={data} onClose={() => setIsChanging(false)} />}
    </>
  )
}

function Today({ detail: { set, version, numbers, lists, coming, changeWaits } }: { detail: ConfigurationDetail }) {
  const { t } = useTranslation('platform-configuration')
  const known = Object.entries(wordsOfSet(set).lists)
  return (
    <Card title={t('today')}>
      <Summary
        label={t('today')}
        lines={[
          ...numberLines(set, numbers).map(({ label, text }) => ({ name: label, value: text })),
          { name: t('columns.version'), value: `v${version}` },
        ]}
      />
      {known.map(([name, words]) => (
        <CodeList key={name} title={words[currentLanguage()]} kind={words.codes} codes={lists[name] ?? []} />
      ))}
      {coming && (
        <p className={classes.note}>
          {t('changesTo', { version: coming.version })} <DateTime value={new Date(coming.from)} as="day" />.
        </p>
      )}
      {changeWaits && (
        <p className={classes.note} role="status">
          {t('waits')}.{' '}
          <Anchor renderRoot={(props) => <Link to="/application/administrative/approvals" {...props} />} size="sm">
            {t('approvals')}
          </Anchor>
        </p>
      )}
    </Card>
  )
}
